//! Emits instructions: registers, constants, labels, segments and sites.

use super::term::{Place, Resource, Value};
use crate::ir::{
    Buffer, Length, Preload, SamplerBinding, Segment, Site, SwitchTable, Unsupported, VirtualCode, Watched,
};
use crate::ir::{CONSTANT, Mem, Op, Reg, TextureOp};
use crate::machine::{Offers, Target};
use crate::type_layout::{Kind, Types};
use naga::FastHashMap;
use naga::valid::ModuleInfo;
use naga::{Constant, GlobalVariable, Handle, Module, Span};

/// The most register planes that a kernel may take for a subgroup.
const MAX_PLANES: u32 = 1 << 18;

pub struct Builder<'m> {
    pub module: &'m Module,
    pub info: &'m ModuleInfo,
    pub width: u32,
    /// The multiply-adds of fragments that the machine offers.
    pub offers: Offers,
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
    pub planes: Reg,
    /// What the modelled compiler knows of the instructions, beside themselves.
    pub code: VirtualCode,
    pub segments: Vec<Segment>,
    pub(super) open: bool,
    /// Instructions are not counted: a compiler would have unrolled them away.
    pub(super) uncounted: bool,
    /// Instructions of WGSL that were counted for the next one of the program.
    pub(super) pending: u8,
    /// Which component of a vector is computed.
    pub(super) component: u32,
    pub sites: Vec<Site>,
    /// What the source calls the places within variables.
    pub paths: Vec<String>,
    pub lengths: Vec<Length>,
    pub switches: Vec<SwitchTable>,
    pub span: Span,
    pub line: u32,
    pub depth: u32,
    pub max_depth: u32,
    /// Whether an atomic depends on the order of workgroups.
    pub ordered: bool,
    pub subgroups: bool,
    pub first_subgroup_line: u32,
    /// Of the first load, store or multiply-add of fragments.
    pub first_fragment_line: u32,
    /// Whether a subgroup is named by one of its invocations' numbers.
    pub names_subgroup: bool,
    pub width_literals: Vec<(u32, u32)>,
    /// Of a workgroup.
    pub invocations: u32,
    /// How many inlined calls enclose the current statement.
    pub inlined: u32,
    pub globals: FastHashMap<Handle<GlobalVariable>, Place<'m>>,
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
    pub fn new(module: &'m Module, info: &'m ModuleInfo, source: &str, target: &Target) -> Self {
        let line_starts = source.match_indices('\n').map(|(at, _)| at + 1).collect();
        Self {
            module,
            info,
            width: target.subgroup_width,
            offers: target.offers,
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
            planes: 0,
            code: VirtualCode::default(),
            segments: Vec::new(),
            open: false,
            uncounted: false,
            pending: 0,
            component: 0,
            sites: Vec::new(),
            paths: Vec::new(),
            lengths: Vec::new(),
            switches: Vec::new(),
            span: Span::UNDEFINED,
            line: 0,
            depth: 0,
            max_depth: 0,
            ordered: false,
            subgroups: false,
            first_subgroup_line: 0,
            first_fragment_line: 0,
            names_subgroup: false,
            width_literals: Vec::new(),
            invocations: 0,
            inlined: 0,
            globals: FastHashMap::default(),
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

    /// What the layout of values depends on.
    pub fn types(&self) -> Types<'m> {
        Types { module: self.module, width: self.width }
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
        self.code.variables.insert(base, planes);
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
            self.code.preloaded.insert(reg + word);
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

    /// The value of a register that is the same in every launch.
    pub fn literal_of(&self, reg: Reg) -> Option<u32> {
        self.code.literal(self.width, &self.constants, reg)
    }

    // Labels.

    pub fn label(&mut self) -> u32 {
        self.labels.push(u32::MAX);
        self.labels.len() as u32 - 1
    }

    /// Lets a label point to the next instruction.
    pub fn bind_label(&mut self, label: u32) {
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
        self.code.ops.clone_from(&self.ops);
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
