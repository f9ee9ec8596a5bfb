//! Every suggestion of a finding, tried: a kernel that calls for it, and the same one changed as it says.
//!
//! A file of `kernels/` has the entry points `before` and `after` and opens with lines `// KEY: VALUE`: `suggests`, names
//! of suggestions; `figure`, the counter that must fall (`estimated` is the time), or rise where `+` stands before it; `before` and `after`, the
//! workgroups; `buffers`, the words of each binding of group 0; where they are not as usual, `words: u32`, `machine`, and
//! `results: other`, with the reason why the two need not leave the same bytes, `slower`, why the second takes longer,
//! `said`, what a finding of the first says, and `unsaid`, what none of them may say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use lockstep_sim::advice::{Handed, Suggestion, unfused};
use lockstep_sim::kernel::{Kernel, Overrides};
use lockstep_sim::machine::Machine;
use lockstep_sim::{Counters, Launch, Options, Program, Sampling, Severity, Simulation, simulate};

/// The least by which the figure must change.
const BETTER: f64 = 0.9;

/// A kernel that takes so many times what the best rung takes is near it: nothing more need be suggested.
const NEAR: f64 = 1.5;

/// By how much the estimated time may grow: a finding that is about a part of it may bring nothing.
const SLOWER: f64 = 1.02;

struct Case {
    name: String,
    wgsl: String,
    says: BTreeMap<String, String>,
}

impl Case {
    fn read(path: &Path) -> Self {
        let wgsl = fs::read_to_string(path).unwrap();
        let lines = wgsl.lines().map_while(|line| line.strip_prefix("// ")?.split_once(": "));
        let says = lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Self { name: path.file_stem().unwrap().to_string_lossy().into_owned(), wgsl, says }
    }

    fn value(&self, key: &str) -> &str {
        self.says.get(key).unwrap_or_else(|| panic!("{} has no `// {key}: ...`", self.name))
    }

    fn numbers(&self, key: &str) -> Vec<usize> {
        let number =
            |text: &str| text.parse().unwrap_or_else(|_| panic!("{}: {key}: {text} is not a number", self.name));
        self.value(key).split(' ').map(number).collect()
    }

    fn suggestions(&self) -> Vec<Suggestion> {
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
        (0..words).flat_map(|at| word(at).to_le_bytes()).collect()
    }

    /// What an entry point leaves in the buffers, and what is found.
    fn run(&self, entry: &str) -> (Simulation, BTreeMap<(u32, u32), Vec<u8>>) {
        self.run_on(self.machine(), entry, Sampling::Full)
    }

    fn run_on(
        &self,
        machine: &Machine,
        entry: &str,
        sampling: Sampling,
    ) -> (Simulation, BTreeMap<(u32, u32), Vec<u8>>) {
        let kernel = Kernel::parse(&self.name, &self.wgsl, Some(entry), &Overrides::new());
        let kernel = kernel.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let program = Program::new(&kernel.module, &kernel.info, &kernel.source, &kernel.entry, &machine.target());
        let program = program.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let buffers = self.numbers("buffers");
        let places = kernel.bindings.iter().map(|binding| (binding.group, binding.binding));
        let mut bindings = places.map(|place| (place, self.input(buffers[place.1 as usize]))).collect();
        let workgroups = self.numbers(entry);
        let workgroups = [0, 1, 2].map(|axis| workgroups.get(axis).map_or(1, |count| *count as u32));
        let launch = Launch { workgroups, bindings: &mut bindings, immediates: &[] };
        let options = Options { uninitialized: false, first_requests: true, sampling, ..Options::default() };
        let simulation = simulate(&program, launch, machine, &options).unwrap();
        assert_eq!(simulation.outcome.findings, [], "{}: `{entry}` is wrong", self.name);
        (simulation, bindings)
    }

    fn figure(&self, run: &Simulation, name: &str) -> f64 {
        if name == "estimated" {
            return run.estimate.time_s.unwrap();
        }
        let counter = Counters::TABLE.iter().find(|counter| counter.name == name);
        let counter = counter.unwrap_or_else(|| panic!("{}: {name} is not a counter", self.name));
        (counter.read)(&run.outcome.counters).unwrap_or_else(|| panic!("{}: {name} is not known", self.name))
    }

    /// What is wrong with following the suggestions of this case.
    fn complaints(&self) -> Vec<String> {
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
        if let Some(unsaid) = self.says.get("unsaid") {
            let said = messages(&before).into_iter().filter(|message| message.contains(unsaid.as_str()));
            complaints.extend(said.map(|message| format!("it says: {message}")));
        }
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
        complaints.into_iter().map(|complaint| format!("{}: {complaint}", self.name)).collect()
    }
}

/// Whether a finding ends in this suggestion.
fn suggests(run: &Simulation, suggestion: Suggestion) -> bool {
    let text = suggestion.text();
    run.advice.iter().any(|finding| is_next(&finding.message, text))
}

fn is_next(message: &str, text: &str) -> bool {
    message.contains(&format!("Next: {text}")) || message.contains(&format!(". {text}"))
}

/// Whether it is the limiter's: of the next limit, or of the same, something is suggested in any case.
fn is_limiters(run: &Simulation, suggestion: Suggestion) -> bool {
    let limiter = run.advice.last().filter(|finding| finding.kind == lockstep_sim::FindingKind::Limiter);
    limiter.is_some_and(|finding| is_next(&finding.message, suggestion.text()))
}

fn warnings(run: &Simulation) -> BTreeSet<&'static str> {
    let warnings = run.advice.iter().filter(|finding| finding.severity == Severity::Warning);
    warnings.map(|finding| finding.kind.name()).collect()
}

fn messages(run: &Simulation) -> Vec<String> {
    run.advice.iter().map(ToString::to_string).collect()
}

fn cases() -> Vec<Case> {
    files("kernels")
}

fn files(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/advice").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| Case::read(path)).collect()
}

#[test]
fn a_kernel_changed_as_a_finding_says_is_better_and_no_worse_in_anything_else() {
    let complaints: Vec<String> = cases().iter().flat_map(Case::complaints).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_suggestion_has_been_tried() {
    let tried: Vec<&str> = cases().iter().flat_map(Case::suggestions).map(Suggestion::name).collect();
    let untried = Suggestion::ALL.iter().filter(|suggestion| **suggestion != Suggestion::Fuse);
    let untried: Vec<_> = untried.map(|suggestion| suggestion.name()).filter(|name| !tried.contains(name)).collect();
    assert!(untried.is_empty(), "no file of tests/advice/kernels tries {untried:?}");
}

#[test]
fn findings_suggest_nothing_that_is_not_in_the_list_of_suggestions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/advice");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.ends_with("suggestion.rs") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("Next: "), "{} suggests by itself: use `suggest`", path.display());
        }
    }
}

/// Launches that hand data to each other are found by whoever knows the launches.
#[test]
fn two_kernels_fused_into_one_as_a_finding_says_move_less() {
    let wgsl = "@group(0) @binding(0) var<storage, read> input: array<f32>;
        @group(0) @binding(1) var<storage, read_write> between: array<f32>;
        @group(0) @binding(2) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(256) fn first(@builtin(global_invocation_id) id: vec3u) { between[id.x] = 2.0 * input[id.x]; }
        @compute @workgroup_size(256) fn second(@builtin(global_invocation_id) id: vec3u) { output[id.x] = between[id.x] + 1.0; }
        @compute @workgroup_size(256) fn fused(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 2.0 * input[id.x] + 1.0; }";
    let bytes = 4 * 960 * 256;
    let says = [("buffers", "245760 245760 245760"), ("first", "960"), ("second", "960"), ("fused", "960")];
    let says = says.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let case = Case { name: "fuse".to_owned(), wgsl: wgsl.to_owned(), says };
    let handed = Handed { name: "between".to_owned(), from: 1, to: 2, bytes };
    let finding = unfused(2, &[handed], None).unwrap();
    assert!(is_next(&finding.message, Suggestion::Fuse.text()), "{finding}");
    let [first, second, fused] = ["first", "second", "fused"].map(|entry| case.run(entry).0);
    let bytes_of = |run: &Simulation| case.figure(run, "dram_bytes");
    let time = |run: &Simulation| run.estimate.time_s.unwrap();
    assert!(bytes_of(&fused) < BETTER * (bytes_of(&first) + bytes_of(&second)));
    assert!(time(&fused) < BETTER * (time(&first) + time(&second)));
}

#[test]
fn a_product_whose_x_and_y_are_swapped_as_a_finding_says_is_faster_on_every_machine() {
    let wgsl = "@group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read> b: array<f32>;
        @group(0) @binding(2) var<storage, read_write> c: array<f32>;
        const N = 512u;
        const K = 32u;
        fn product(row: u32, column: u32) {
            var sum = 0.0;
            for (var k = 0u; k < K; k++) { sum = fma(a[row * K + k], b[k * N + column], sum); }
            c[row * N + column] = sum;
        }
        @compute @workgroup_size(16, 16) fn columns(@builtin(global_invocation_id) id: vec3u) { product(id.x, id.y); }
        @compute @workgroup_size(16, 16) fn rows(@builtin(global_invocation_id) id: vec3u) { product(id.y, id.x); }";
    for name in Machine::names().filter(|name| *name != "lavapipe") {
        let says = [("buffers", "16384 16384 262144"), ("columns", "32 32"), ("rows", "32 32"), ("machine", name)];
        let says = says.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        let case = Case { name: name.to_owned(), wgsl: wgsl.to_owned(), says };
        let (columns, rows) = (case.run("columns").0, case.run("rows").0);
        assert!(suggests(&columns, Suggestion::SwapAxes), "{name}: {:#?}", messages(&columns));
        let (was, is) = (columns.estimate.time_s.unwrap(), rows.estimate.time_s.unwrap());
        assert!(is < BETTER * was, "{name}: {was:e} s become {is:e} s: {:#?}", messages(&rows));
    }
}

/// A file of `ladders/`: `steps` are entry points, of which `next` leads from one to the following one: suggestions, any of
/// which is made where the kernel is not near the best yet. `best` is the best rung of the ladder that others published.
#[test]
fn who_follows_the_suggestions_ends_near_the_best_rung() {
    assert_ladders_are_walked_on(Machine::DEFAULT);
}

#[test]
#[ignore = "a minute: the same on the machines of other GPUs, which .ci/long runs"]
fn who_follows_the_suggestions_ends_near_the_best_rung_on_other_gpus() {
    std::thread::scope(|scope| {
        for machine in ["ada-8.9", "rdna3", "apple-m2"] {
            scope.spawn(|| assert_ladders_are_walked_on(machine));
        }
    });
}

fn assert_ladders_are_walked_on(machine: &str) {
    let complaints: Vec<String> = files("ladders").iter().flat_map(|ladder| follow(ladder, machine)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is wrong with following the suggestions of a ladder's steps on a machine.
fn follow(ladder: &Case, machine: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let steps: Vec<&str> = ladder.value("steps").split(' ').collect();
    let next: Vec<&str> = ladder.value("next").split(", ").collect();
    assert_eq!(next.len(), steps.len() - 1, "{}", ladder.name);
    let on = Machine::builtin(machine).unwrap();
    let run = |entry: &str| ladder.run_on(on, entry, Sampling::Sampled { max_workgroups: 48 }).0;
    let time = |run: &Simulation| run.estimate.time_s.unwrap();
    let best = time(&run(ladder.value("best")));
    let runs: Vec<Simulation> = steps.iter().map(|step| run(step)).collect();
    for (at, wanted) in next.iter().enumerate() {
        let named = |name: &str| Suggestion::ALL.iter().find(|suggestion| suggestion.name() == name);
        let made = |name: &str| suggests(&runs[at], *named(name).unwrap_or_else(|| panic!("{name}")));
        if !wanted.split('|').any(made) && time(&runs[at]) > NEAR * best {
            let said = messages(&runs[at]);
            complaints.push(format!("{machine}: {} does not lead on to {}: {said:#?}", steps[at], steps[at + 1]));
        }
    }
    let last = time(&runs[steps.len() - 1]);
    println!(
        "{:10} {machine:10} {:5.2} x the best, {:6.1} x better than the first",
        ladder.name,
        last / best,
        time(&runs[0]) / last
    );
    if last > NEAR * best {
        complaints.push(format!("{machine}: {} ends at {:.2} x the best rung", ladder.name, last / best));
    }
    complaints
}
