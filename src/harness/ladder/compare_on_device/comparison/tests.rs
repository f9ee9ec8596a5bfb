//! What is held against what on a device.

use pollster::block_on;

use super::*;
use crate::device::Simulated;
use crate::lab::Role;
use crate::sim::machine::Machine;
use crate::verify::compare;

const LEN: usize = 3001;
const POISON: Poison = Poison(0x7FC1_2345);

/// An output on the simulator, of values that may be off by one tenth.
struct Bench {
    simulator: Simulated,
    comparison: Comparison,
    output: Buffer,
    id: BufferId,
    expected: Expected,
}

impl Bench {
    fn new() -> Self {
        let mut simulator = Simulated::new(Machine::builtin("").expect("there is a default").clone());
        let mut comparer = block_on(Comparer::new(&mut simulator, &[Scalar::F32])).expect("it compiles");
        (comparer.piece, comparer.least) = (1024, 1);
        let comparer = Arc::new(comparer);
        let output = Buffer::f32("output", 1, LEN, Role::Output);
        let id = simulator.allocate("output", output.bytes()).expect("it is small");
        let expected = Expected::within(|at| at as f64, |_| 0.1, "of a test");
        Self { simulator, comparison: Comparison::new(&comparer), output, id, expected }
    }

    /// What is said of these values, by the device where it may be, and by the host alone.
    fn judge(&mut self, values: &[f32]) -> (bool, Verdict, Verdict) {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        block_on(self.simulator.write(self.id, bytes)).expect("it is there");
        let host = compare(bytes, Scalar::F32, LEN, &self.expected, POISON);
        let at = (&self.output, self.id);
        let answer = block_on(self.comparison.answer(&mut self.simulator, at, &self.expected, POISON));
        match answer.expect("it runs").expect("it is large enough") {
            Answer::Right(verdict) => (true, verdict, host),
            Answer::Unconfirmed(found) => {
                let confirmed = self.comparison.confirm(&mut self.simulator, at, found, &host);
                block_on(confirmed).expect("it runs");
                (false, host.clone(), host)
            }
        }
    }

    fn distrusted(&self) -> Option<String> {
        self.comparison.comparer.distrusted()
    }
}

fn values(off: f32) -> Vec<f32> {
    (0..LEN).map(|at| at as f32 + if at == 1700 { off } else { 0.0 }).collect()
}

#[test]
fn the_host_confirms_the_first_right_output_and_the_device_tells_of_others_what_the_host_would() {
    let mut bench = Bench::new();
    let (alone, verdict, host) = bench.judge(&values(0.03125));
    assert!(!alone && verdict.passed());
    for off in [0.03125, 0.0625, -0.09375] {
        let (alone, verdict, host_s) = bench.judge(&values(off));
        assert!(alone, "{off}");
        assert_eq!((verdict.elements, verdict.max_error), (LEN, host_s.max_error), "{off}");
        assert_eq!(verdict.tolerance, host.tolerance);
    }
    assert_eq!(bench.distrusted(), None);
}

#[test]
fn what_is_wrong_is_told_by_the_host_and_does_not_become_what_others_are_held_against() {
    let mut bench = Bench::new();
    for off in [0.2, f32::NAN, f32::from_bits(POISON.0)] {
        let (alone, verdict, _) = bench.judge(&values(off));
        assert!(!alone && !verdict.passed() && verdict.first[0].index == 1700, "{off}");
        assert!(!bench.judge(&values(off)).0, "{off}");
    }
    assert!(!bench.judge(&values(0.0)).0 && bench.judge(&values(0.0)).0);
    assert!(!bench.judge(&values(0.2)).0);
    assert_eq!(bench.distrusted(), None);
}

#[test]
fn bounds_that_a_kernel_wrote_over_are_made_anew() {
    let mut bench = Bench::new();
    bench.judge(&values(0.0));
    let output = bench.comparison.outputs.get(&1).expect("it has bounds");
    let low = output.bounds.as_ref().expect("it has bounds").pieces[1].low.buffer;
    // Bounds that allow more than the host does.
    block_on(bench.simulator.write(low, bytemuck::cast_slice(&[0f32; 1024]))).expect("it is there");
    assert!(!bench.judge(&values(-0.2)).0, "an error that the changed bounds allow");
    assert!(!bench.judge(&values(0.0)).0, "and then the host confirms again");
    assert!(bench.judge(&values(0.0)).0);
    assert_eq!(bench.distrusted(), None);
}

#[test]
fn a_device_that_calls_a_wrong_output_right_is_not_asked_again() {
    let mut bench = Bench::new();
    bench.judge(&values(0.0));
    // As if the host allowed less than what went up.
    bench.expected = Expected::within(|at| at as f64, |_| 0.05, "of a test");
    assert!(!bench.judge(&values(0.0625)).0);
    assert!(bench.distrusted().is_some());
}

#[test]
fn an_input_that_changed_is_told_from_one_that_did_not() {
    let mut bench = Bench::new();
    let words: Vec<u32> = (0..LEN as u32).collect();
    let at = (7, bench.id);
    let mut unchanged = |words: &[u32], keep: bool| {
        block_on(async {
            bench.simulator.write(at.1, bytemuck::cast_slice(words)).await.expect("it is there");
            if keep {
                bench
                    .comparison
                    .keep(&mut bench.simulator, at, &Data::given(words.to_vec()))
                    .await
                    .expect("there is room");
            }
            let found = bench.comparison.is_unchanged(&mut bench.simulator, at).await.expect("it runs");
            bench.comparison.says_unchanged(7, &found.expect("there is a copy"))
        })
    };
    assert!(unchanged(&words, true));
    for at in [0, 1023, 1024, LEN - 1] {
        let mut changed = words.clone();
        changed[at] ^= 1;
        assert!(!unchanged(&changed, false), "{at}");
    }
    assert!(unchanged(&words, false));
}
