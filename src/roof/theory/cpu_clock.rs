//! The host's clock: what the system reports, and what a chain of instructions takes.
use std::fs;
use std::time::{Duration, Instant};

use crate::device::Reading;

/// The highest clock that the host is known to reach, in Hz.
pub fn highest() -> Option<Reading> {
    best_clock(cpufreq_max(), calibrated_clock())
}

/// The highest frequency that the kernel's cpufreq reports, in Hz.
fn cpufreq_max() -> Option<Reading> {
    let khz = |cpu: u32| -> Option<f64> {
        let path = format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/cpuinfo_max_freq");
        fs::read_to_string(path).ok()?.trim().parse().ok()
    };
    let best = (0..1024).map_while(khz).fold(0.0, f64::max);
    Reading::new(best * 1e3, "cpufreq")
}

/// The larger of two clocks: cpufreq may not count boost, and a calibration may have met a slow moment.
fn best_clock(reported: Option<Reading>, calibrated: Option<Reading>) -> Option<Reading> {
    match (reported, calibrated) {
        (Some(r), Some(c)) => {
            let differ = (r.value - c.value).abs() > 0.05 * r.value.max(c.value);
            let (mut best, other) = if r.value >= c.value { (r, c) } else { (c, r) };
            if differ {
                best.from = format!("{}; {} says {:.2} GHz", best.from, other.from, other.value / 1e9);
            }
            Some(best)
        }
        (r, c) => r.or(c),
    }
}

/// Instructions of [`chain`], each of which takes a clock and waits for the one before.
const CHAIN: u32 = 1000;

/// The clock from a chain of dependent one-clock instructions, best of many short trials; none on a processor for which no chain is
/// written.
fn calibrated_clock() -> Option<Reading> {
    const ROUNDS: u32 = 600;
    if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        return None;
    }
    let start = Instant::now();
    let mut best = 0.0f64;
    while start.elapsed() < Duration::from_millis(40) {
        let trial = Instant::now();
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..ROUNDS {
            x = chain(x);
        }
        best = best.max(f64::from(ROUNDS * CHAIN) / trial.elapsed().as_secs_f64().max(1e-9));
    }
    // Processors step their clock by 25 MHz or more, and whatever disturbed the best trial made it slower.
    const STEP: f64 = 25e6;
    let clock = (best / STEP).ceil() * STEP;
    Reading::new(clock, "calibrated with a chain of dependent instructions, rounded up to 25 MHz")
}

/// Exclusive ors of two registers: no processor drops or renames these, as some do with moves and with additions of constants. In
/// assembly, so that a build without optimisation runs the same instructions.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(never)]
fn chain(mut x: u64) -> u64 {
    // SAFETY: it reads and writes the two registers named, and the flags.
    unsafe {
        std::arch::asm!(".rept {chain}", "xor {x}, {y}", ".endr", chain = const CHAIN, x = inout(reg) x, y = in(reg) 1_u64,
            options(nomem, nostack));
    }
    x
}

/// As on x86.
#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
#[inline(never)]
fn chain(mut x: u64) -> u64 {
    // SAFETY: it reads and writes the two registers named.
    unsafe {
        std::arch::asm!(".rept {chain}", "eor {x}, {x}, {y}", ".endr", chain = const CHAIN, x = inout(reg) x, y = in(reg) 1_u64,
            options(nomem, nostack));
    }
    x
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn chain(x: u64) -> u64 {
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_clock_wins_and_the_other_is_told() {
        let best = best_clock(Reading::new(3.4e9, "cpufreq"), Reading::new(4.9e9, "calibrated"));
        let best = best.unwrap_or_else(|| unreachable!("both are known"));
        assert_eq!(best.value, 4.9e9);
        assert!(best.from.contains("cpufreq says 3.40 GHz"), "{}", best.from);
    }

    #[test]
    fn a_build_without_optimisation_finds_the_processors_clock() {
        // Of the processors that build this none has less than 1 GHz, and none 7.
        if let Some(clock) = calibrated_clock() {
            assert!((1e9..7e9).contains(&clock.value), "{:.2} GHz", clock.value / 1e9);
        }
    }
}
