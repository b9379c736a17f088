//! One slot, two processes and a copy of one in memory, every clock at will.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use idspec_lease::protocol::{
    Answer, Condition, Grant, Holder, Issuer, Request, Rules, Seen, Slot, Statement, Step as Outcome, Terms,
};

/// How long a lease and its window are, in instants of the model.
pub(crate) const TERMS: Terms = Terms { ttl_ms: 1, window_ms: 1 };
/// The number of the slot.
pub(crate) const WORKER: i64 = 5;

/// How much of the world is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bounds {
    /// The names of the two processes.
    pub(crate) names: [&'static str; 2],
    /// Clocks show 0 up to this; nothing else is assumed about them.
    pub(crate) clock: i64,
    /// Exchanges that all processes together begin.
    pub(crate) exchanges: u8,
    /// Whether a process may be copied in memory, once.
    pub(crate) copies: bool,
    /// Exchanges among them whose messages may be late, lost or repeated; the others are answered at once.
    pub(crate) late: u8,
}

/// What a process begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    Acquire,
    Renew,
    Release,
}

impl Act {
    const fn does(self) -> &'static str {
        match self {
            Self::Acquire => "acquires",
            Self::Renew => "renews",
            Self::Release => "releases",
        }
    }
}

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// An exchange from its first statement to its last answer.
    Prompt { process: usize, act: Act, now: i64 },
    /// A statement is sent.
    Send { process: usize, act: Act, clock: i64 },
    /// A statement arrives, perhaps not for the first time.
    Arrive { message: usize, now: i64 },
    /// An answer arrives.
    Answer { message: usize, answer: usize },
    /// A process no longer waits.
    GiveUp { process: usize },
    /// A process ends and starts anew, without memory.
    Crash { process: usize },
    /// A process goes on twice from now.
    Copy { process: usize },
    /// A process wants an id.
    Use { process: usize, clock: i64 },
}

/// The name of a process in traces.
pub(crate) const PROCESSES: [&str; 3] = ["A", "B", "A'"];

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |process: &usize| PROCESSES[*process];
        match self {
            Self::Prompt { process, act, now } => {
                write!(f, "{} {} at database time {now}", name(process), act.does())
            }
            Self::Send { process, act, clock } => {
                write!(f, "{} sends that it {}, its clock at {clock}", name(process), act.does())
            }
            Self::Arrive { message, now } => write!(f, "message {message} arrives at database time {now}"),
            Self::Answer { message, answer } => write!(f, "answer {answer} of message {message} arrives"),
            Self::GiveUp { process } => write!(f, "{} waits no longer", name(process)),
            Self::Crash { process } => write!(f, "{} crashes and starts anew", name(process)),
            Self::Copy { process } => write!(f, "{} is copied in memory", name(process)),
            Self::Use { process, clock } => write!(f, "{} gives an id, its clock at {clock}", name(process)),
        }
    }
}

/// A generator with one id for each instant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Generator {
    hi: i64,
    next: i64,
}

impl Generator {
    /// The instant of the id that a call would give.
    pub(crate) fn candidate(&self, clock: i64) -> Option<i64> {
        Some(self.next.max(clock)).filter(|candidate| *candidate < self.hi)
    }
}

impl Issuer for Generator {
    fn grant(&mut self, window: &Grant) {
        *self = Self { hi: window.hi, next: window.lo };
    }

    fn extend(&mut self, hi_ms: i64) {
        self.hi = self.hi.max(hi_ms);
    }

    fn revoke(&mut self) {
        *self = Self::default();
    }

    fn seal(&mut self) -> i64 {
        std::mem::take(self).next
    }

    fn first_free(&self) -> i64 {
        self.next
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Process {
    holder: Holder,
    generator: Generator,
}

/// A statement on its way, which arrives at any time, not at all, or again and again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Message {
    from: usize,
    exchange: u32,
    /// The one that sent it is gone, and its connection with it.
    orphan: bool,
    statement: Statement,
    /// What the database said each time it arrived, as long as anyone waits for it.
    answers: Vec<Answer>,
}

/// Where statements are carried out.
pub(crate) trait Database {
    fn execute(&mut self, statement: &Statement, rules: &Rules, now: i64) -> Answer;
    fn see(&self) -> Slot;
}

impl Database for Slot {
    fn execute(&mut self, statement: &Statement, rules: &Rules, now: i64) -> Answer {
        Self::execute(self, statement, rules, now)
    }

    fn see(&self) -> Slot {
        self.clone()
    }
}

/// Everything there is, at one moment.
#[derive(Clone)]
pub(crate) struct World<D> {
    bounds: Bounds,
    rules: Rules,
    pub(crate) slot: D,
    processes: Vec<Process>,
    wire: Vec<Message>,
    /// The instants that an id has, a bit each.
    used: u64,
    /// A copy in memory repeats what the original had left of its window when it was copied: instants before this one are not held against the protocol.
    excused: i64,
    exchanges: u8,
    late: u8,
}

/// What never changes is no part of it.
impl<D: Hash> Hash for World<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.slot, &self.processes, &self.wire).hash(state);
        (self.used, self.excused, self.exchanges, self.late).hash(state);
    }
}

/// An instant that two ids have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duplicate(pub i64);

impl<D: Database> World<D> {
    pub(crate) fn new(bounds: Bounds, rules: Rules, slot: D) -> Self {
        let process = |name: &str| {
            let holder = Holder::new(Arc::from(name), Arc::from(name), TERMS, rules);
            Process { holder, generator: Generator::default() }
        };
        let processes = bounds.names.map(process).to_vec();
        Self { bounds, rules, slot, processes, wire: Vec::new(), used: 0, excused: 0, exchanges: 0, late: 0 }
    }

    /// What may happen next.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let clocks = || 0..=self.bounds.clock;
        for (process, it) in self.processes.iter().enumerate() {
            let (waits, held) = (it.holder.waits_for().is_some(), it.holder.grant().is_some());
            let acts: &[Act] = match (waits, held) {
                _ if self.exchanges == self.bounds.exchanges => &[],
                (false, true) => &[Act::Renew, Act::Release],
                (true, true) => &[Act::Release],
                (false, false) => &[Act::Acquire],
                (true, false) => &[],
            };
            for act in acts.iter().copied() {
                steps.extend(clocks().filter(|now| act != Act::Acquire || self.free(*now)).map(|now| Step::Prompt {
                    process,
                    act,
                    now,
                }));
                if self.late < self.bounds.late {
                    // A clock plays a part only where a holder trusts it.
                    let last = if act == Act::Renew && !self.rules.mark_before_use { self.bounds.clock } else { 0 };
                    let may = act != Act::Acquire || self.free(self.bounds.clock);
                    steps.extend((0..=last).filter(|_| may).map(|clock| Step::Send { process, act, clock }));
                }
            }
            if waits {
                steps.push(Step::GiveUp { process });
            }
            if !it.holder.is_idle() || it.generator != Generator::default() {
                steps.push(Step::Crash { process });
            }
            let possible =
                clocks().filter(|clock| it.generator.candidate(*clock).is_some_and(|it| it <= self.bounds.clock + 1));
            steps.extend(possible.map(|clock| Step::Use { process, clock }));
        }
        for (message, it) in self.wire.iter().enumerate() {
            // Where nobody waits for the answer, only a change matters.
            let matters = |now: &i64| !it.orphan || self.changes(&it.statement, *now);
            steps.extend(clocks().filter(matters).map(|now| Step::Arrive { message, now }));
            steps.extend((0..it.answers.len()).map(|answer| Step::Answer { message, answer }));
        }
        let held = |process: &usize| self.processes[*process].holder.grant().is_some();
        let may = self.bounds.copies && self.processes.len() == 2;
        steps.extend((0..2).filter(held).filter(|_| may).map(|process| Step::Copy { process }));
        steps
    }

    fn changes(&self, statement: &Statement, now: i64) -> bool {
        let mut slot = self.slot.see();
        slot.execute(statement, &self.rules, now) != Answer::Changed(0)
    }

    /// Whether the slot is a candidate at an instant of the database's clock.
    fn free(&self, now: i64) -> bool {
        self.slot.see().meets(&Condition::FreeOrExpired, now)
    }

    /// Lets a step happen; one that is of another world's trace and not possible in this one does not.
    pub(crate) fn take(&mut self, step: Step) -> Result<(), Duplicate> {
        if !self.steps().contains(&step) {
            return Ok(());
        }
        self.make(step)
    }

    /// Lets a step happen that is one of [`World::steps`].
    pub(crate) fn make(&mut self, step: Step) -> Result<(), Duplicate> {
        match step {
            Step::Prompt { process, act, now } => {
                self.exchanges += 1;
                let mut next = self.begin(process, act, now);
                while let Some(Request { exchange, statement }) = next {
                    let answer = self.slot.execute(&statement, &self.rules, now);
                    next = self.answer(process, exchange, &answer);
                }
            }
            Step::Send { process, act, clock } => {
                self.exchanges += 1;
                self.late += 1;
                let request = self.begin(process, act, clock);
                self.post(process, request);
            }
            Step::Arrive { message, now } => {
                let statement = self.wire[message].statement.clone();
                let answer = self.slot.execute(&statement, &self.rules, now);
                let it = &mut self.wire[message];
                if !it.orphan && !it.answers.contains(&answer) {
                    it.answers.push(answer);
                }
            }
            Step::Answer { message, answer } => {
                let Message { from, exchange, .. } = self.wire[message];
                let answer = self.wire[message].answers[answer].clone();
                let next = self.answer(from, exchange, &answer);
                self.post(from, next);
            }
            Step::GiveUp { process } => {
                let it = &mut self.processes[process];
                it.holder.give_up(&mut it.generator);
            }
            Step::Crash { process } => {
                let name = self.processes[process].holder.name().clone();
                let holder = Holder::new(name.clone(), name, TERMS, self.rules);
                self.processes[process] = Process { holder, generator: Generator::default() };
                self.wire.iter_mut().filter(|it| it.from == process).for_each(|it| it.orphan = true);
            }
            Step::Copy { process } => {
                let mut copy = self.processes[process].clone();
                self.excused = self.excused.max(copy.holder.grant().map_or(0, |grant| grant.hi));
                // A connection has one other end: what was under way is answered to one of the two.
                copy.holder.give_up(&mut copy.generator);
                self.processes.push(copy);
            }
            Step::Use { process, clock } => {
                let generator = &mut self.processes[process].generator;
                if let Some(instant) = generator.candidate(clock) {
                    generator.next = instant + 1;
                    let bit = 1 << instant;
                    if self.used & bit != 0 && instant >= self.excused {
                        return Err(Duplicate(instant));
                    }
                    self.used |= bit;
                }
            }
        }
        self.tidy();
        Ok(())
    }

    fn begin(&mut self, process: usize, act: Act, clock: i64) -> Option<Request> {
        let seen = self.slot.see();
        let it = &mut self.processes[process];
        match act {
            Act::Acquire => it.holder.acquire(Seen { worker: WORKER, fence: seen.fence, mark: seen.mark }),
            Act::Renew => it.holder.renew(&mut it.generator, clock),
            Act::Release => it.holder.release(&mut it.generator),
        }
    }

    fn answer(&mut self, process: usize, exchange: u32, answer: &Answer) -> Option<Request> {
        let it = &mut self.processes[process];
        match it.holder.answer(exchange, answer, &mut it.generator) {
            Outcome::Send(request) => Some(request),
            _ => None,
        }
    }

    fn post(&mut self, from: usize, request: Option<Request>) {
        if let Some(Request { exchange, statement }) = request {
            self.wire.push(Message { from, exchange, orphan: false, statement, answers: Vec::new() });
        }
    }

    /// Brings what makes no difference into one form, so that fewer worlds are told apart.
    fn tidy(&mut self) {
        if self.wire.is_empty() {
            return;
        }
        let processes = &self.processes;
        for it in &mut self.wire {
            // An answer that nobody waits for is ignored (a test of the holder says so), and its exchange's number is never waited for again.
            if it.orphan || processes[it.from].holder.waits_for() != Some(it.exchange) {
                it.orphan = true;
                it.answers.clear();
                it.exchange = 0;
            }
        }
        // A statement that only reads has no effect without its answer, and two alike are one that is repeated.
        self.wire.retain(|it| !it.orphan || !matches!(it.statement, Statement::ReadBack { .. }));
        self.wire.sort_by_key(|it| (it.orphan, it.from, it.exchange));
        let mut kept: Vec<Message> = Vec::with_capacity(self.wire.len());
        for it in self.wire.drain(..) {
            if !(it.orphan && kept.iter().any(|other| other.orphan && other.statement == it.statement)) {
                kept.push(it);
            }
        }
        self.wire = kept;
    }
}
