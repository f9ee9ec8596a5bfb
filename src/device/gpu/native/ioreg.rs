//! Apple: the number of GPU cores, which Metal does not tell, from the IO registry.

use std::process::Command;

use crate::device::{Queried, Reading};

/// What the IO registry knows of the GPU called `name`; empty on other systems.
pub fn read(name: &str) -> Queried {
    if !cfg!(target_os = "macos") {
        return Queried::default();
    }
    let output = Command::new("/usr/sbin/ioreg").args(["-r", "-d", "1", "-w", "0", "-c", "AGXAccelerator"]).output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    parse(&text, name)
}

/// The core count of the accelerator whose model is `name`, or of the only one.
fn parse(text: &str, name: &str) -> Queried {
    let nodes: Vec<&str> = text.split("+-o ").skip(1).collect();
    let named = nodes.iter().find(|n| property(n, "model").is_some_and(|m| m.trim_matches('"') == name));
    let node = named.or(if nodes.len() == 1 { nodes.first() } else { None });
    let cores = node.and_then(|n| property(n, "gpu-core-count")?.parse().ok());
    Queried { units: cores.and_then(|c| Reading::new(c, "IORegistry gpu-core-count")), ..Queried::default() }
}

/// The value in a line such as `    "gpu-core-count" = 10`.
fn property<'a>(node: &'a str, key: &str) -> Option<&'a str> {
    node.lines().find_map(|line| {
        let rest = line.trim_start_matches([' ', '|']).strip_prefix('"')?.strip_prefix(key)?;
        Some(rest.strip_prefix("\" = ")?.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `ioreg` prints on an M2 Pro, shortened.
    const SAMPLE: &str = r#"+-o AGXAcceleratorG14X  <class AGXAcceleratorG14X, id 0x100000421, registered, matched, active, busy 0 (0 ms), retain 80>
    {
      "IOClass" = "AGXAcceleratorG14X"
      "MetalPluginName" = "AGXMetalG14X"
      "model" = "Apple M2 Pro"
      "gpu-core-count" = 19
      "PerformanceStatistics" = {"Device Utilization %"=3,"In use system memory"=512344064}
    }
"#;

    #[test]
    fn the_core_count_is_read_from_a_recorded_output() {
        assert_eq!(parse(SAMPLE, "Apple M2 Pro").units.map(|r| r.value), Some(19.0));
        assert_eq!(parse(SAMPLE, "another name").units.map(|r| r.value), Some(19.0), "the only accelerator");
    }

    #[test]
    fn of_two_accelerators_only_the_named_one_counts() {
        let two = format!("{SAMPLE}{}", SAMPLE.replace("M2 Pro", "M9").replace("= 19", "= 7"));
        assert_eq!(parse(&two, "Apple M9").units.map(|r| r.value), Some(7.0));
        assert_eq!(parse(&two, "Apple M1").units, None);
        assert_eq!(parse("", "Apple M1"), Queried::default());
    }
}
