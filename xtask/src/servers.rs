//! Throw-away database servers: Postgres and MariaDB from Debian's packages, on unix sockets in a short temporary folder.
//!
//! They end with this process: when the guard is dropped, on panic too, and when this process is killed, since the kernel then signals them (`setpriv
//! --pdeathsig`; the signal is tied to the thread that starts them, which is the main one).
//!
//! A test restarts a server by making the file that `IDSPEC_…_RESTART` names, and knows that the server answers again when the file is gone.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Exit, debian};

/// How long a server may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A kind of server.
struct Kind {
    name: &'static str,
    /// The variable that names a server which is there already, and that tests read.
    url: &'static str,
    /// The variable that names the file which asks for a restart.
    restart: &'static str,
    /// The variable that names the folder of the programs.
    folder: &'static str,
    programs: &'static [&'static str],
    package: &'static str,
    user: &'static str,
    /// What ends the server cleanly.
    signal: &'static str,
    start: fn(&Programs, &Path) -> Result<Start, String>,
}

/// Words that are added to the command of a server, by its name.
pub(crate) type Settings = [(&'static str, &'static [&'static str])];

/// How a server is started.
struct Start {
    /// Runs it.
    server: Command,
    /// Succeeds when it answers.
    ready: Command,
    url: String,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "Postgres",
        url: "IDSPEC_POSTGRES_URL",
        restart: "IDSPEC_POSTGRES_RESTART",
        folder: "PG_BIN_DIR",
        programs: &["initdb", "postgres", "pg_isready"],
        package: "postgresql",
        user: "postgres",
        signal: "INT",
        start: postgres,
    },
    Kind {
        name: "MariaDB",
        url: "IDSPEC_MYSQL_URL",
        restart: "IDSPEC_MYSQL_RESTART",
        folder: "MARIADB_BIN_DIR",
        programs: &["mariadb-install-db", "mariadbd", "mariadb-admin"],
        package: "mariadb-server",
        user: "mysql",
        signal: "TERM",
        start: mariadb,
    },
];

/// Where programs are, and as whom they run.
struct Programs {
    paths: BTreeMap<&'static str, PathBuf>,
    /// Words before a program that make it run as another user and end with this process.
    wrapper: Vec<String>,
}

impl Programs {
    fn command(&self, name: &str) -> Command {
        let path = self.paths.get(name).cloned().unwrap_or_else(|| PathBuf::from(name));
        let mut command = match self.wrapper.split_first() {
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(path);
                command
            }
            None => Command::new(path),
        };
        // The servers' own environment: no settings of the user's clients, one language.
        for name in ["PGDATA", "PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGDATABASE", "PGSERVICE", "MYSQL_HOST"] {
            command.env_remove(name);
        }
        command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }
}

/// A server that was started here.
struct Server {
    name: &'static str,
    process: Child,
    signal: &'static str,
    folder: PathBuf,
    command: Command,
    ready: Command,
}

impl Server {
    /// The file that asks for a restart.
    fn request(&self) -> PathBuf {
        self.folder.join("restart")
    }

    /// Restarts it where that is asked for.
    fn serve(&mut self) -> Result<(), String> {
        let request = self.request();
        if !request.exists() {
            return Ok(());
        }
        self.stop();
        let spawned = self.command.spawn().map_err(|error| error.to_string());
        let answers = spawned.and_then(|process| {
            self.process = process;
            wait(&mut self.process, &mut self.ready)
        });
        // Gone in any case: who asked looks at the server next.
        let removed = fs::remove_file(&request).map_err(|error| format!("{}: {error}", request.display()));
        answers.and(removed).map_err(|reason| format!("restarting {}: {reason}", self.name))
    }

    fn stop(&mut self) {
        // The standard library sends SIGKILL only, which would leave shared memory behind.
        let kill = format!("kill -{} {}", self.signal, self.process.id());
        let _ = Command::new("sh").args(["-c", &kill]).stdin(Stdio::null()).stderr(Stdio::null()).status();
        let asked = Instant::now();
        while asked.elapsed() < PATIENCE && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Servers for tests, ended when dropped.
pub(crate) struct Servers {
    running: Vec<Server>,
    variables: Vec<(&'static str, String)>,
}

impl Servers {
    /// Starts what is not there already, installing it where that is possible and needed.
    ///
    /// Servers with settings are always started: those that are there have others.
    /// A server that cannot be had is said loudly and left out; with `CI` set it is an error.
    ///
    /// # Errors
    /// What could not be started.
    fn start(settings: &Settings) -> Result<Self, String> {
        remove_leftovers();
        let mut servers = Self { running: Vec::new(), variables: Vec::new() };
        for kind in &KINDS {
            let words = settings.iter().find(|(name, _)| *name == kind.name).map_or(&[][..], |(_, words)| words);
            if let (Ok(url), []) = (std::env::var(kind.url), words) {
                println!("{}: the one of {}", kind.name, kind.url);
                servers.variables.push((kind.url, url));
                continue;
            }
            match start(kind, words) {
                Ok((server, url)) => {
                    println!("{}: started in {}", kind.name, server.folder.display());
                    servers.variables.push((kind.url, url));
                    servers.variables.push((kind.restart, server.request().display().to_string()));
                    servers.running.push(server);
                }
                Err(reason) if std::env::var_os("CI").is_some() => return Err(format!("{}: {reason}", kind.name)),
                Err(reason) => {
                    eprintln!("SKIPPED: everything on {}, since {reason}. Or set {}.", kind.name, kind.url);
                }
            }
        }
        Ok(servers)
    }

    /// Restarts servers as a command asks for it, until the command ends; gives whether it succeeded.
    fn serve(&mut self, mut child: Child) -> Result<bool, String> {
        loop {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                return Ok(status.success());
            }
            // What asked for a restart notices that there is none, and the others go on.
            self.running.iter_mut().filter_map(|server| server.serve().err()).for_each(|reason| eprintln!("{reason}"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The variables that tests read.
    pub(crate) fn variables(&self) -> Vec<(&'static str, &str)> {
        self.variables.iter().map(|(name, url)| (*name, url.as_str())).collect()
    }
}

/// `cargo xtask with-db CMD ARGS…`
pub(crate) fn with_db(words: &[&str]) -> Exit {
    let [program, arguments @ ..] = words else {
        eprintln!("with-db: name a command, as in `cargo xtask with-db cargo test -p idspec-databases`");
        return Exit::CouldNotRun;
    };
    let mut command = Command::new(program);
    command.args(arguments);
    run(command)
}

/// Runs a command while there are servers, with the variables that name them.
pub(crate) fn run(command: Command) -> Exit {
    run_with(command, &[])
}

/// Runs a command while there are servers with these settings.
pub(crate) fn run_with(mut command: Command, settings: &Settings) -> Exit {
    let mut servers = match Servers::start(settings) {
        Ok(servers) => servers,
        Err(reason) => {
            eprintln!("{reason}");
            return Exit::CouldNotRun;
        }
    };
    match command
        .envs(servers.variables())
        .spawn()
        .map_err(|error| error.to_string())
        .and_then(|child| servers.serve(child))
    {
        Ok(true) => Exit::Fine,
        Ok(false) => Exit::Differs,
        Err(error) => {
            eprintln!("{}: {error}", command.get_program().display());
            Exit::CouldNotRun
        }
    }
}

fn start(kind: &Kind, settings: &[&str]) -> Result<(Server, String), String> {
    let root = is_root();
    let mut paths = find(kind);
    if paths.is_none() && root && std::env::var_os(kind.folder).is_none() {
        debian::install(kind.name, &[kind.package]);
        paths = find(kind);
    }
    let missing = || format!("it is not installed: install {}, or set {}", kind.package, kind.folder);
    let mut programs = Programs { paths: paths.ok_or_else(missing)?, wrapper: Vec::new() };

    let uid = if root { user_id(kind.user)? } else { 0 };
    let folder = std::env::temp_dir().join(format!("idspec-{}-{}", kind.user, std::process::id()));
    // The address of a unix socket has 107 octets.
    if folder.as_os_str().len() > 80 {
        return Err(format!("{} is too long for a socket: set TMPDIR to a shorter folder", folder.display()));
    }
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir(&folder).map_err(failed)?;
    let death = format!("--pdeathsig={}", kind.signal);
    programs.wrapper = vec!["setpriv".to_owned(), death];
    if root {
        std::os::unix::fs::chown(&folder, Some(uid), None).map_err(failed)?;
        // The signal at the death of the parent is set after the user is changed, which would clear it.
        programs.wrapper.extend([format!("--reuid={uid}"), "--clear-groups".to_owned()]);
    }
    let made = (kind.start)(&programs, &folder).and_then(|Start { server: mut command, ready, url }| {
        let log = folder.join("log");
        let output = fs::File::create(&log).map_err(failed)?;
        command.args(settings).stdout(output.try_clone().map_err(failed)?).stderr(output);
        let process = command.spawn().map_err(|error| format!("{error}"))?;
        let (name, signal) = (kind.name, kind.signal);
        let mut server = Server { name, process, signal, folder: folder.clone(), command, ready };
        wait(&mut server.process, &mut server.ready).map_err(|reason| format!("{reason}\n{}", tail(&log)))?;
        Ok((server, url))
    });
    if made.is_err() {
        let _ = fs::remove_dir_all(&folder);
    }
    made
}

/// Waits until the server answers its protocol.
fn wait(server: &mut Child, ready: &mut Command) -> Result<(), String> {
    ready.stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if ready.status().is_ok_and(|status| status.success()) {
            return Ok(());
        }
        if let Ok(Some(status)) = server.try_wait() {
            return Err(format!("it ended at once: {status}"));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("it did not answer within {} s", PATIENCE.as_secs()))
}

fn postgres(programs: &Programs, folder: &Path) -> Result<Start, String> {
    let data = folder.join("data");
    let mut init = programs.command("initdb");
    init.args(["--username=idspec", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--pgdata"]);
    finish(init.arg(&data))?;
    let mut server = programs.command("postgres");
    server.arg("-D").arg(&data).arg("-k").arg(folder).args(["-c", "listen_addresses=", "-c", "fsync=off"]);
    let mut ready = programs.command("pg_isready");
    ready.arg("--host").arg(folder).args(["--username=idspec", "--dbname=postgres"]);
    Ok(Start { server, ready, url: format!("postgres://idspec@localhost/postgres?host={}", folder.display()) })
}

fn mariadb(programs: &Programs, folder: &Path) -> Result<Start, String> {
    let data = format!("--datadir={}", folder.join("data").display());
    let socket = folder.join("socket");
    let mut init = programs.command("mariadb-install-db");
    finish(init.args(["--no-defaults", &data, "--auth-root-authentication-method=normal", "--skip-test-db"]))?;
    let mut server = programs.command("mariadbd");
    server.args(["--no-defaults", &data, "--skip-networking", "--skip-log-bin", "--innodb-flush-log-at-trx-commit=0"]);
    server.arg("--character-set-server=utf8mb4").arg("--pid-file").arg(folder.join("pid"));
    server.arg("--socket").arg(&socket);
    let mut ready = programs.command("mariadb-admin");
    ready.args(["--no-defaults", "--user=root", "--connect-timeout=5", "--socket"]).arg(&socket).arg("ping");
    Ok(Start { server, ready, url: format!("mysql://root@localhost/mysql?socket={}", socket.display()) })
}

fn finish(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&said)))
}

/// The end of a log.
fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines.get(lines.len().saturating_sub(10)..).unwrap_or_default().join("\n")
}

/// The programs of a server: in the folder that is set, in Debian's folders, or where the shell looks.
fn find(kind: &Kind) -> Option<BTreeMap<&'static str, PathBuf>> {
    let folders = match std::env::var_os(kind.folder) {
        Some(folder) => vec![PathBuf::from(folder)],
        None => {
            let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
                .into_iter()
                .flatten()
                .flatten()
                .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
                .collect();
            // The newest first.
            versions.sort_by(|a, b| b.cmp(a));
            let known = versions.into_iter().map(|(_, folder)| folder);
            let path = std::env::var_os("PATH").unwrap_or_default();
            let searched = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
            known.chain(searched).collect()
        }
    };
    let program = |name: &&'static str| {
        let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())?;
        Some((*name, path))
    };
    kind.programs.iter().map(program).collect()
}

/// Folders of processes that were killed before they could remove them.
fn remove_leftovers() {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = KINDS.iter().find_map(|kind| name.to_str()?.strip_prefix(&format!("idspec-{}-", kind.user)));
        let gone = |pid: &str| pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists();
        if owner.is_some_and(gone) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_root() -> bool {
    id(&["-u"]).is_some_and(|id| id == 0)
}

fn user_id(name: &str) -> Result<u32, String> {
    let known = id(&["-u", name]).or_else(|| id(&["-u", "nobody"]));
    known.ok_or_else(|| format!("there is no user {name} to run it as"))
}

fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).stdin(Stdio::null()).output().ok()?;
    std::str::from_utf8(&output.stdout).ok()?.trim().parse().ok()
}
