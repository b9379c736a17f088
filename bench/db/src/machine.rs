//! What the machine is, and how much CPU time a process had; Linux only.

use std::fs;
use std::path::Path;

use idspec::Timestamp;

use crate::Failure;
use crate::report::Machine;

/// Describes this machine, without its name.
pub(crate) fn describe() -> Result<Machine, Failure> {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo")?;
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("", |(_, value)| value.trim())
    };
    let virtual_machine = field("flags").split(' ').any(|flag| flag == "hypervisor");
    let model = field("model name");
    let cpu = if virtual_machine { format!("{model}, in a virtual machine") } else { model.to_owned() };
    let memory = fs::read_to_string("/proc/meminfo")?;
    let memory = memory.split_whitespace().nth(1).unwrap_or_default().parse::<f64>()?;
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("Linux").trim_matches('"');
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")?;
    Ok(Machine {
        cpu,
        cores: std::thread::available_parallelism()?.get(),
        memory_gb: (memory / 1_048_576.0).round(),
        disk: disk(&std::env::temp_dir()),
        // The major and minor numbers: what follows names a build of somebody's.
        system: format!("{name}, Linux {}", kernel.trim().split(['.', '-']).take(2).collect::<Vec<_>>().join(".")),
        built_with: ["sqlx", "uuid"].iter().map(|name| format!("{name} {}", locked(name))).collect(),
    })
}

/// The date, and how many processes want to run.
pub(crate) fn now() -> Result<(String, f64), Failure> {
    let date = Timestamp::try_from(std::time::SystemTime::now())?.to_string();
    let load = fs::read_to_string("/proc/loadavg")?;
    Ok((date.chars().take(10).collect(), load.split(' ').next().unwrap_or_default().parse()?))
}

/// The version of a package that the lock file has.
fn locked(package: &str) -> &'static str {
    let after = include_str!("../Cargo.lock").split(&format!("name = \"{package}\"\nversion = \"")).nth(1);
    after.and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

/// The kind of file system and of disk that a folder is on.
fn disk(folder: &Path) -> String {
    let mounts = fs::read_to_string("/proc/mounts").unwrap_or_default();
    let parts = mounts.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?, words.next()?))
    });
    // The longest mount point; the last of several at one place, which hides the others.
    let Some((device, _, system)) = parts.filter(|it| folder.starts_with(it.1)).max_by_key(|it| it.1.len()) else {
        return "unknown".to_owned();
    };
    let name = device.rsplit('/').next().unwrap_or_default();
    // A partition is not in the list of disks; the disk is the longest name that it begins with.
    let disks = fs::read_dir("/sys/block").into_iter().flatten().flatten();
    let disks = disks.filter_map(|entry| entry.file_name().into_string().ok());
    let disk = disks.filter(|disk| name.starts_with(disk.as_str())).max_by_key(String::len).unwrap_or_default();
    let turns = fs::read_to_string(format!("/sys/block/{disk}/queue/rotational")).unwrap_or_default();
    let kind = match disk.get(..2) {
        Some("vd") => "a virtual disk (virtio)",
        Some("xv") => "a virtual disk (Xen)",
        Some("nv") => "an NVMe disk",
        Some("sd") if turns.trim() == "1" => "a disk that turns",
        Some("sd") => "a solid-state disk",
        _ if system == "tmpfs" => "memory",
        _ => "a disk of unknown kind",
    };
    format!("{system} on {kind}")
}

/// The CPU time that all threads of a process have had, user and system, in seconds; steps of 10 ms.
pub(crate) fn cpu_seconds(process: &str) -> Result<f64, Failure> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The second field is a name, and may hold anything.
    let (_, fields) = stat.rsplit_once(") ").ok_or("an unknown form of /proc/…/stat")?;
    let mut times = fields.split(' ').skip(11).map(str::parse::<f64>);
    let (Some(user), Some(system)) = (times.next(), times.next()) else {
        return Err("no times in /proc/…/stat".into());
    };
    // Linux shows these times in 1/100 s whatever its own clock is.
    Ok((user? + system?) / 100.0)
}

/// Octets that this process has asked to read and to write.
pub(crate) fn octets() -> Result<(f64, f64), Failure> {
    let io = fs::read_to_string("/proc/self/io")?;
    let field = |name: &str| {
        let value = io.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such field in /proc/self/io")?;
        Ok::<_, Failure>(value.trim().parse::<f64>()?)
    };
    Ok((field("rchar:")?, field("wchar:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_described() -> Result<(), Failure> {
        let machine = describe()?;
        assert!(machine.cores > 0 && machine.memory_gb >= 0.0 && !machine.disk.is_empty());
        assert!(machine.built_with.iter().all(|it| it.ends_with(|last: char| last.is_ascii_digit())), "{machine:?}");
        assert!(cpu_seconds("self")? >= 0.0);
        Ok(())
    }
}
