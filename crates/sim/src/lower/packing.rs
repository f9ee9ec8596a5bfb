//! Packing and unpacking of 8- and 16-bit values.

use super::builder::{Builder, Lowered};
use super::builtin_functions::Arguments;
use crate::ir::Reg;
use crate::ir::{Bin, Un};
use crate::type_layout::Kind;

impl<'m> Builder<'m> {
    fn shifted_right(&mut self, x: Reg, bits: u32) -> Lowered<Reg> {
        if bits == 0 {
            return Ok(x);
        }
        let amount = self.word(bits);
        self.bin(Bin::ShrU, x, amount)
    }

    /// Converts each component to its bits and puts them side by side, the first in the lowest.
    pub(super) fn pack(&mut self, call: &Arguments<'_, 'm>, bits: u32, convert: Un) -> Lowered<Vec<Reg>> {
        let x = &call.args[0];
        let parts = x.iter().map(|&x| self.un(convert, x)).collect::<Lowered<Vec<_>>>()?;
        self.join(&parts, bits)
    }

    pub(super) fn pack_bytes(&mut self, x: &[Reg]) -> Lowered<Vec<Reg>> {
        let mask = self.word(0xff);
        let parts = x.iter().map(|&x| self.bin(Bin::And, x, mask)).collect::<Lowered<Vec<_>>>()?;
        self.join(&parts, 8)
    }

    pub(super) fn pack_clamped(&mut self, call: &Arguments<'_, 'm>, kind: Kind, bounds: [i32; 2]) -> Lowered<Vec<Reg>> {
        let [low, high] = bounds.map(|bound| self.word(bound as u32));
        let parts = call.args[0].iter().map(|&x| self.clamp(kind, x, low, high)).collect::<Lowered<Vec<_>>>()?;
        self.pack_bytes(&parts)
    }

    fn join(&mut self, parts: &[Reg], bits: u32) -> Lowered<Vec<Reg>> {
        let mut joined = parts[0];
        for (at, &part) in parts.iter().enumerate().skip(1) {
            let amount = self.word(at as u32 * bits);
            let moved = self.bin(Bin::Shl, part, amount)?;
            joined = self.bin(Bin::Or, joined, moved)?;
        }
        Ok(vec![joined])
    }

    /// Takes fields of `bits` from the lowest on; `convert` looks at the low bits only.
    pub(super) fn unpack(&mut self, call: &Arguments<'_, 'm>, bits: u32, convert: Un) -> Lowered<Vec<Reg>> {
        let x = call.args[0][0];
        let part = |at| {
            let part = self.shifted_right(x, at * bits)?;
            self.un(convert, part)
        };
        (0..32 / bits).map(part).collect()
    }

    pub(super) fn unpack_bytes(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let mask = self.word(0xff);
        let part = |at: u32| {
            let part = self.shifted_right(call.args[0][0], at * 8)?;
            self.bin(Bin::And, part, mask)
        };
        (0..4).map(part).collect()
    }
}
