//! The measured roofs on this machine's device. How high they are is not tested: that is what they are there to find.

use std::time::Duration;

use crate::common::has_device;
use lockstep::device::{self, Device, Selector};
use lockstep::roof::measured::{self, Ceiling};

const BUDGET: Duration = Duration::from_millis(300);

fn device() -> Option<Box<dyn Device>> {
    has_device().then(|| device::open(&Selector::Auto).expect("the device opens"))
}

fn says_who_won(ceiling: &Ceiling) {
    assert!(ceiling.rate.is_finite() && ceiling.rate > 0.0, "{ceiling:?}");
    for words in ["the best of ", " shapes, fastest of ", " batches by "] {
        assert!(ceiling.detail.contains(words), "{}", ceiling.detail);
    }
}

#[test]
fn the_compute_roof_is_that_of_a_verified_kernel() {
    if let Some(mut device) = device() {
        let ceiling = measured::compute(device.as_mut(), BUDGET).unwrap();
        says_who_won(&ceiling);
        assert!(ceiling.detail.contains("chain"), "{}", ceiling.detail);
    }
}

#[test]
fn the_memory_roof_is_that_of_a_faithful_copy() {
    if let Some(mut device) = device() {
        let ceiling = measured::memory(device.as_mut(), 16 << 20, BUDGET).unwrap();
        says_who_won(&ceiling);
        assert!(ceiling.detail.contains("an invocation"), "{}", ceiling.detail);
    }
}

#[test]
fn a_working_set_larger_than_any_one_buffer_is_spread_over_several() {
    if let Some(mut device) = device() {
        let binding = device.facts().limits.max_storage_binding;
        if binding > 1 << 28 {
            eprintln!("SKIPPED: one buffer of this device holds more than a test should fill");
            return;
        }
        let ceiling = measured::memory(device.as_mut(), 2 * binding + 1, BUDGET).unwrap();
        says_who_won(&ceiling);
        assert!(ceiling.detail.contains("2 pairs"), "{}", ceiling.detail);
    }
}
