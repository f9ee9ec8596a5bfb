//! Emits instructions: registers, constants, labels, segments and sites.

use super::ahead::ahead;
use super::contract::{compiled, contracted};
use super::join::{joined, uses, without};
use super::saturate::saturated;
use super::term::{Place, Resource, Value};
use crate::code::{CONSTANT, Mem, Op, Reg, TextureOp};
use crate::machine::Target;
use crate::program::{
    Buffer, Length, PartlyUnrolled, Preload, SamplerBinding, Segment, Site, SwitchTable, Unsupported, Watched,
};
use crate::shape::Kind;
use naga::valid::ModuleInfo;
use naga::{BuiltIn, Constant, GlobalVariable, Handle, Module, Span};
use naga::{FastHashMap, FastHashSet};

/// The most register planes that a kernel may take for a subgroup.
const MAX_PLANES: u32 = 1 << 18;

pub struct Builder<'m> {
    pub module: &'m Module,
    pub info: &'m ModuleInfo,
    pub width: u32,
    line_starts: Vec<usize>,
    pub ops: Vec<Op>,
    /// The source line of each instruction.
    pub lines: Vec<u32>,
    /// The source's scalars in registers.
    pub watched: Vec<Watched>,
    labels: Vec<u32>,
    pub constants: Vec<u32>,
    pool: FastHashMap<u32, Reg>,
    wide_pool: FastHashMap<u64, Reg>,
    pub preloads: Vec<Preload>,
    next: Reg,
    variables: Vec<bool>,
    /// Planes of the variable that starts at a plane.
    pub variable_sizes: FastHashMap<Reg, u32>,
    pub planes: Reg,
    /// Registers of an invocation.
    pub registers: u32,
    /// Variables that count the passes of unrolled loops.
    pub counters: Vec<Reg>,
    pub segments: Vec<Segment>,
    pub(super) partly_unrolled: Vec<PartlyUnrolled>,
    pub(super) open: bool,
    /// Instructions are not counted: a compiler would have unrolled them away.
    pub(super) uncounted: bool,
    pub(super) last_flop: u32,
    pub(super) machine: Target,
    /// Which component of a vector is computed.
    pub(super) component: u32,
    /// Instructions that another one does along with its own, for the next component of a vector.
    pub(super) packed: FastHashSet<usize>,
    /// Instructions for the upper half of a value of 64 bits, which were counted with the lower one.
    pub(super) halves: FastHashSet<usize>,
    /// Arithmetic on nothing but what is known when the launch begins: a compiler moves it out of loops.
    pub(super) invariant: FastHashSet<usize>,
    /// Planes that loads have yet to fill.
    pub(super) loading: Vec<std::ops::Range<Reg>>,
    /// By register: how many loads of this straight line, one after the other, its value came from.
    pub(super) depths: FastHashMap<Reg, u32>,
    /// The most that were waited for.
    pub(super) issued: u32,
    /// Those before the last store.
    pub(super) stored: u32,
    pub sites: Vec<Site>,
    /// What the source calls the places within variables.
    pub paths: Vec<String>,
    pub lengths: Vec<Length>,
    pub switches: Vec<SwitchTable>,
    pub span: Span,
    pub line: u32,
    pub depth: u32,
    pub max_depth: u32,
    /// What requests of global memory need, once all is lowered.
    pub slice: Option<Vec<usize>>,
    /// Whether an atomic depends on the order of workgroups.
    pub ordered: bool,
    pub subgroups: bool,
    pub first_subgroup_line: u32,
    /// Whether a subgroup is named by one of its invocations' numbers.
    pub names_subgroup: bool,
    pub width_literals: Vec<(u32, u32)>,
    /// Of a workgroup.
    pub invocations: u32,
    /// How many inlined calls enclose the current statement.
    pub inlined: u32,
    pub globals: FastHashMap<Handle<GlobalVariable>, Place<'m>>,
    pub inputs: Vec<(BuiltIn, Reg)>,
    pub buffers: Vec<Buffer>,
    pub samplers: Vec<SamplerBinding>,
    pub resources: FastHashMap<Handle<GlobalVariable>, Resource>,
    pub texture_ops: Vec<TextureOp>,
    pub workgroup_bytes: u32,
    pub workgroup_starts: Vec<u32>,
    pub immediate_bytes: u32,
    pub granule: u32,
    pub known_constants: FastHashMap<Handle<Constant>, Value<'m>>,
}

/// The result of lowering a part.
pub type Lowered<T> = Result<T, Unsupported>;

impl<'m> Builder<'m> {
    pub fn new(module: &'m Module, info: &'m ModuleInfo, source: &str, machine: &Target) -> Self {
        let line_starts = source.match_indices('\n').map(|(at, _)| at + 1).collect();
        Self {
            module,
            info,
            width: machine.subgroup_width,
            line_starts,
            ops: Vec::new(),
            lines: Vec::new(),
            watched: Vec::new(),
            labels: Vec::new(),
            constants: Vec::new(),
            pool: FastHashMap::default(),
            wide_pool: FastHashMap::default(),
            preloads: Vec::new(),
            next: 0,
            variables: Vec::new(),
            variable_sizes: FastHashMap::default(),
            planes: 0,
            registers: 0,
            counters: Vec::new(),
            segments: Vec::new(),
            partly_unrolled: Vec::new(),
            open: false,
            uncounted: false,
            last_flop: 0,
            machine: machine.clone(),
            component: 0,
            packed: FastHashSet::default(),
            halves: FastHashSet::default(),
            invariant: FastHashSet::default(),
            loading: Vec::new(),
            depths: FastHashMap::default(),
            issued: 0,
            stored: 0,
            sites: Vec::new(),
            paths: Vec::new(),
            lengths: Vec::new(),
            switches: Vec::new(),
            span: Span::UNDEFINED,
            line: 0,
            depth: 0,
            max_depth: 0,
            slice: None,
            ordered: false,
            subgroups: false,
            first_subgroup_line: 0,
            names_subgroup: false,
            width_literals: Vec::new(),
            invocations: 0,
            inlined: 0,
            globals: FastHashMap::default(),
            inputs: Vec::new(),
            buffers: Vec::new(),
            samplers: Vec::new(),
            resources: FastHashMap::default(),
            texture_ops: Vec::new(),
            workgroup_bytes: 0,
            workgroup_starts: Vec::new(),
            immediate_bytes: 0,
            granule: 4,
            known_constants: FastHashMap::default(),
        }
    }

    /// Names the source that the next instructions come from. An undefined span keeps the last one.
    pub fn at(&mut self, span: Span) {
        if let Some(range) = span.to_range() {
            self.span = span;
            self.line = self.line_of(range.start);
        }
    }

    pub fn line_of(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|&start| start <= offset) as u32 + 1
    }

    /// The error for what the simulator cannot run.
    pub fn unsupported(&self, what: impl Into<String>) -> Unsupported {
        Unsupported { what: what.into(), line: self.line, span: self.span.to_range() }
    }

    /// Turns the error of a shape into one with a place.
    pub fn check<T>(&self, result: Result<T, String>) -> Lowered<T> {
        result.map_err(|what| self.unsupported(what))
    }

    // Registers and constants.

    pub fn alloc(&mut self, planes: u32) -> Lowered<Reg> {
        let reg = self.next;
        match self.next.checked_add(planes) {
            Some(next) if next <= MAX_PLANES => self.next = next,
            _ => {
                return Err(
                    self.unsupported(format!("values and variables of more than {MAX_PLANES} words an invocation"))
                );
            }
        }
        self.planes = self.planes.max(self.next);
        Ok(reg)
    }

    /// Where the next register will be; give it to [`Self::release`] to free all that came after.
    pub fn mark(&self) -> Reg {
        self.next
    }

    pub fn release(&mut self, mark: Reg) {
        self.next = mark;
        self.variables.truncate(mark as usize);
    }

    /// Planes for a variable: they change, so values read from them must be copied in time.
    pub fn alloc_variable(&mut self, planes: u32) -> Lowered<Reg> {
        let base = self.alloc(planes)?;
        self.variables.resize(base as usize, false);
        self.variables.resize((base + planes) as usize, true);
        self.variable_sizes.insert(base, planes);
        Ok(base)
    }

    pub fn is_variable(&self, reg: Reg) -> bool {
        self.variables.get(reg as usize) == Some(&true)
    }

    /// A pooled constant of 32 bits.
    pub fn word(&mut self, bits: u32) -> Reg {
        if let Some(&reg) = self.pool.get(&bits) {
            return reg;
        }
        let reg = self.append_words(&[bits]);
        self.pool.insert(bits, reg);
        reg
    }

    /// A pooled constant of 64 bits.
    pub fn wide(&mut self, bits: u64) -> Reg {
        if let Some(&reg) = self.wide_pool.get(&bits) {
            return reg;
        }
        let reg = self.append_words(&[bits as u32, (bits >> 32) as u32]);
        self.wide_pool.insert(bits, reg);
        reg
    }

    /// Planes that hold `words` words of unchanging memory from `offset` on, each word loaded once.
    pub fn preload(&mut self, mem: Mem, offset: u32, words: u32) -> Reg {
        let known = |preload: &&Preload| preload.mem == mem && preload.offset == offset;
        if let (1, Some(preload)) = (words, self.preloads.iter().find(known)) {
            return preload.reg;
        }
        let reg = self.append_words(&[0, 0][..words as usize]);
        for word in 0..words {
            self.preloads.push(Preload { mem, offset: offset + word * 4, reg: reg + word });
        }
        reg
    }

    pub fn float(&mut self, value: f32) -> Reg {
        self.word(value.to_bits())
    }

    /// The constant zero of a kind.
    pub fn zero(&mut self, kind: Kind) -> Reg {
        if kind.is_wide() { self.wide(0) } else { self.word(0) }
    }

    /// Constants in consecutive planes, not pooled.
    pub fn append_words(&mut self, words: &[u32]) -> Reg {
        let reg = CONSTANT | self.constants.len() as u32;
        self.constants.extend_from_slice(words);
        reg
    }

    // Labels.

    pub fn label(&mut self) -> u32 {
        self.labels.push(u32::MAX);
        self.labels.len() as u32 - 1
    }

    /// Lets a label point to the next instruction.
    pub fn place(&mut self, label: u32) {
        self.labels[label as usize] = self.ops.len() as u32;
    }

    pub fn length(&mut self, length: Length) -> u32 {
        if let Some(at) = self.lengths.iter().position(|known| *known == length) {
            return at as u32;
        }
        self.lengths.push(length);
        self.lengths.len() as u32 - 1
    }

    /// Enters a construct that has a frame at run time; returns the frame's depth.
    pub fn enter(&mut self) -> u32 {
        self.depth += 1;
        self.max_depth = self.max_depth.max(self.depth);
        self.depth - 1
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Resolves labels and registers: constants come first in the file.
    pub fn finish(&mut self) {
        let target = self.target();
        let contracted = contracted(&self.ops);
        let free = &target.addresses | &target.known.gone;
        let uses = uses(&self.ops);
        let mut joined = joined(&self.ops, &target, &uses, &free);
        joined.extend(saturated(&self.ops, &target, &uses, &free));
        self.survey(&target, &contracted, &joined);
        self.registers = self.most_registers();
        let mut compiled = compiled(&self.ops, &contracted);
        without(&mut compiled, joined.keys().copied());
        for site in ahead(&compiled, &target) {
            self.sites[site as usize].ahead = true;
        }
        self.measure_chains(&compiled, &target);
        self.slice = self.slice_of_requests();
        self.fold_addresses();
        let (labels, width) = (&self.labels, self.width);
        let constants = self.constants.len() as u32;
        let finished = |reg| if reg & CONSTANT != 0 { (reg & !CONSTANT) * width } else { (constants + reg) * width };
        for op in &mut self.ops {
            op.map_targets(&|label| labels[label as usize]);
            op.map_registers(&finished);
        }
        for watched in &mut self.watched {
            watched.reg = finished(watched.reg);
        }
    }

    /// The preloads, with finished registers.
    pub fn final_preloads(&self) -> Vec<Preload> {
        let finish = |preload: &Preload| Preload { reg: (preload.reg & !CONSTANT) * self.width, ..*preload };
        self.preloads.iter().map(finish).collect()
    }

    /// The place of a register in the finished file.
    pub fn final_reg(&self, reg: Reg) -> Reg {
        (self.constants.len() as u32 + reg) * self.width
    }
}
