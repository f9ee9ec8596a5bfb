//! A file of kernels, and what is wrong with following the suggestions that it calls for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use lockstep_sim::advice::Suggestion;
use lockstep_sim::kernel::{Kernel, Overrides};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Compiled, Counters, FindingKind, Launch, Options, Sampling, Severity, Simulation, simulate};

/// The least by which the figure must change.
pub const BETTER: f64 = 0.9;

/// By how much the estimated time may grow: a finding that is about a part of it may bring nothing.
const SLOWER: f64 = 1.02;

/// By how much a promise may exceed what comes of it: following it costs something, too.
const PROMISED: f64 = 1.25;

#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub wgsl: String,
    pub says: BTreeMap<String, String>,
}

impl Case {
    pub fn read(path: &Path) -> Self {
        let wgsl = fs::read_to_string(path).unwrap();
        let lines = wgsl.lines().map_while(|line| line.strip_prefix("// ")?.split_once(": "));
        let says = lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Self { name: path.file_stem().unwrap().to_string_lossy().into_owned(), wgsl, says }
    }

    pub fn value(&self, key: &str) -> &str {
        self.says.get(key).unwrap_or_else(|| panic!("{} has no `// {key}: ...`", self.name))
    }

    fn numbers(&self, key: &str) -> Vec<usize> {
        let number =
            |text: &str| text.parse().unwrap_or_else(|_| panic!("{}: {key}: {text} is not a number", self.name));
        self.value(key).split(' ').map(number).collect()
    }

    pub fn suggestions(&self) -> Vec<Suggestion> {
        let named = |name: &str| Suggestion::ALL.iter().find(|suggestion| suggestion.name() == name);
        let names = self.value("suggests").split(' ');
        names.map(|name| *named(name).unwrap_or_else(|| panic!("{}: {name} is not a suggestion", self.name))).collect()
    }

    fn machine(&self) -> &'static Machine {
        Machine::builtin(self.says.get("machine").map_or("ampere-8.6", String::as_str)).unwrap()
    }

    /// Small whole numbers, so that sums do not depend on their order.
    fn input(&self, words: usize) -> Vec<u8> {
        let whole = self.says.get("words").is_some_and(|words| words == "u32");
        let word = |at: usize| (at as u32).wrapping_mul(2_654_435_761) >> 28;
        let word = |at| if whole { word(at) } else { (word(at) as f32).to_bits() };
        let mut bytes = Vec::with_capacity(4 * words);
        (0..words).for_each(|at| bytes.extend_from_slice(&word(at).to_le_bytes()));
        bytes
    }

    /// What an entry point leaves in the buffers, and what is found.
    pub fn run(&self, entry: &str) -> (Simulation, BTreeMap<(u32, u32), Vec<u8>>) {
        self.run_on(self.machine(), entry, Sampling::Full)
    }

    pub fn run_on(
        &self,
        machine: &Machine,
        entry: &str,
        sampling: Sampling,
    ) -> (Simulation, BTreeMap<(u32, u32), Vec<u8>>) {
        let kernel = Kernel::parse(&self.name, &self.wgsl, Some(entry), &Overrides::new());
        let kernel = kernel.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let program = Compiled::new(&kernel, &machine.target());
        let program = program.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let buffers = self.numbers("buffers");
        let places = kernel.bindings.iter().map(|binding| (binding.group, binding.binding));
        let mut bindings = places.map(|place| (place, self.input(buffers[place.1 as usize]))).collect();
        let workgroups = self.numbers(entry);
        let workgroups = [0, 1, 2].map(|axis| workgroups.get(axis).map_or(1, |count| *count as u32));
        let launch = Launch { workgroups, bindings: &mut bindings, immediates: &[] };
        let options = Options { uninitialized: false, access_samples: true, sampling, ..Options::default() };
        let simulation = simulate(&program, launch, machine, &options).unwrap();
        assert_eq!(simulation.outcome.findings, [], "{}: `{entry}` is wrong", self.name);
        (simulation, bindings)
    }

    pub fn figure(&self, run: &Simulation, name: &str) -> f64 {
        if name == "estimated" {
            return run.estimate.time_s.unwrap();
        }
        let counter = Counters::TABLE.iter().find(|counter| counter.name == name);
        let counter = counter.unwrap_or_else(|| panic!("{}: {name} is not a counter", self.name));
        (counter.read)(&run.outcome.counters).unwrap_or_else(|| panic!("{}: {name} is not known", self.name))
    }

    /// Kinds of findings that would be wrong.
    pub fn untold(&self) -> Vec<FindingKind> {
        let named = |name: &str| FindingKind::ALL.iter().find(|kind| kind.name() == name);
        let kind = |name| *named(name).unwrap_or_else(|| panic!("{}: {name} is no kind of finding", self.name));
        self.says.get("untold").map_or(Vec::new(), |names| names.split(' ').map(kind).collect())
    }

    /// Findings of kinds that would be wrong.
    pub fn told_wrongly(&self, run: &Simulation) -> Vec<String> {
        let untold = self.untold();
        let reported = run.advice.iter().filter(|finding| untold.contains(&finding.kind));
        reported.map(|finding| format!("{}: it is told {finding}", self.name)).collect()
    }

    /// Findings with words that would be wrong.
    pub fn said_wrongly(&self, run: &Simulation) -> Vec<String> {
        let unsaid = self.says.get("unsaid").into_iter();
        let said =
            unsaid.flat_map(|unsaid| messages(run).into_iter().filter(|message| message.contains(unsaid.as_str())));
        said.map(|message| format!("{}: it says: {message}", self.name)).collect()
    }

    /// What is wrong with following the suggestions of this case.
    pub fn complaints(&self) -> Vec<String> {
        let ((before, left), (after, then)) = (self.run("before"), self.run("after"));
        let mut complaints = Vec::new();
        for suggestion in self.suggestions() {
            if !suggests(&before, suggestion) {
                complaints.push(format!("nothing suggests {}: {:#?}", suggestion.name(), messages(&before)));
            }
            if suggests(&after, suggestion) && !is_limiters(&before, suggestion) {
                complaints.push(format!("it still suggests {}: {:#?}", suggestion.name(), messages(&after)));
            }
        }
        if let Some(said) =
            self.says.get("said").filter(|said| !messages(&before).iter().any(|one| one.contains(*said)))
        {
            complaints.push(format!("nothing says {said}: {:#?}", messages(&before)));
        }
        complaints.extend(self.said_wrongly(&before));
        let (rises, name) = match self.value("figure").strip_prefix('+') {
            Some(name) => (true, name),
            None => (false, self.value("figure")),
        };
        let [was, is] = [&before, &after].map(|run| self.figure(run, name));
        let ratio = if rises { was / is } else { is / was };
        if ratio.is_nan() || ratio > BETTER {
            complaints.push(format!("{name} goes from {was} to {is}"));
        }
        let [was, is] = [&before, &after].map(|run| run.estimate.time_s.unwrap());
        let launch = before.estimate.launch_s.unwrap_or(0.0);
        let gained = (was - launch) / (is - launch);
        for (said, message) in promises(&before, &self.suggestions()).filter(|(said, _)| *said > gained * PROMISED) {
            complaints.push(format!("{said} times is promised, {gained:.2} times comes of it: {message}"));
        }
        if is > was * SLOWER && !self.says.contains_key("slower") {
            complaints.push(format!("the time goes from {was:.3e} s to {is:.3e} s"));
        }
        let new: Vec<_> = warnings(&after).difference(&warnings(&before)).copied().collect();
        if !new.is_empty() {
            complaints.push(format!("it brings {new:?}: {:#?}", messages(&after)));
        }
        let other = self.says.get("results").is_some_and(|reason| reason.starts_with("other, "));
        let shared = left.iter().filter(|(place, _)| then.contains_key(place));
        if !other && shared.clone().any(|(place, bytes)| then[place] != *bytes) {
            complaints.push("the results differ".to_owned());
        }
        let complaints = complaints.into_iter().map(|complaint| format!("{}: {complaint}", self.name));
        complaints.chain(self.told_wrongly(&after)).collect()
    }
}

/// How many times as fast findings with these suggestions say that the kernel would be, but for lanes that idle for several reasons, and the findings.
fn promises<'a>(run: &'a Simulation, suggestions: &'a [Suggestion]) -> impl Iterator<Item = (f64, &'a str)> {
    let findings = run.advice.iter().map(|finding| finding.message.as_str());
    let of_case = findings.filter(|message| suggestions.iter().any(|one| is_next(message, one.text())));
    of_case.filter_map(|message| {
        // Of several ways a case goes one; what holds on a condition need not hold for it.
        let parts: Vec<&str> = message.split(" times as fast by estimate").collect();
        let said = parts.windows(2).filter_map(|pair| {
            let (before, times) = pair[0].rsplit_once([' ', '('])?;
            let on_condition = before.ends_with("no lane idle,") || pair[1].starts_with(" if ");
            times.parse().ok().filter(|_| !on_condition)
        });
        Some((said.reduce(f64::min)?, message))
    })
}

/// Whether a finding ends in this suggestion.
pub fn suggests(run: &Simulation, suggestion: Suggestion) -> bool {
    let text = suggestion.text();
    run.advice.iter().any(|finding| is_next(&finding.message, text))
}

pub fn is_next(message: &str, text: &str) -> bool {
    message.contains(&format!("Next: {text}")) || message.contains(&format!(". {text}"))
}

/// Whether it is the limiter's: of the next limit, or of the same, something is suggested in any case.
fn is_limiters(run: &Simulation, suggestion: Suggestion) -> bool {
    let limiter = run.advice.last().filter(|finding| finding.kind == FindingKind::Limiter);
    limiter.is_some_and(|finding| is_next(&finding.message, suggestion.text()))
}

fn warnings(run: &Simulation) -> BTreeSet<&'static str> {
    let warnings = run.advice.iter().filter(|finding| finding.severity == Severity::Warning);
    warnings.map(|finding| finding.kind.name()).collect()
}

pub fn messages(run: &Simulation) -> Vec<String> {
    run.advice.iter().map(ToString::to_string).collect()
}
