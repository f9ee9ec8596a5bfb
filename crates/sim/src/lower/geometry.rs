//! Built-in functions of whole vectors and matrices.

use super::builder::{Builder, Lowered};
use super::builtin_functions::Arguments;
use crate::ir::Reg;
use crate::ir::{Bin, Un};
use crate::type_layout::{Kind, Shape};

impl<'m> Builder<'m> {
    pub(super) fn distance(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let difference = self.differences(call.kind, &call.args[0], &call.args[1])?;
        Ok(vec![self.length_of_vector(call.kind, &difference)?])
    }

    pub(super) fn normalize(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let length = self.length_of_vector(call.kind, &call.args[0])?;
        self.each(&call.args[0], |builder, x| builder.div(call.kind, x, length))
    }

    pub(super) fn face_forward(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let zero = self.float(0.0);
        let dot = self.dot(call.kind, &call.args[1], &call.args[2])?;
        let front = self.bin(Bin::LtF, dot, zero)?;
        self.each(&call.args[0], |builder, x| {
            let back = builder.negate(call.kind, x)?;
            builder.select(call.kind, front, x, back)
        })
    }

    pub(super) fn reflect(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let (kind, x, normal) = (call.kind, &call.args[0], &call.args[1]);
        let dot = self.dot(kind, normal, x)?;
        let twice = self.add(kind, dot, dot)?;
        let scaled = self.each(normal, |builder, n| builder.mul(kind, twice, n))?;
        self.differences(kind, x, &scaled)
    }

    pub(super) fn outer(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let mut results = Vec::new();
        for &b in call.args[1].iter() {
            results.extend(self.each(&call.args[0], |builder, a| builder.mul(call.kind, a, b))?);
        }
        Ok(results)
    }

    pub(super) fn transpose(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let Shape::Matrix { columns, rows, .. } = call.shape else {
            return Err(self.unsupported("the transpose of this type"));
        };
        let (columns, rows) = (columns as usize, rows as usize);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row));
        Ok(places.map(|at| call.args[0][at]).collect())
    }

    fn each(&mut self, regs: &[Reg], mut f: impl FnMut(&mut Self, Reg) -> Lowered<Reg>) -> Lowered<Vec<Reg>> {
        regs.iter().map(|&reg| f(self, reg)).collect()
    }

    fn differences(&mut self, kind: Kind, a: &[Reg], b: &[Reg]) -> Lowered<Vec<Reg>> {
        a.iter().zip(b).map(|(&a, &b)| self.sub(kind, a, b)).collect()
    }

    pub(super) fn length_of_vector(&mut self, kind: Kind, x: &[Reg]) -> Lowered<Reg> {
        if let [only] = x {
            return self.un(Un::AbsF, *only);
        }
        let square = self.dot(kind, x, x)?;
        let root = self.un(Un::Sqrt, square)?;
        self.wrap(kind, root)
    }

    pub(super) fn cross(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let (kind, a, b) = (call.kind, &call.args[0], &call.args[1]);
        let component = |(i, j): (usize, usize)| {
            let left = self.mul(kind, a[i], b[j])?;
            let right = self.mul(kind, a[j], b[i])?;
            self.sub(kind, left, right)
        };
        [(1, 2), (2, 0), (0, 1)].into_iter().map(component).collect()
    }

    /// `k = 1 - eta^2 (1 - dot(n, i)^2)`; zero where `k < 0`, else `eta i - (eta dot(n, i) + sqrt(k)) n`.
    pub(super) fn refract(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let (kind, i, n, eta) = (call.kind, &call.args[0], &call.args[1], call.args[2][0]);
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
        for (&i, &n) in i.iter().zip(n.iter()) {
            let left = self.mul(kind, eta, i)?;
            let right = self.mul(kind, factor, n)?;
            let bent = self.sub(kind, left, right)?;
            results.push(self.select(kind, total, zero, bent)?);
        }
        Ok(results)
    }

    /// The determinant by cofactors of the first column.
    pub(super) fn determinant(&mut self, call: &Arguments<'_, 'm>) -> Lowered<Vec<Reg>> {
        let m = &call.args[0];
        let size = match m.len() {
            4 => 2,
            9 => 3,
            _ => 4,
        };
        let rows: Vec<usize> = (0..size).collect();
        Ok(vec![self.cofactors(call.kind, m, size, 0, &rows)?])
    }

    fn cofactors(&mut self, kind: Kind, m: &[Reg], size: usize, column: usize, rows: &[usize]) -> Lowered<Reg> {
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
