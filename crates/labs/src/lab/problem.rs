//! Sizes, buffers, expected outputs and the work.

use serde::{Deserialize, Serialize};

use super::{Fill, Inputs};
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

/// What one output must be, element by element, in double precision.
pub struct Expected {
    /// The value of element `i`.
    pub value: Box<dyn Fn(usize) -> f64 + Send + Sync>,
    /// The largest error that element `i` may have; 0 asks for equality.
    pub tolerance: Box<dyn Fn(usize) -> f64 + Send + Sync>,
    /// Where the tolerance comes from, in words or as a formula.
    pub basis: String,
    /// The largest relative L2 error of all elements together (the length of the errors over that of the values), where
    /// there is one: the worst case of an element may be far from what roundings that are not all alike come to.
    pub norm: Option<f64>,
    /// Called with the elements that will be asked for, where they are few of many: what computes them together may do
    /// so now.
    pub prepare: Option<Prepare>,
    /// What element `i` would be if no data had been rounded when they were stored, where the error against that is measured.
    pub truth: Option<Values>,
    /// What a compiler may make of the kernel that it must not, where that can be told from the values.
    pub undone: Option<Undone>,
}

/// From an element's index to a value in double precision.
pub type Values = Box<dyn Fn(usize) -> f64 + Send + Sync>;

/// What an output holds where a compiler has undone what the kernel does: then that is told, and the output is not called wrong.
pub struct Undone {
    /// The value of element `i` then, to the last bit.
    pub value: Values,
    /// What has happened, as a sentence.
    pub says: &'static str,
}

/// How far an output is from the truth: what it would be if no data had been rounded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Relative L2 error: the length of the errors over that of the true values. Elements that became infinite are counted as lost alone.
    pub error_l2: f64,
    /// The largest error of an element, in units in the last place (of f32 or f16, as the output is) of its true value.
    pub max_ulp: f64,
    /// The share of the elements whose true value is a number other than zero, and that became zero or infinite.
    #[serde(default)]
    pub lost: f64,
}

/// The errors of all elements of an output together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Together {
    /// Relative L2 error: the length of the errors over that of the expected values.
    pub error_l2: f64,
    /// The largest that is allowed.
    pub tolerance_l2: f64,
    /// The lowest error of an element, as a share of its value.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl Together {
    /// Whether they are allowed; an error that is no number is not.
    pub fn passed(&self) -> bool {
        self.error_l2 <= self.tolerance_l2
    }
}

/// See [`Expected::prepare`].
pub type Prepare = Box<dyn Fn(&[usize]) + Send + Sync>;

impl Expected {
    /// Element `i` must equal `value(i)` to the last bit.
    pub fn exactly(value: impl Fn(usize) -> f64 + Send + Sync + 'static) -> Self {
        Self::within(value, |_| 0.0, "exact")
    }

    /// Element `i` must be within `tolerance(i)` of `value(i)`; `basis` says why that is right.
    pub fn within(
        value: impl Fn(usize) -> f64 + Send + Sync + 'static,
        tolerance: impl Fn(usize) -> f64 + Send + Sync + 'static,
        basis: &str,
    ) -> Self {
        Self {
            value: Box::new(value),
            tolerance: Box::new(tolerance),
            basis: basis.to_owned(),
            norm: None,
            prepare: None,
            truth: None,
            undone: None,
        }
    }

    /// The same, with the error against `truth` measured beside.
    #[must_use]
    pub fn against(self, truth: impl Fn(usize) -> f64 + Send + Sync + 'static) -> Self {
        Self { truth: Some(Box::new(truth)), ..self }
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

#[cfg(test)]
impl Expected {
    /// How many of the first `len` elements are refused where `got` makes them. A NaN on either side is.
    pub fn refused(&self, len: usize, got: impl Fn(usize) -> f32) -> usize {
        let right = |i: usize| (f64::from(got(i)) - (self.value)(i)).abs() <= (self.tolerance)(i);
        (0..len).filter(|i| !right(*i)).count()
    }
}
