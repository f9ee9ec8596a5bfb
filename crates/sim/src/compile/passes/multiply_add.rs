//! Arithmetic that compilers join: a product and the only sum that needs it become a multiply-add, for f32 and f16 as WGSL and SPIR-V
//! without `NoContraction` allow, for integers (`IMAD`, `LEA`; `V_MAD_U32_U24`, `V_MAD_U64_U32`, `V_LSHL_ADD_U32`), and for four
//! bytes at a time (`IDP.4A`; `V_DOT4_I32_IU8`); signs are part of the instruction that reads the value (CUDA binary utilities and
//! RDNA3 instruction set architecture: source modifiers).

use crate::compile::code::Code;
use crate::compile::indexed_map::IndexedMap;
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Op, Reg};
use naga::FastHashMap;

/// A product that may be joined with a sum.
struct Product {
    at: usize,
    op: Bin,
    /// Of f16: so is the sum.
    half: bool,
    /// Control flow before it.
    line: usize,
    reads: u32,
    sum: Option<usize>,
}

/// Sums, the product that each one takes in, and the register by which the sum has it. `halves` has the instructions on f16, whose
/// results are rounded by an instruction of the program that no compiler leaves.
pub fn contracted(ops: &[Op], halves: &FastHashMap<usize, u32>) -> IndexedMap<usize, (usize, Reg)> {
    let mut open: IndexedMap<Reg, Product> = IndexedMap::default();
    let (mut found, mut line) = (IndexedMap::default(), 0);
    let mut close = |reg: Reg, product: &Product| {
        if let (1, Some(sum)) = (product.reads, product.sum) {
            // Of two, the first, in whatever order they are closed.
            let first = found.get(sum).copied().unwrap_or((product.at, reg));
            found.insert(sum, first.min((product.at, reg)));
        }
    };
    for (at, &op) in ops.iter().enumerate() {
        let written = op.writes();
        line += usize::from(matches!(
            op,
            Op::If { .. } | Op::Else { .. } | Op::EndIf { .. } | Op::Loop { .. } | Op::EndLoop { .. }
        ));
        if let Op::Un { op: Un::RoundF16, dst, a } = op
            && open.get(a).is_some_and(|product| product.half && product.reads == 0)
            && let Some(product) = open.remove(a)
        {
            if let Some(before) = open.insert(dst, product) {
                close(dst, &before);
            }
            continue;
        }
        for reg in op.reads() {
            if let Some(product) = open.get_mut(reg) {
                let alike = product.line == line && product.half == halves.contains_key(&at);
                let sums = matches!(op, Op::Bin { op, .. } if adds(product.op, op)) && alike;
                product.sum = sums.then_some(at);
                product.reads += 1;
            }
        }
        for reg in written.clone() {
            open.remove(reg).iter().for_each(|product| close(reg, product));
        }
        let product = match op {
            Op::Bin { op: op @ (Bin::MulF | Bin::DivByF | Bin::Dot4I8 | Bin::Dot4U8), .. } => Some(op),
            // Its last step is one.
            Op::Un { op: Un::UnpackUnorm8 | Un::UnpackUnorm16, .. } => Some(Bin::MulF),
            _ => None,
        };
        product.map(|op| {
            open.insert(written.start, Product { at, op, half: halves.contains_key(&at), line, reads: 0, sum: None })
        });
    }
    open.iter().for_each(|(reg, product)| close(reg, product));
    found
}

/// Whether an instruction that makes such a product can add, too, as this sum does.
fn adds(product: Bin, sum: Bin) -> bool {
    match product {
        Bin::MulF | Bin::DivByF => matches!(sum, Bin::AddF | Bin::SubF),
        _ => sum == Bin::AddI,
    }
}

/// Makes multiply-adds, and signs part of what reads them.
pub fn run(code: &mut Code<'_>) {
    for (sum, &(product, handed)) in contracted(code.ops(), &code.program.code.halves).iter() {
        if let Some((product_op, sum_op)) = fused(code.ops()[product], code.ops()[sum], handed) {
            (code.scheduled[product], code.scheduled[sum]) = (product_op, sum_op);
        }
        code.merge(product, Some(sum));
        code.contractions.insert(sum, (product, handed));
    }
    for at in 0..code.ops().len() {
        match code.ops()[at] {
            Op::Tern { op: Tern::MulAddF, dst, a, b, c } => {
                code.scheduled[at] = Op::Tern { op: Tern::Fma, dst, a, b, c };
            }
            Op::Un { op: Un::NegF | Un::AbsF, dst, a } => {
                code.scheduled[at] = Op::Mov { dst, src: a };
                code.merge(at, None);
            }
            _ => {}
        }
    }
}

/// A product and its sum, which has it by the register `handed`, as one instruction: what is left of the product, and the
/// multiply-add in the sum's place.
fn fused(product: Op, sum: Op, handed: Reg) -> Option<(Op, Op)> {
    let (Op::Bin { dst, a: left, b: right, .. }, Op::Bin { dst: made, a, b, .. }) = (sum, product) else { return None };
    let c = if left == handed { right } else { left };
    Some((Op::Mov { dst: made, src: a }, Op::Tern { op: Tern::Fma, dst, a, b, c }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bin(op: Bin, dst: Reg, a: Reg, b: Reg) -> Op {
        Op::Bin { op, dst, a, b }
    }

    fn found(ops: &[Op]) -> Vec<(usize, usize)> {
        found_in(ops, &[])
    }

    /// The same where these instructions are on f16.
    fn found_in(ops: &[Op], halves: &[usize]) -> Vec<(usize, usize)> {
        let halves = halves.iter().map(|&at| (at, 0)).collect();
        contracted(ops, &halves).iter().map(|(sum, &(product, _))| (sum, product)).collect()
    }

    #[test]
    fn a_product_joins_the_only_sum_that_needs_it() {
        let product = bin(Bin::MulF, 10, 0, 1);
        assert_eq!(found(&[product, bin(Bin::AddF, 12, 2, 10)]), [(1, 0)]);
        assert_eq!(found(&[product, bin(Bin::SubF, 12, 10, 2)]), [(1, 0)]);
        assert_eq!(found(&[bin(Bin::Dot4I8, 10, 0, 1), bin(Bin::AddI, 12, 2, 10)]), [(1, 0)]);
        assert_eq!(found(&[bin(Bin::Dot4U8, 10, 0, 1), bin(Bin::SubI, 12, 10, 2)]), []);
        let unpacked = Op::Un { op: Un::UnpackUnorm8, dst: 10, a: 0 };
        assert_eq!(found(&[unpacked, bin(Bin::AddF, 12, 2, 10)]), [(1, 0)]);
        // Another needs it too; it is the factor of a product; it is a square's.
        assert_eq!(found(&[product, bin(Bin::AddF, 12, 2, 10), bin(Bin::AddF, 14, 3, 10)]), []);
        assert_eq!(found(&[product, bin(Bin::MulF, 12, 2, 10)]), []);
        assert_eq!(found(&[product, Op::Loop { line: 1 }, bin(Bin::AddF, 12, 2, 10)]), []);
    }

    #[test]
    fn a_product_of_halves_joins_a_sum_of_halves_alone() {
        let round = |dst, a| Op::Un { op: Un::RoundF16, dst, a };
        let ops = [bin(Bin::MulF, 10, 0, 1), round(12, 10), bin(Bin::AddF, 14, 2, 12), round(16, 14)];
        assert_eq!(found_in(&ops, &[0, 2]), [(2, 0)]);
        let fused = fused(ops[0], ops[2], 12).expect("they become one");
        assert!(matches!(fused.1, Op::Tern { op: Tern::Fma, dst: 14, a: 0, b: 1, c: 2 }), "{fused:?}");
        // Widened before it is added, and an f32 that is rounded because the kernel says so.
        assert_eq!(found_in(&ops, &[0]), []);
        assert_eq!(found_in(&ops, &[]), []);
        // Needed twice.
        assert_eq!(found_in(&[&ops[..], &[bin(Bin::AddF, 18, 3, 12)]].concat(), &[0, 2, 4]), []);
    }

    #[test]
    fn a_sum_takes_one_of_two_products() {
        let ops = [bin(Bin::MulF, 10, 0, 1), bin(Bin::MulF, 12, 2, 3), bin(Bin::AddF, 14, 10, 12)];
        assert_eq!(found(&ops), [(2, 0)]);
        let fused = fused(ops[0], ops[2], 10).expect("they become one");
        assert!(matches!(fused.1, Op::Tern { op: Tern::Fma, dst: 14, a: 0, b: 1, c: 12 }), "{fused:?}");
    }
}
