//! What an attempt does, from what the simulator counted access by access and line by line.

use crate::harness::{CheckReport, SourceReport};
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Figure, Problem, Role};
use crate::sim::{AccessKind, Finding, LineCounters, MemorySpace};
use crate::units::{digits3, percent};
use crate::verify::Spread;

/// Buffers that are named in one sentence.
const NAMED: usize = 3;

/// What an attempt did at the size at which it was counted; empty where nothing was.
pub struct Evidence<'a> {
    source: Option<&'a SourceReport>,
    kernel: Option<Kernel>,
    buffers: Vec<BufferTraffic>,
    width: u32,
    reads_no_input: bool,
}

/// What went to and from one buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct BufferTraffic {
    binding: u32,
    /// The kernel's own name for it.
    name: String,
    /// Bytes of the buffer.
    bytes: f64,
    /// Whether a kernel has to move it.
    needed: bool,
    read: u64,
    written: u64,
    moved: u64,
    fewest: u64,
}

impl BufferTraffic {
    /// Bytes asked for, over the buffer's.
    pub fn asked(&self) -> f64 {
        (self.read + self.written) as f64 / self.bytes
    }

    /// Sectors of its requests over the fewest.
    fn scattered(&self) -> f64 {
        self.moved as f64 / (self.fewest as f64).max(1.0)
    }

    /// Bytes moved beyond those that the problem needs.
    fn wasted(&self) -> f64 {
        self.moved as f64 - if self.needed { self.bytes } else { 0.0 }
    }

    /// "`gate` is read twice over".
    fn words(&self) -> String {
        let each = |count: u64, done: &str| (count > 0).then(|| format!("{done} {}", times(count as f64 / self.bytes)));
        let done: Vec<String> =
            [each(self.read, "read"), each(self.written, "written")].into_iter().flatten().collect();
        let asked = (self.read + self.written) as f64;
        let moved = match self.moved as f64 {
            moved if moved > 1.1 * asked => {
                format!(", and sectors of {} its bytes are touched for that", fold(moved / self.bytes))
            }
            _ => String::new(),
        };
        format!("`{}` is {}{moved}", self.name, done.join(" and "))
    }
}

/// "once", "twice", "3.5 times".
fn times(count: f64) -> String {
    match count {
        _ if is_about(count, 1.0) => "once".to_owned(),
        _ if is_about(count, 2.0) => "twice".to_owned(),
        _ => format!("{} times", whole(count)),
    }
}

/// "8 times", as a factor.
fn fold(count: f64) -> String {
    format!("{} times", whole(count))
}

/// Whether a count is as good as this number.
fn is_about(count: f64, number: f64) -> bool {
    (count - number).abs() < 0.03
}

/// A figure without decimals where they say nothing.
fn whole(count: f64) -> String {
    if is_about(count, count.round()) { format!("{count:.0}") } else { digits3(count) }
}

impl<'a> Evidence<'a> {
    /// Of the attempt `source`, at `problem`; `width` lanes are a subgroup.
    pub fn new(source: Option<&'a SourceReport>, problem: &Problem, width: u32) -> Self {
        let parse = |source: &SourceReport| Kernel::parse(&source.path, &source.text, None, &Overrides::new()).ok();
        let kernel = source.and_then(parse);
        let bindings = kernel.iter().flat_map(|kernel| &kernel.bindings).filter(|bound| bound.group == 0);
        let of = |name: &str, binding: u32| {
            let buffer = problem.buffer(binding)?;
            let mut traffic = BufferTraffic {
                binding,
                name: name.to_owned(),
                bytes: buffer.bytes() as f64,
                needed: matches!(buffer.role, Role::Input(_)) || buffer.role.is_output(),
                read: 0,
                written: 0,
                moved: 0,
                fewest: 0,
            };
            for access in source.iter().flat_map(|source| &source.first_requests).filter(|access| access.name == name) {
                let MemorySpace::Storage { sector_bytes, .. } = access.goes else { continue };
                match access.does {
                    AccessKind::Reads => traffic.read += access.all.bytes,
                    AccessKind::Writes | AccessKind::Updates => traffic.written += access.all.bytes,
                }
                traffic.moved += access.all.spent * u64::from(sector_bytes);
                traffic.fewest += access.all.ideal * u64::from(sector_bytes);
            }
            Some(traffic)
        };
        let buffers = bindings.filter_map(|bound| of(&bound.name, bound.binding)).collect();
        let holds_nothing = |binding| {
            problem
                .buffer(binding)
                .is_some_and(|buffer| matches!(buffer.role, Role::Output | Role::OneOf | Role::Scratch))
        };
        let reads_no_input = kernel.as_ref().is_some_and(|kernel| read(kernel).any(holds_nothing));
        Self { source, kernel, buffers, width, reads_no_input }
    }

    /// Whether the attempt reads a buffer that holds nothing of use before it is written.
    pub fn reads_no_input(&self) -> bool {
        self.reads_no_input
    }

    /// Whether it declares an array of which each invocation has its own.
    pub fn has_own_array(&self) -> bool {
        self.kernel.as_ref().is_some_and(|kernel| {
            let module = &kernel.module;
            let is_array = |ty| matches!(module.types[ty].inner, naga::TypeInner::Array { .. });
            let private = |variable: &naga::GlobalVariable| variable.space == naga::AddressSpace::Private;
            let globals = module.global_variables.iter().filter(|(_, variable)| private(variable));
            let locals = functions(module).flat_map(|function| function.local_variables.iter());
            globals.map(|(_, variable)| variable.ty).chain(locals.map(|(_, local)| local.ty)).any(is_array)
        })
    }

    /// What went to and from the buffer of `binding`; `None` where the attempt has no such buffer.
    pub fn traffic(&self, binding: u32) -> Option<&BufferTraffic> {
        self.buffers.iter().find(|traffic| traffic.binding == binding)
    }

    /// Which elements are wrong; what comes again, comes three times at least, or at a distance that has a name in the kernel: else
    /// it may be chance.
    pub fn spread(&self, check: &CheckReport) -> Option<Spread> {
        let spread = check.spread?;
        let named = |period: &usize| !self.constants_of(*period).is_empty();
        let period = spread.period.filter(|period| spread.first + 2 * period < spread.elements || named(period));
        Some(Spread { period, ..spread })
    }

    /// The attempt's constants that have this value.
    pub fn constants_of(&self, value: usize) -> Vec<String> {
        let constants = self.kernel.iter().flat_map(|kernel| &kernel.constants);
        constants.filter(|(_, found)| **found as usize == value).map(|(name, _)| name.clone()).collect()
    }

    /// Whether `finding` is about an array of the kernel's own, in workgroup memory or an invocation's (else one of a
    /// buffer); `None` where it names neither.
    pub fn in_tile(&self, finding: &Finding) -> Option<bool> {
        // Of `tile[..].value` the first part.
        let name = finding.variable.as_deref()?.split(['.', '[']).next()?;
        let module = &self.kernel.as_ref()?.module;
        let is = |variable: &&naga::GlobalVariable| variable.name.as_deref() == Some(name);
        if let Some(global) = module.global_variables.iter().map(|(_, variable)| variable).find(is) {
            return Some(matches!(global.space, naga::AddressSpace::WorkGroup | naga::AddressSpace::Private));
        }
        let has = |function: &naga::Function| {
            function.local_variables.iter().any(|(_, local)| local.name.as_deref() == Some(name))
        };
        functions(module).any(has).then_some(true)
    }

    /// The binding of the buffer that `finding` is about; `None` where it names none.
    pub fn binding_of(&self, finding: &Finding) -> Option<u32> {
        let name = finding.variable.as_deref()?.split(['.', '[']).next()?;
        self.buffers.iter().find(|buffer| buffer.name == name).map(|buffer| buffer.binding)
    }

    /// How many times the fewest sectors the requests to the buffer of `binding` touch, where it is the buffer to which most
    /// is moved in vain.
    pub fn scattered_most(&self, binding: u32) -> Option<f64> {
        let vain = |traffic: &&BufferTraffic| traffic.moved.saturating_sub(traffic.fewest);
        let worst = self.buffers.iter().max_by_key(vain)?;
        (worst.binding == binding).then(|| worst.scattered())
    }

    fn lines(&self) -> impl Iterator<Item = &'a LineCounters> + use<'a> {
        self.source.into_iter().flat_map(|source| &source.lines)
    }

    /// Lanes at work on the line that takes most of the instructions.
    pub fn lanes_at_work(&self) -> Option<f64> {
        self.lines().max_by_key(|line| line.subgroup_instructions).map(at_work)
    }

    /// What was seen of a figure that is not as it should be.
    pub fn sentence(&self, figure: Figure) -> Option<String> {
        match figure {
            Figure::SectorsOverFewest
            | Figure::SectorsAsWritten
            | Figure::DramOverFewest
            | Figure::RequestedOverFewest => self.traffic_words(),
            Figure::LaneEfficiency | Figure::DivergentBranches => {
                let idle =
                    |line: &&LineCounters| line.subgroup_instructions * u64::from(self.width) - line.active_lanes;
                let line = self.lines().max_by_key(idle).filter(|line| idle(line) > 0)?;
                let (line, working) = (line.line, whole(at_work(line)));
                Some(format!("line {line} has {working} of a subgroup's {} lanes at work, on average", self.width))
            }
            Figure::LanesPerFlop | Figure::LanesPerByte => {
                self.most(|line| line.subgroup_instructions, "takes", "instructions")
            }
            Figure::FlopOverNeeded => self.most(|line| line.flop, "does", "FLOPs"),
            Figure::WavefrontsPerMultiplyAdd | Figure::WavefrontsPerLine => {
                self.most(|line| line.shared_wavefronts.unwrap_or(0), "takes", "passes over the banks")
            }
            Figure::TurnsPerElement | Figure::TurnsPerWorkgroup => {
                self.most(|line| line.atomic_serializations, "takes", "turns at atomics")
            }
            Figure::AtomicWavefrontsPerElement => {
                self.most(|line| line.atomic_wavefronts.unwrap_or(0), "takes", "atomics' passes over the banks")
            }
            Figure::BarriersPerWorkgroup => self.most(|line| line.barriers, "has", "barriers"),
            Figure::SectorsOverIdeal => {
                self.in_vain(|line| Some((line.global_sectors, line.global_sectors_ideal)), "touches", "sectors")
            }
            Figure::WavefrontsOverIdeal => self.in_vain(
                |line| line.shared_wavefronts.zip(line.shared_wavefronts_ideal),
                "takes",
                "passes over the banks",
            ),
            Figure::BytesPerRequest
            | Figure::OutputsPerInvocation
            | Figure::ElementsPerInvocation
            | Figure::RequestsPerLine
            | Figure::RequestsPerMultiplyAdd
            | Figure::WorkgroupsPerElement
            | Figure::PrivateBytes
            | Figure::WorkgroupBytes
            | Figure::WaitsPerItem
            | Figure::LoadsPerWait
            | Figure::Occupancy
            | Figure::Dispatches
            | Figure::ErrorL2
            | Figure::MatrixFlopOverNeeded => None,
        }
    }

    /// The buffers that are moved more often than the problem needs.
    fn traffic_words(&self) -> Option<String> {
        let needed: f64 = self.buffers.iter().filter(|traffic| traffic.needed).map(|traffic| traffic.bytes).sum();
        let mut wasted: Vec<&BufferTraffic> = self.buffers.iter().filter(|t| t.wasted() > 0.03 * needed).collect();
        wasted.sort_by(|a, b| b.wasted().total_cmp(&a.wasted()));
        let words: Vec<String> = wasted.into_iter().take(NAMED).map(BufferTraffic::words).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The line that spends most beyond the fewest.
    fn in_vain(&self, count: fn(&LineCounters) -> Option<(u64, u64)>, does: &str, what: &str) -> Option<String> {
        let lines = self.lines().filter_map(|line| Some((line.line, count(line)?)));
        let (line, (spent, fewest)) = lines.max_by_key(|(_, (spent, fewest))| spent.saturating_sub(*fewest))?;
        (spent > fewest).then(|| format!("line {line} {does} {spent} {what} where {fewest} would do"))
    }

    /// The line with most of what `count` counts.
    fn most(&self, count: fn(&LineCounters) -> u64, does: &str, what: &str) -> Option<String> {
        let all: u64 = self.lines().map(count).sum();
        let line = self.lines().max_by_key(|line| count(line)).filter(|line| count(line) > 0)?;
        Some(format!("line {} {does} {} of the {what}", line.line, percent(count(line) as f64 / all as f64)))
    }
}

/// All functions, entry points included.
fn functions(module: &naga::Module) -> impl Iterator<Item = &naga::Function> {
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    module.functions.iter().map(|(_, function)| function).chain(entries)
}

/// The bindings of group 0 that a kernel reads.
fn read(kernel: &Kernel) -> impl Iterator<Item = u32> {
    let module = &kernel.module;
    let entry = module.entry_points.iter().position(|entry| entry.name == kernel.entry);
    let used = entry.map(|entry| kernel.info.get_entry_point(entry));
    module.global_variables.iter().filter_map(move |(handle, variable)| {
        let is_read = used?[handle].contains(naga::valid::GlobalUse::READ);
        variable.binding.as_ref().filter(|place| is_read && place.group == 0).map(|place| place.binding)
    })
}

/// Active lanes of a line's instructions, on average.
fn at_work(line: &LineCounters) -> f64 {
    line.active_lanes as f64 / (line.subgroup_instructions as f64).max(1.0)
}
