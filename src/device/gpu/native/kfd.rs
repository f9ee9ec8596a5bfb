//! Linux: the topology that AMD's compute driver publishes, for units and clock where Vulkan does not tell them.

use std::fs;

use crate::device::{Queried, Reading};

const FROM: &str = "KFD topology";

/// What the topology knows of the device at `pci_bus_id` (`0000:03:00.0`).
pub fn read(pci_bus_id: &str) -> Queried {
    let Some(wanted) = location(pci_bus_id) else {
        return Queried::default();
    };
    let nodes = fs::read_dir("/sys/class/kfd/kfd/topology/nodes").into_iter().flatten().flatten();
    nodes
        .filter_map(|node| fs::read_to_string(node.path().join("properties")).ok())
        .find_map(|text| node(&text, wanted))
        .unwrap_or_default()
}

/// Domain and `bus << 8 | device << 3 | function`, as the topology writes a PCI address.
fn location(pci_bus_id: &str) -> Option<(u32, u32)> {
    let (rest, function) = pci_bus_id.rsplit_once('.')?;
    let mut parts = rest.split(':').map(|p| u32::from_str_radix(p, 16).ok());
    let (domain, bus, device) = (parts.next()??, parts.next()??, parts.next()??);
    Some((domain, bus << 8 | device << 3 | function.parse::<u32>().ok()?))
}

/// One node's properties, if it is the device at that location.
fn node(text: &str, wanted: (u32, u32)) -> Option<Queried> {
    let field = |name: &str| {
        text.lines().find_map(|line| {
            let (key, value) = line.split_once(' ')?;
            (key == name).then(|| value.trim().parse::<u32>().ok())?
        })
    };
    if (field("domain").unwrap_or(0), field("location_id")?) != wanted {
        return None;
    }
    let units = f64::from(field("simd_count")?) / f64::from(field("simd_per_cu")?.max(1));
    let mhz = f64::from(field("max_engine_clk_fcompute").unwrap_or(0));
    Some(Queried { units: Reading::new(units, FROM), clock: Reading::new(mhz * 1e6, FROM), ..Queried::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded on a Radeon RX 6800 XT, shortened.
    const SAMPLE: &str = "cpu_cores_count 0\nsimd_count 144\nmem_banks_count 1\nsimd_per_cu 2\nvendor_id 4098\ndevice_id 29631\nlocation_id 768\ndomain 0\nmax_engine_clk_fcompute 2575\nlocal_mem_size 17163091968\n";

    #[test]
    fn a_node_is_found_by_its_pci_address() {
        let wanted = location("0000:03:00.0").unwrap_or_default();
        assert_eq!(wanted, (0, 768));
        let queried = node(SAMPLE, wanted).unwrap_or_default();
        assert_eq!(queried.units.map(|r| r.value), Some(72.0));
        assert_eq!(queried.clock.map(|r| r.value), Some(2.575e9));
        assert_eq!(node(SAMPLE, (0, 1024)), None);
    }

    #[test]
    fn nonsense_is_unknown() {
        assert_eq!(location("nonsense"), None);
        assert_eq!(location(""), None);
        assert_eq!(node("", (0, 0)), None);
    }
}
