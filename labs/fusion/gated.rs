//! `gated`, the first exercise's problem: a gated linear unit with a residual, element by element.

use super::plane::{area, f32_bytes, input, output, scratch};
use super::rounded::Rounded;
use crate::lab::{Buffer, Expected, Fill, Inputs, Part, Problem, Reference, Work};

/// The part: it has no ladder of its own.
pub static PART: Part = Part { also: &[large], ..Part::new("gated", problem, &[]) };

/// A negation is none; exp, a sum and a division for the sigmoid, two products and the residual's sum.
const FLOP_AN_ELEMENT: f64 = 6.0;

fn problem(size: u32) -> Problem {
    of(size, Fill::Uniform(-4.0, 4.0))
}

/// Gates whose exponentials overflow f32, though those of their negatives do not.
fn large() -> Problem {
    let problem = of(19, Fill::Uniform(-4.0, 120.0));
    Problem { label: format!("{}, gates up to 120", problem.label), ..problem }
}

fn of(size: u32, gates: Fill) -> Problem {
    let n = area(size, size);
    // A size for which this saturates has a buffer beyond every device's limit, which is refused by name.
    let elements = u32::try_from(n).unwrap_or(u32::MAX);
    Problem {
        label: format!("y = gate sigmoid(gate) up + residual, {size} x {size} elements"),
        size,
        extents: vec![("elements", elements)],
        work: Work::new(FLOP_AN_ELEMENT * n as f64, f32_bytes(4 * n)),
        buffers: vec![
            Buffer::params(vec![elements]),
            input("gate", 1, n, gates),
            input("up", 2, n, Fill::Random),
            input("residual", 3, n, Fill::Random),
            scratch("s", 4, n),
            scratch("t", 5, n),
            output(6, n),
        ],
        reference: reference(),
    }
}

fn reference() -> Reference {
    Box::new(|inputs: &Inputs| {
        let [gate, up, residual] = [1, 2, 3].map(|binding| inputs.at(binding));
        let at = move |i: usize| gated(gate.f32(i), up.f32(i), residual.f32(i));
        let also_at = at.clone();
        vec![Expected::within(
            move |i| at(i).value,
            move |i| also_at(i).error,
            "running error bound in f64: exp within 3 + 2|x| ULP, 2.5 ULP the division, < 1 ULP each other operation \
             (WGSL's accuracy table)",
        )]
    })
}

fn gated(gate: f32, up: f32, residual: f32) -> Rounded {
    let one = Rounded::exact(1.0);
    let sigmoid = one.div(one + Rounded::exact(-gate).exp());
    Rounded::exact(gate) * sigmoid * Rounded::exact(up) + Rounded::exact(residual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sigmoid_by_the_exponential_of_the_gate_is_wrong_on_large_gates_only() {
        for (problem, refused) in [(problem(19), false), (large(), true)] {
            let (inputs, expected) = problem.posed(3);
            let [gate, up, residual] = [1, 2, 3].map(|binding| inputs.f32(binding));
            let sigmoid = |i: usize| gate[i].exp() / (1.0 + gate[i].exp());
            let wrong = expected.refused(19 * 19, |i| gate[i] * sigmoid(i) * up[i] + residual[i]);
            assert_eq!(wrong > 0, refused, "{}", problem.label);
            let other = |i: usize| gate[i] / (1.0 + (-gate[i]).exp()) * up[i] + residual[i];
            assert_eq!(expected.refused(19 * 19, other), 0, "{}", problem.label);
        }
    }

    #[test]
    fn plain_f32_is_within_the_tolerance_and_a_missing_residual_or_gate_is_not() {
        let problem = problem(64);
        let (inputs, expected) = problem.posed(3);
        let [gate, up, residual] = [1, 2, 3].map(|binding| inputs.f32(binding));
        let wrong = |y: &dyn Fn(usize) -> f32| expected.refused(64 * 64, y);
        let silu = |i: usize| gate[i] / (1.0 + (-gate[i]).exp());
        assert_eq!(wrong(&|i| silu(i) * up[i] + residual[i]), 0);
        assert!(wrong(&|i| silu(i) * up[i]) > 4000);
        assert!(wrong(&|i| gate[i] * up[i] + residual[i]) > 4000);
    }
}
