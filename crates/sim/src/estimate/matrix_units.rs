//! The time of matrix units.

use super::Limit;
use super::term::Term;
use super::time_by_resource::{Figure, TimeByResource};

impl TimeByResource<'_> {
    /// The matrix units, which do each kind of multiply-add at a rate of its own.
    pub fn matrix(&self) -> Term {
        let (matrix, asked) = (&self.machine.matrix, self.demand.matrix_flop);
        let rates = [
            matrix.f16_flop_per_clock.ok_or("matrix.f16_flop_per_clock"),
            matrix.f16_f32_flop_per_clock.ok_or("matrix.f16_f32_flop_per_clock"),
            matrix.f32_flop_per_clock.ok_or("matrix.f32_flop_per_clock"),
        ];
        let clocks = |flop: u64, rate: Figure| if flop == 0 { Ok(0.0) } else { rate.map(|rate| flop as f64 / rate) };
        let [f16, mixed, f32] = std::array::from_fn(|at| clocks(asked[at], rates[at]));
        let figures = [self.busiest_share(), self.clock(), f16, mixed, f32];
        self.term(Limit::Matrix, asked.iter().sum(), figures, |[share, clock, f16, mixed, f32]| {
            (f16 + mixed + f32) * share / clock
        })
    }
}
