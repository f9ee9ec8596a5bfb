//! A kernel as it is compared: its passes, and what was counted.

use crate::kernel::Kernel;
use crate::measure::Summary;
use crate::sim::advice::Cause;
use crate::sim::estimate::{Limit, Times};
use crate::sim::{Counters, LineCounters};
use crate::units::Seconds;

/// One of two kernels.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// What sentences call it: "B", "`tiled`".
    pub name: &'a str,
    /// Its dispatches, in order; empty where only counters are known.
    pub passes: &'a [Pass<'a>],
    /// Totals over its dispatches; `None` where it could not be run on the simulator.
    pub counters: Option<&'a Counters>,
    /// `None` where nothing was timed or estimated.
    pub takes: Option<Takes<'a>>,
}

/// The time of a kernel.
#[derive(Clone, Copy)]
pub struct Takes<'a> {
    /// Measured, or estimated.
    pub time: Seconds,
    /// What each resource takes by the estimate.
    pub terms: &'a Times,
}

impl<'a> Takes<'a> {
    /// `None` without a time or an estimate.
    pub fn of(time: Option<Summary>, terms: &'a Times) -> Option<Self> {
        let time = time.filter(|_| !terms.is_empty())?.median;
        Some(Self { time, terms })
    }

    /// By how much one of these resources takes longer than in `other`, in seconds: the one of which that is most; of all
    /// resources where none is named.
    pub(super) fn more_than(&self, other: &Self, limits: &[Limit]) -> f64 {
        let meant = |name: &str| limits.is_empty() || limits.iter().any(|limit| limit.name() == name);
        let more = self.terms.iter().filter(|(name, _)| meant(name));
        let more = more.map(|(name, time)| time - other.terms.get(name).copied().unwrap_or(0.0));
        more.fold(0.0, f64::max)
    }
}

/// One dispatch.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// What runs.
    pub kernel: &'a Kernel,
    /// The counters of its lines; empty where nothing was counted.
    pub lines: &'a [LineCounters],
}

impl Side<'_> {
    /// Lines where `counter` is spent, the dearest first: the pass and the line. A line below a fifth of the whole is
    /// left out.
    pub(super) fn spenders(&self, counter: fn(&LineCounters) -> u64) -> Vec<(usize, u32)> {
        let all = || {
            let passes = self.passes.iter().enumerate();
            passes.flat_map(|(pass, one)| one.lines.iter().map(move |line| (pass, line)))
        };
        let total: u64 = all().map(|(_, line)| counter(line)).sum();
        let mut spenders: Vec<_> =
            all().filter(|(_, line)| line.line > 0 && counter(line) > 0 && counter(line) * 5 >= total).collect();
        spenders.sort_by_key(|(pass, line)| (std::cmp::Reverse(counter(line)), *pass, line.line));
        spenders.into_iter().map(|(pass, line)| (pass, line.line)).collect()
    }

    /// `line 14`, or `lines 14 and 20`, with the file where there are several; at most two.
    pub(super) fn name_lines(&self, lines: &[(usize, u32)]) -> Option<String> {
        let one = |(pass, line): &(usize, u32)| match self.passes {
            [_] => line.to_string(),
            passes => {
                let path = passes.get(*pass).map_or("", |pass| pass.kernel.path.as_str());
                let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
                format!("{line} of {file}")
            }
        };
        match lines {
            [] => None,
            [only] => Some(format!("line {}", one(only))),
            [first, second, ..] => Some(format!("lines {} and {}", one(first), one(second))),
        }
    }

    /// The names of the variables of an invocation that an index known only at run time reaches into.
    pub(super) fn indexed_variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for pass in self.passes {
            let module = &pass.kernel.module;
            let entries = module.entry_points.iter().map(|entry| &entry.function);
            let functions = module.functions.iter().map(|(_, function)| function);
            for name in entries.chain(functions).flat_map(indexed) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Bytes of `var<workgroup>` memory of the pass that has most.
    pub(super) fn workgroup_bytes(&self) -> u32 {
        let bytes = self.passes.iter().map(|pass| pass.kernel.workgroup_bytes);
        bytes.max().unwrap_or(0)
    }

    /// The names of the variables in workgroup memory.
    pub(super) fn workgroup_variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for pass in self.passes {
            for (_, variable) in pass.kernel.module.global_variables.iter() {
                if variable.space == naga::AddressSpace::WorkGroup {
                    names.extend(variable.name.as_deref());
                }
            }
        }
        names
    }
}

/// The local variables into which an `a[i]` of this function reaches, where `i` is no constant.
fn indexed(function: &naga::Function) -> impl Iterator<Item = &str> {
    use naga::Expression::{Access, AccessIndex, LocalVariable};
    let variable = |mut base: naga::Handle<naga::Expression>| loop {
        match function.expressions[base] {
            Access { base: of, .. } | AccessIndex { base: of, .. } => base = of,
            LocalVariable(local) => return function.local_variables[local].name.as_deref(),
            _ => return None,
        }
    };
    function.expressions.iter().filter_map(move |(_, expression)| match *expression {
        Access { base, .. } => variable(base),
        _ => None,
    })
}

/// What takes the time of each of two by the estimate: a count that falls 30 times saves no more time than the next limit
/// leaves. Each has its name and its cause; `None` where one was not estimated.
pub fn limits([a, b]: [(&str, Option<&Cause>); 2]) -> Option<String> {
    let (of_a, of_b) = a.1.zip(b.1)?;
    Some(match of_a == of_b {
        true => format!("Of both the estimate says that {of_a}"),
        false => format!("The estimate says of {} that {of_a}, and of {} that {of_b}", a.0, b.0),
    })
}
