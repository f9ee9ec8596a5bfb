//! The measured roofs on this machine's device. How high they are is not tested: that is what they are there to find.

use std::time::Duration;

use pollster::block_on;

use crate::common::has_device;
use lockstep::device::{self, AnyDevice, Device, Selector};
use lockstep::host::Native;
use lockstep::roof::measured::{self, Ceiling};

const BUDGET: Duration = Duration::from_millis(300);

fn device() -> Option<AnyDevice> {
    has_device().then(|| block_on(device::open(&Selector::Auto, &Native)).expect("the device opens"))
}

fn says_who_won(ceiling: &Ceiling) {
    assert!(ceiling.rate.is_finite() && ceiling.rate > 0.0, "{ceiling:?}");
    for words in ["the best of ", " shape", ", fastest of ", " batches by "] {
        assert!(ceiling.detail.contains(words), "{}", ceiling.detail);
    }
}

#[test]
fn the_compute_roof_is_that_of_a_verified_kernel() {
    if let Some(mut device) = device() {
        let ceiling = block_on(measured::compute(&mut device, BUDGET, &Native, None)).unwrap();
        says_who_won(&ceiling);
        assert!(ceiling.detail.contains("chain"), "{}", ceiling.detail);
    }
}

#[test]
fn the_memory_roof_is_that_of_a_faithful_copy() {
    if let Some(mut device) = device() {
        let ceiling = block_on(measured::memory(&mut device, 16 << 20, BUDGET, &Native, None)).unwrap();
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
        let ceiling = block_on(measured::memory(&mut device, 2 * binding + 1, BUDGET, &Native, None)).unwrap();
        says_who_won(&ceiling);
        assert!(ceiling.detail.contains(" pairs of buffers of "), "{}", ceiling.detail);
    }
}
