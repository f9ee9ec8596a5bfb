//! Runs WGSL on the simulator and looks at what came out.

use crate::compile::{Compiled, compile};
use crate::{Counters, Finding, Launch, LineCounters, Options, Outcome, Program, Target, run};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::BTreeMap;

/// A kernel with its bindings, ready to run.
pub struct Case {
    pub source: String,
    pub entry: String,
    pub workgroups: [u32; 3],
    pub bindings: BTreeMap<(u32, u32), Vec<u8>>,
    pub immediates: Vec<u8>,
    pub target: Target,
    pub options: Options,
}

/// What a run left behind.
pub struct Ran {
    pub outcome: Outcome,
    pub bindings: BTreeMap<(u32, u32), Vec<u8>>,
}

impl Case {
    /// A kernel whose entry point is `main`, on one workgroup and one thread.
    pub fn new(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            entry: "main".to_owned(),
            workgroups: [1, 1, 1],
            bindings: BTreeMap::new(),
            immediates: Vec::new(),
            target: Target::default(),
            options: Options { threads: 1, ..Options::default() },
        }
    }

    pub fn groups(mut self, workgroups: [u32; 3]) -> Self {
        self.workgroups = workgroups;
        self
    }

    pub fn width(mut self, width: u32) -> Self {
        self.target.subgroup_width = width;
        self
    }

    pub fn f32s(mut self, binding: u32, values: &[f32]) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.bindings.insert((0, binding), bytes);
        self
    }

    pub fn u32s(mut self, binding: u32, values: &[u32]) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.bindings.insert((0, binding), bytes);
        self
    }

    pub fn zeros(mut self, binding: u32, bytes: usize) -> Self {
        self.bindings.insert((0, binding), vec![0; bytes]);
        self
    }

    pub fn option(mut self, set: impl FnOnce(&mut Options)) -> Self {
        set(&mut self.options);
        self
    }

    /// Parses, validates, lowers.
    pub fn program(&self) -> Program {
        let module = naga::front::wgsl::parse_str(&self.source).unwrap_or_else(|error| {
            panic!("{}", error.emit_to_string(&self.source));
        });
        let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
        let info = info.unwrap_or_else(|error| panic!("{}", error.emit_to_string(&self.source)));
        crate::lower::lower(&module, &info, &self.source, &self.entry, &self.target)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// And compiles.
    pub fn compiled(&self) -> Compiled {
        compile(self.program(), &self.target)
    }

    pub fn run(&self) -> Ran {
        let program = self.compiled();
        let mut bindings = self.bindings.clone();
        let launch = Launch { workgroups: self.workgroups, bindings: &mut bindings, immediates: &self.immediates };
        let outcome = run(&program, launch, &self.target, &self.options).unwrap_or_else(|error| panic!("{error}"));
        Ran { outcome, bindings }
    }
}

impl Ran {
    pub fn u32s(&self, binding: u32) -> Vec<u32> {
        let bytes = &self.bindings[&(0, binding)];
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
    }

    pub fn i32s(&self, binding: u32) -> Vec<i32> {
        self.u32s(binding).into_iter().map(|word| word as i32).collect()
    }

    pub fn f32s(&self, binding: u32) -> Vec<f32> {
        self.u32s(binding).into_iter().map(f32::from_bits).collect()
    }

    pub fn counters(&self) -> &Counters {
        &self.outcome.counters
    }

    pub fn line(&self, line: u32) -> LineCounters {
        self.outcome.lines.iter().find(|counters| counters.line == line).cloned().unwrap_or_default()
    }

    pub fn kinds(&self) -> Vec<&str> {
        self.outcome.findings.iter().map(|finding| finding.kind.name()).collect()
    }

    /// The only finding of a kind.
    pub fn finding(&self, kind: &str) -> &Finding {
        let found: Vec<&Finding> = self.outcome.findings.iter().filter(|finding| finding.kind.name() == kind).collect();
        assert_eq!(found.len(), 1, "one {kind} finding among {:?}", self.outcome.findings);
        found[0]
    }

    /// Asserts that nothing was found.
    pub fn clean(self) -> Self {
        assert_eq!(self.outcome.findings, []);
        self
    }
}
