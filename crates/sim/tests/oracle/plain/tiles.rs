//! Cooperative matrices: whole ones, by rows, which each lane of a subgroup has.

use super::exec::{Lanes, Mask, lanes_of};
use super::value::{Scalar, Value};
use naga::{CooperativeData, Expression, Handle};

impl Lanes<'_> {
    /// What an expression yields that all lanes of a subgroup make together: what it yielded to the first.
    pub fn together(&self, lane: usize, handle: Handle<Expression>) -> Value {
        let first = lane - lane % self.width;
        if first < lane {
            return self.value(first, handle);
        }
        match &self.frames.last().expect("a function runs").function.expressions[handle] {
            Expression::CooperativeLoad { columns, rows, data, .. } => {
                let (array, place) = self.tile(lane, data);
                let element = |row, column| array[place(row, column)].clone();
                let row = |row| Value::Composite((0..*columns as usize).map(|column| element(row, column)).collect());
                Value::Composite((0..*rows as usize).map(row).collect())
            }
            Expression::CooperativeMultiplyAdd { a, b, c } => {
                multiply_add(&[a, b, c].map(|operand| self.value(lane, *operand)))
            }
            other => panic!("{other:?} is made by each lane"),
        }
    }

    pub fn store_tile(&mut self, mask: &Mask, target: Handle<Expression>, data: &CooperativeData) {
        let width = self.width;
        for lane in lanes_of(mask).filter(|lane| lane % width == 0) {
            let value = self.value(lane, target);
            let (_, place) = self.tile(lane, data);
            let array = self.around_mut(lane, data.pointer);
            for (row, elements) in value.parts().iter().enumerate() {
                for (column, element) in elements.parts().iter().enumerate() {
                    *array.at_mut(&[place(row, column)]) = element.clone();
                }
            }
        }
    }

    /// The array in which a tile lies, and where in it each of its elements does.
    fn tile(&self, lane: usize, data: &CooperativeData) -> (&[Value], impl Fn(usize, usize) -> usize + use<>) {
        let (array, first) = self.around(lane, data.pointer);
        let (stride, by_rows) = (self.value(lane, data.stride).scalar().integer() as usize, data.row_major);
        let place = move |row, column| first + if by_rows { row * stride + column } else { column * stride + row };
        (array.parts(), place)
    }
}

/// From the addend on, in the order of k, in f32; of f16, rounded once more.
fn multiply_add([a, b, c]: &[Value; 3]) -> Value {
    let float = |scalar: Scalar| match scalar {
        Scalar::Float(_, value) => value,
        other => panic!("{other:?} is no float"),
    };
    let at = |matrix: &Value, row: usize, column: usize| matrix.at(&[row, column]).scalar();
    let side = c.parts().len();
    let element = |row: usize, column: usize| {
        let addend = at(c, row, column);
        let products = (0..side).map(|k| float(at(a, row, k)) * float(at(b, k, column)));
        Scalar::float(addend.ty().width, products.fold(float(addend), |sum, product| sum + product))
    };
    Value::Composite((0..side).map(|row| Value::vector((0..side).map(|column| element(row, column)))).collect())
}
