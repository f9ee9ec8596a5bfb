//! The compute peak of software devices (lavapipe, SwiftShader, WARP): the host's cores, lanes and clock.
//!
//! The roof is the *host's*, since a better compiler could reach it: cores x FMA pipes x lanes x 2 x clock. The width
//! that the device itself compiles for, where its name says it, stands beside it.
use super::cpu_host::{Processor, core_of};
use crate::device::{DeviceType, Identity};
use crate::roof::provenance::{Figure, Source};

/// Whether an adapter runs on the host's cores.
pub fn is_software(identity: &Identity) -> bool {
    let name = identity.name.to_lowercase();
    let known = ["llvmpipe", "swiftshader", "microsoft basic render", "softpipe", "lavapipe"];
    identity.kind == DeviceType::Cpu || known.iter().any(|k| name.contains(k))
}

/// The vector width in bits that a device says it compiles for: `llvmpipe (LLVM 15.0.6, 256 bits)` is 256, and
/// SwiftShader is always 128.
pub fn device_bits(name: &str) -> Option<u32> {
    let lower = name.to_lowercase();
    if lower.contains("swiftshader") {
        return Some(128);
    }
    let before = lower.split(" bits").next().filter(|b| b.len() < lower.len())?;
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The f32 peak of a software device on `host`, in FLOP/s.
pub fn compute_peak(device: &str, host: &Processor) -> Figure {
    let Some(clock) = &host.clock else {
        return Figure::unknown("the host's clock could not be found out");
    };
    let core = core_of(host);
    let value = f64::from(host.cores) * core.flop_per_clock * clock.value;
    let mut detail = format!(
        "{} cores ({}) x {} FLOP/clock ({}) x {:.2} GHz ({})",
        host.cores,
        core.name,
        core.flop_per_clock,
        core.how,
        clock.value / 1e9,
        clock.from,
    );
    if let Some(bits) = device_bits(device) {
        let own = f64::from(bits / 32) * 4.0;
        if own < core.flop_per_clock {
            let reach = f64::from(host.cores) * own * clock.value;
            detail += &format!(
                "; the device itself compiles for {bits} bits, {own} FLOP/clock with two pipes: {:.0} GFLOP/s",
                reach / 1e9
            );
        } else {
            detail += &format!("; the device itself compiles for {bits} bits");
        }
    }
    Figure::new(value, Source::Derived, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Reading;

    fn genoa() -> Processor {
        Processor {
            cores: 4,
            vendor: "AuthenticAMD".to_owned(),
            family: 0x19,
            model: 0x11,
            clock: Reading::new(3.7e9, "calibrated"),
        }
    }

    #[test]
    fn the_width_is_read_from_the_name() {
        assert_eq!(device_bits("llvmpipe (LLVM 15.0.6, 256 bits)"), Some(256));
        assert_eq!(device_bits("SwiftShader Device (Subzero)"), Some(128));
        assert_eq!(device_bits("Microsoft Basic Render Driver"), None);
    }

    #[test]
    fn four_zen_4_cores_at_3_7_ghz_reach_474_gflops() {
        let figure = compute_peak("llvmpipe (LLVM 15.0.6, 256 bits)", &genoa());
        assert_eq!(figure.source, Source::Derived);
        assert!((figure.value.unwrap_or_default() - 473.6e9).abs() < 1e9, "{figure:?}");
        assert!(figure.detail.contains("256 bits"), "{}", figure.detail);
    }

    #[test]
    fn a_host_without_a_clock_is_unknown() {
        let host = Processor { clock: None, ..genoa() };
        assert_eq!(compute_peak("llvmpipe", &host).value, None);
    }

    #[test]
    fn this_host_has_a_peak() {
        let host = Processor::detect();
        assert!(host.cores >= 1);
        assert!(compute_peak("llvmpipe", &host).is_known());
    }
}
