//! Sizes, buffers and the work.

use super::{Expected, Fill, Inputs};
use crate::kernel::Scalar;
use crate::units::{Bytes, Flop};

/// What all variants of a part solve, at one size.
pub struct Problem {
    /// What is computed, with its sizes: "C = A B, M = N = K = 512".
    pub label: String,
    /// The size it was made from.
    pub size: u32,
    /// Named sizes that grids and kernels count in.
    pub extents: Vec<(&'static str, u32)>,
    /// The least that must be done.
    pub work: Work,
    /// Every buffer a kernel may bind, in group 0.
    pub buffers: Vec<Buffer>,
    /// What the outputs must be.
    pub reference: Reference,
}

/// From the inputs to what each output must be, in the order of the output buffers.
pub type Reference = Box<dyn Fn(&Inputs) -> Vec<Expected> + Send + Sync>;

/// The FLOPs that a problem needs, and the fewest bytes it must move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// A fused multiply-add counts as two.
    pub flop: Flop,
    /// Each input read once, each output written once.
    pub byte: Bytes,
    /// What [`super::Metric::Items`] and [`super::Metric::Each`] count; 0 where the part counts neither.
    pub items: f64,
    /// Loads that must wait for the one before; a kernel with fewer has not done the walk. 0: none.
    pub waits: f64,
}

impl Work {
    /// FLOPs and bytes, and no items.
    pub const fn new(flop: f64, byte: f64) -> Self {
        Self { flop: Flop(flop), byte: Bytes(byte), items: 0.0, waits: 0.0 }
    }

    /// The same with this many items.
    pub const fn items(self, items: f64) -> Self {
        Self { items, ..self }
    }

    /// The same with so many loads that wait for each other.
    pub const fn waits(self, waits: f64) -> Self {
        Self { waits, ..self }
    }

    /// Arithmetic intensity in FLOP a byte.
    pub fn intensity(&self) -> f64 {
        self.flop.0 / self.byte.0
    }
}

/// One buffer of a problem.
pub struct Buffer {
    /// The name that handouts and messages use.
    pub name: &'static str,
    /// `@binding` in group 0, the same in all kernels of the part.
    pub binding: u32,
    /// The scalar it is made of.
    pub scalar: Scalar,
    /// How many scalars.
    pub len: usize,
    /// What it is for.
    pub role: Role,
}

/// What a buffer is for.
pub enum Role {
    /// A uniform buffer with these words.
    Params(Vec<u32>),
    /// Read only; verified unchanged.
    Input(Fill),
    /// Between the passes of a chain; its contents do not matter.
    Scratch,
    /// As [`Role::Scratch`], filled with zeros before each run: flags and tickets.
    Cleared,
    /// Poisoned before, verified after.
    Output,
    /// One of several outputs, of which a variant writes the one that it binds: where variants store their data in forms of their own,
    /// or round their sums differently, each has values of its own to come to.
    OneOf,
    /// An output that kernels add to: filled with zeros before each run, verified after. Atomics are of integers, so one of f32
    /// may be bound as words of its bits.
    Total,
}

impl Role {
    /// Whether it is verified.
    pub fn is_output(&self) -> bool {
        matches!(self, Self::Output | Self::OneOf | Self::Total)
    }

    /// Whether it is filled with zeros before each run.
    pub fn is_cleared(&self) -> bool {
        matches!(self, Self::Cleared | Self::Total)
    }
}

impl Role {
    /// Whether two buffers of one part, length and seed hold the same: an input made by the same function of its length.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Params(_), _) | (_, Self::Params(_)) => false,
            (Self::Input(a), Self::Input(b)) => a.same(*b),
            (Self::Scratch, Self::Scratch) | (Self::Cleared, Self::Cleared) => true,
            (Self::Output, Self::Output) | (Self::OneOf, Self::OneOf) | (Self::Total, Self::Total) => true,
            _ => false,
        }
    }
}

impl Buffer {
    /// The uniform buffer at binding 0, of these words.
    pub fn params(words: Vec<u32>) -> Self {
        Self::u32("params", 0, words.len(), Role::Params(words))
    }

    /// A buffer of `len` u32.
    pub fn u32(name: &'static str, binding: u32, len: usize, role: Role) -> Self {
        Self { name, binding, scalar: Scalar::U32, len, role }
    }

    /// A buffer of `len` f32.
    pub fn f32(name: &'static str, binding: u32, len: usize, role: Role) -> Self {
        Self { name, binding, scalar: Scalar::F32, len, role }
    }

    /// Bytes of the data, without padding.
    pub fn bytes(&self) -> u64 {
        (self.len * self.scalar.bytes()) as u64
    }
}

impl Problem {
    /// The named extent; `None` where a lab's definition misspells it.
    pub fn extent(&self, name: &str) -> Option<u32> {
        self.extents.iter().find_map(|(known, extent)| (*known == name).then_some(*extent))
    }

    /// The buffer at a binding.
    pub fn buffer(&self, binding: u32) -> Option<&Buffer> {
        self.buffers.iter().find(|buffer| buffer.binding == binding)
    }

    /// The data of every input, from `seed`: made where it is asked for.
    pub fn inputs(&self, seed: u64) -> Inputs {
        let filled = self.buffers.iter().filter_map(|buffer| match buffer.role {
            Role::Input(fill) => {
                // Each buffer has a stream of its own: equal inputs would hide a swapped pair.
                let stream = match fill {
                    Fill::Shared(_) | Fill::At(_) => 0,
                    _ => u64::from(buffer.binding),
                };
                let seed = seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ stream;
                let words = (buffer.bytes() as usize).div_ceil(4);
                Some((buffer.binding, fill, seed, words))
            }
            _ => None,
        });
        Inputs::new(filled)
    }

    /// The output buffers, in the order of [`Problem::reference`]'s result.
    pub fn outputs(&self) -> impl Iterator<Item = &Buffer> {
        self.buffers.iter().filter(|buffer| buffer.role.is_output())
    }

    /// The outputs that kernels which bind what `binds` says must write: all, and of those that stand for each other the ones that
    /// they bind; all of these, too, where they bind none.
    pub fn outputs_of(&self, binds: impl Fn(u32) -> bool) -> Vec<&Buffer> {
        let one_of = |buffer: &Buffer| matches!(buffer.role, Role::OneOf);
        let none = !self.buffers.iter().any(|buffer| one_of(buffer) && binds(buffer.binding));
        self.outputs().filter(|buffer| !one_of(buffer) || none || binds(buffer.binding)).collect()
    }

    /// Whether variants have outputs of their own, and so move bytes of their own.
    pub fn has_forms(&self) -> bool {
        self.buffers.iter().any(|buffer| matches!(buffer.role, Role::OneOf))
    }

    /// Bytes of all buffers together.
    pub fn working_set(&self) -> u64 {
        self.buffers.iter().map(Buffer::bytes).sum()
    }
}

#[cfg(test)]
impl Problem {
    /// The data of its inputs, and what its first output must be.
    pub fn posed(&self, seed: u64) -> (Inputs, Expected) {
        let inputs = self.inputs(seed);
        let expected = (self.reference)(&inputs).remove(0);
        (inputs, expected)
    }
}
