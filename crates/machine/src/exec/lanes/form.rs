//! Forms: what is known of the values in a plane without looking at them.
//!
//! The form of a plane is that in each aligned block of so many lanes the values ascend by one step, which is 0 where all
//! lanes of a block have the same value. Invocation ids, constants and values loaded from one address have such forms, and
//! so do sums and multiples of them, even where they wrap around. A value that is the same in the whole subgroup is
//! computed once, and the cost of a request follows in closed form.
//!
//! Forms hold for all lanes, active or not. An unknown form is always true, so an operation without a rule makes the form unknown.

use crate::ir::Reg;
use crate::ir::{Bin, Tern};

/// What is known of a plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Lanes of a block, a power of two; 1 where nothing is known.
    pub lanes: u32,
    /// From one lane of a block to the next, modulo 2^32.
    pub step: u32,
}

impl Form {
    pub const UNKNOWN: Self = Self { lanes: 1, step: 0 };

    /// In blocks of these lanes, all the same.
    fn level(lanes: u32) -> Self {
        Self { lanes, step: 0 }
    }

    fn join(self, other: Self, step: u32) -> Self {
        let lanes = self.lanes.min(other.lanes);
        Self { lanes, step }
    }

    fn plus(self, other: Self) -> Self {
        self.join(other, self.step.wrapping_add(other.step))
    }

    /// The form of an operation, known only from its operands.
    fn any(self, other: Self) -> Self {
        if self.step | other.step == 0 { self.join(other, 0) } else { Self::UNKNOWN }
    }
}

/// The forms of a register file.
#[derive(Debug, Clone)]
pub struct Forms {
    forms: Vec<Form>,
    width: u32,
    shift: u32,
}

impl Forms {
    /// For `words` words of planes of `width` lanes, all of them 0.
    pub fn new(words: usize, width: usize) -> Self {
        Self {
            forms: vec![Form::level(width as u32); words / width],
            width: width as u32,
            shift: width.trailing_zeros(),
        }
    }

    /// What is known of a plane.
    #[inline(always)]
    pub fn get(&self, reg: Reg) -> Form {
        self.forms[(reg >> self.shift) as usize]
    }

    #[inline(always)]
    pub fn set(&mut self, reg: Reg, form: Form) {
        self.forms[(reg >> self.shift) as usize] = form;
    }

    /// Notes that all lanes of a plane have the same value.
    #[inline(always)]
    pub fn set_uniform(&mut self, reg: Reg) {
        self.set(reg, Form::level(self.width));
    }

    /// Notes that nothing is known of some planes.
    #[inline(always)]
    pub fn forget(&mut self, reg: Reg, planes: u32) {
        let first = (reg >> self.shift) as usize;
        let last = (first + planes as usize).min(self.forms.len());
        self.forms[first..last].fill(Form::UNKNOWN);
    }

    /// Whether all lanes of a plane have the same value.
    #[inline(always)]
    pub fn is_uniform(&self, reg: Reg) -> bool {
        self.all_same(self.get(reg))
    }

    #[inline(always)]
    fn all_same(&self, form: Form) -> bool {
        form.lanes == self.width && form.step == 0
    }

    /// Looks at the values of a plane.
    pub fn observe(&mut self, file: &[u32], reg: Reg) {
        let values = &file[reg as usize..][..self.width as usize];
        let step = values[1].wrapping_sub(values[0]);
        let lanes = super::blocks_of(values, step).unwrap_or(1);
        self.set(reg, Form { lanes: lanes as u32, step });
    }

    /// Whether an operation on this operand can be computed once.
    #[inline(always)]
    pub fn un(&mut self, dst: Reg, a: Reg) -> bool {
        let a = self.get(a);
        self.set(dst, a.any(a));
        self.all_same(a)
    }

    /// Notes the form of a sum, a product or another operation of two operands. Returns whether it can be computed once.
    #[inline(always)]
    pub fn bin(&mut self, file: &[u32], op: Bin, dst: Reg, a: Reg, b: Reg) -> bool {
        let (x, y) = (self.get(a), self.get(b));
        let form = match op {
            Bin::AddI => x.plus(y),
            Bin::SubI => x.join(y, x.step.wrapping_sub(y.step)),
            Bin::MulI => self.product(file, a, b),
            Bin::Shl if self.all_same(y) => x.join(y, x.step.wrapping_shl(file[b as usize])),
            _ => x.any(y),
        };
        self.set(dst, form);
        self.all_same(x) && self.all_same(y)
    }

    #[inline(always)]
    pub fn tern(&mut self, file: &[u32], op: Tern, dst: Reg, [a, b, c]: [Reg; 3]) -> bool {
        let (x, y, z) = (self.get(a), self.get(b), self.get(c));
        let form = match op {
            Tern::MulAddI => self.product(file, a, b).plus(z),
            _ => x.any(y).any(z),
        };
        self.set(dst, form);
        self.all_same(x) && self.all_same(y) && self.all_same(z)
    }

    /// The form of `a * b`.
    #[inline(always)]
    fn product(&self, file: &[u32], a: Reg, b: Reg) -> Form {
        let (x, y) = (self.get(a), self.get(b));
        if self.all_same(y) {
            x.join(y, x.step.wrapping_mul(file[b as usize]))
        } else if self.all_same(x) {
            x.join(y, y.step.wrapping_mul(file[a as usize]))
        } else {
            x.any(y)
        }
    }

    /// The form of `base + index * stride`.
    #[inline(always)]
    pub fn element(&self, base: Option<Reg>, index: Reg, stride: u32) -> Form {
        let index = self.get(index);
        let step = index.step.wrapping_mul(stride);
        let scaled = Form { step, ..index };
        base.map_or(scaled, |base| scaled.plus(self.get(base)))
    }

    /// Notes that a plane was copied in whole.
    #[inline(always)]
    pub fn copy(&mut self, dst: Reg, src: Reg) {
        self.set(dst, self.get(src));
    }
}
