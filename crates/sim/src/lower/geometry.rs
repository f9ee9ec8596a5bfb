//! Built-in functions of whole vectors and matrices.

use super::builder::{Builder, Lowered};
use crate::code::{Bin, Reg, Un};
use crate::shape::{Kind, Shape};
use naga::MathFunction;
use std::rc::Rc;

impl<'m> Builder<'m> {
    /// The results of a function of vectors or matrices; `None` for all other functions.
    pub fn geometry(
        &mut self,
        fun: MathFunction,
        shape: &Shape<'m>,
        kind: Kind,
        args: &[Rc<[Reg]>],
    ) -> Lowered<Option<Vec<Reg>>> {
        use MathFunction as M;
        let x = &args[0];
        Ok(Some(match fun {
            M::Dot => vec![self.dot(kind, x, &args[1])?],
            M::Cross => self.cross(kind, x, &args[1])?,
            M::Length => vec![self.length_of_vector(kind, x)?],
            M::Distance => {
                let difference = self.differences(kind, x, &args[1])?;
                vec![self.length_of_vector(kind, &difference)?]
            }
            M::Normalize => {
                let length = self.length_of_vector(kind, x)?;
                self.each(x, |builder, x| builder.div(kind, x, length))?
            }
            M::FaceForward => {
                let zero = self.float(0.0);
                let dot = self.dot(kind, &args[1], &args[2])?;
                let front = self.bin(Bin::LtF, dot, zero)?;
                self.each(x, |builder, x| {
                    let back = builder.negate(kind, x)?;
                    builder.select(kind, front, x, back)
                })?
            }
            M::Reflect => {
                let dot = self.dot(kind, &args[1], x)?;
                let twice = self.add(kind, dot, dot)?;
                let scaled = self.each(&args[1], |builder, n| builder.mul(kind, twice, n))?;
                self.differences(kind, x, &scaled)?
            }
            M::Refract => self.refract(kind, x, &args[1], args[2][0])?,
            M::Outer => {
                let mut results = Vec::new();
                for &b in args[1].iter() {
                    results.extend(self.each(x, |builder, a| builder.mul(kind, a, b))?);
                }
                results
            }
            M::Transpose => match *shape {
                Shape::Matrix { columns, rows, .. } => {
                    let (columns, rows) = (columns as usize, rows as usize);
                    (0..rows)
                        .flat_map(|row| (0..columns).map(move |column| column * rows + row))
                        .map(|at| x[at])
                        .collect()
                }
                _ => return Err(self.unsupported("the transpose of this type")),
            },
            M::Determinant => vec![self.determinant(kind, x)?],
            M::Inverse => return Err(self.unsupported("the inverse of a matrix")),
            _ => return Ok(None),
        }))
    }

    fn each(
        &mut self,
        regs: &[Reg],
        mut f: impl FnMut(&mut Self, Reg) -> Lowered<Reg>,
    ) -> Lowered<Vec<Reg>> {
        let mut results = Vec::with_capacity(regs.len());
        for &reg in regs {
            results.push(f(self, reg)?);
        }
        Ok(results)
    }

    fn differences(&mut self, kind: Kind, a: &[Reg], b: &[Reg]) -> Lowered<Vec<Reg>> {
        let mut results = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            results.push(self.sub(kind, a, b)?);
        }
        Ok(results)
    }

    fn length_of_vector(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        if let [only] = x {
            return self.un(Un::AbsF, *only);
        }
        let square = self.dot(kind, x, x)?;
        let root = self.un(Un::Sqrt, square)?;
        self.wrap(kind, root)
    }

    fn cross(&mut self, kind: Kind, a: &[Reg], b: &[Reg]) -> Lowered<Vec<Reg>> {
        let mut results = Vec::with_capacity(3);
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            let left = self.mul(kind, a[i], b[j])?;
            let right = self.mul(kind, a[j], b[i])?;
            results.push(self.sub(kind, left, right)?);
        }
        Ok(results)
    }

    /// `k = 1 - eta^2 (1 - dot(n, i)^2)`; zero where `k < 0`, else `eta i - (eta dot(n, i) + sqrt(k)) n`.
    fn refract(&mut self, kind: Kind, i: &[Reg], n: &[Reg], eta: Reg) -> Lowered<Vec<Reg>> {
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let dot = self.dot(kind, n, i)?;
        let square = self.mul(kind, dot, dot)?;
        let rest = self.sub(kind, one, square)?;
        let eta2 = self.mul(kind, eta, eta)?;
        let bent = self.mul(kind, eta2, rest)?;
        let k = self.sub(kind, one, bent)?;
        let total = self.bin(Bin::LtF, k, zero)?;
        let root = self.un(Un::Sqrt, k)?;
        let root = self.wrap(kind, root)?;
        let along = self.mul(kind, eta, dot)?;
        let factor = self.add(kind, along, root)?;
        let mut results = Vec::with_capacity(i.len());
        for (&i, &n) in i.iter().zip(n) {
            let left = self.mul(kind, eta, i)?;
            let right = self.mul(kind, factor, n)?;
            let bent = self.sub(kind, left, right)?;
            results.push(self.select(kind, total, zero, bent)?);
        }
        Ok(results)
    }

    /// The determinant by cofactors of the first column.
    fn determinant(&mut self, kind: Kind, m: &[Reg]) -> Lowered<Reg> {
        let size = match m.len() {
            4 => 2,
            9 => 3,
            _ => 4,
        };
        let rows: Vec<usize> = (0..size).collect();
        self.cofactors(kind, m, size, 0, &rows)
    }

    fn cofactors(
        &mut self,
        kind: Kind,
        m: &[Reg],
        size: usize,
        column: usize,
        rows: &[usize],
    ) -> Lowered<Reg> {
        if let [row] = rows {
            return Ok(m[column * size + row]);
        }
        let mut sum = None;
        for (at, &row) in rows.iter().enumerate() {
            let others: Vec<usize> = rows.iter().copied().filter(|&other| other != row).collect();
            let minor = self.cofactors(kind, m, size, column + 1, &others)?;
            let term = self.mul(kind, m[column * size + row], minor)?;
            sum = Some(match sum {
                None => term,
                Some(sum) if at % 2 == 0 => self.add(kind, sum, term)?,
                Some(sum) => self.sub(kind, sum, term)?,
            });
        }
        sum.map_or_else(|| Ok(self.float(0.0)), Ok)
    }
}
