//! Packing and unpacking of 8- and 16-bit values.

use super::builder::{Builder, Lowered};
use crate::code::{Bin, Reg, Un};
use naga::MathFunction;
use std::rc::Rc;

impl Builder<'_> {
    /// The results of a packing or unpacking function; `None` for all other functions.
    pub fn packing(&mut self, fun: MathFunction, args: &[Rc<[Reg]>]) -> Lowered<Option<Vec<Reg>>> {
        use MathFunction as M;
        let x = &args[0];
        Ok(Some(match fun {
            M::Pack4x8snorm => self.pack(x, 8, Un::PackSnorm8)?,
            M::Pack4x8unorm => self.pack(x, 8, Un::PackUnorm8)?,
            M::Pack2x16snorm => self.pack(x, 16, Un::PackSnorm16)?,
            M::Pack2x16unorm => self.pack(x, 16, Un::PackUnorm16)?,
            M::Pack2x16float => self.pack(x, 16, Un::ToF16Bits)?,
            M::Pack4xI8 | M::Pack4xU8 => self.pack_bytes(x)?,
            M::Pack4xI8Clamp => self.pack_clamped(x, Bin::MaxI, Bin::MinI, -128i32 as u32, 127)?,
            M::Pack4xU8Clamp => self.pack_clamped(x, Bin::MaxU, Bin::MinU, 0, 255)?,
            M::Unpack4x8snorm => self.unpack(x[0], 8, Un::UnpackSnorm8)?,
            M::Unpack4x8unorm => self.unpack(x[0], 8, Un::UnpackUnorm8)?,
            M::Unpack2x16snorm => self.unpack(x[0], 16, Un::UnpackSnorm16)?,
            M::Unpack2x16unorm => self.unpack(x[0], 16, Un::UnpackUnorm16)?,
            M::Unpack2x16float => self.unpack(x[0], 16, Un::FromF16Bits)?,
            M::Unpack4xI8 => self.unpack(x[0], 8, Un::SignExtend8)?,
            M::Unpack4xU8 => {
                let mask = self.word(0xff);
                let mut results = Vec::with_capacity(4);
                for at in 0..4 {
                    let part = self.shifted_right(x[0], at * 8)?;
                    results.push(self.bin(Bin::And, part, mask)?);
                }
                results
            }
            _ => return Ok(None),
        }))
    }

    fn shifted_right(&mut self, x: Reg, bits: u32) -> Lowered<Reg> {
        if bits == 0 {
            return Ok(x);
        }
        let amount = self.word(bits);
        self.bin(Bin::ShrU, x, amount)
    }

    /// Converts each component to its bits and puts them side by side, the first in the lowest.
    fn pack(&mut self, x: &[Reg], bits: u32, convert: Un) -> Lowered<Vec<Reg>> {
        let mut parts = Vec::with_capacity(x.len());
        for &x in x {
            parts.push(self.un(convert, x)?);
        }
        self.join(&parts, bits)
    }

    fn pack_bytes(&mut self, x: &[Reg]) -> Lowered<Vec<Reg>> {
        let mask = self.word(0xff);
        let mut parts = Vec::with_capacity(x.len());
        for &x in x {
            parts.push(self.bin(Bin::And, x, mask)?);
        }
        self.join(&parts, 8)
    }

    fn pack_clamped(
        &mut self,
        x: &[Reg],
        max: Bin,
        min: Bin,
        low: u32,
        high: u32,
    ) -> Lowered<Vec<Reg>> {
        let (low, high) = (self.word(low), self.word(high));
        let mut parts = Vec::with_capacity(x.len());
        for &x in x {
            let x = self.bin(max, x, low)?;
            parts.push(self.bin(min, x, high)?);
        }
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
    fn unpack(&mut self, x: Reg, bits: u32, convert: Un) -> Lowered<Vec<Reg>> {
        let mut results = Vec::with_capacity(4);
        for at in 0..32 / bits {
            let part = self.shifted_right(x, at * bits)?;
            results.push(self.un(convert, part)?);
        }
        Ok(results)
    }
}
