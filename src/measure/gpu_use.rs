//! What other processes did on a GPU while something was timed on it, as Linux' drivers tell (the kernel's documentation
//! `drm-usage-stats`): amdgpu, i915 and others count the time of a GPU's engines for each client, in `/proc/PID/fdinfo`; xe counts
//! their cycles, and those that went by.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crate::device::ProcessUse;
use crate::host::Host;

/// The share of a GPU's time that others may take before times on it are no longer this run's own.
const TOLERATED: f64 = 0.05;

/// What the clients of other processes used of a GPU's engines, at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuUse {
    at: Duration,
    clients: BTreeMap<String, Used>,
    /// Cycles that went by, by engine, where the driver counts them.
    cycles: BTreeMap<String, u64>,
}

/// What one client used so far.
#[derive(Clone, Debug, Default, PartialEq)]
struct Used {
    /// Of all engines together.
    nanoseconds: u64,
    /// By engine.
    cycles: BTreeMap<String, u64>,
}

impl GpuUse {
    /// As it is now, of the GPU at `pci_bus_id`; `None` where no process can be asked. Processes of other users do not tell.
    pub fn now(pci_bus_id: &str, host: &dyn Host) -> Option<Self> {
        let at = host.now();
        let own = own_id(&host.read_text(Path::new("/proc/self/stat")).ok()?)?;
        let mut usage = Self { at, clients: BTreeMap::new(), cycles: BTreeMap::new() };
        for process in host.entries(Path::new("/proc")).ok()? {
            let id = process.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if !id.starts_with(|first: char| first.is_ascii_digit()) {
                continue;
            }
            for file in host.entries(&process.join("fdinfo")).unwrap_or_default() {
                usage.read(&host.read_text(&file).unwrap_or_default(), pci_bus_id, id == own);
            }
        }
        Some(usage)
    }

    /// Takes in an open file of a process: this one itself, or another. One client may have several, which all tell the same.
    fn read(&mut self, fdinfo: &str, pci_bus_id: &str, own: bool) {
        let fields: BTreeMap<&str, &str> = fdinfo.lines().filter_map(|line| line.split_once(':')).collect();
        let field = |name: &str| fields.get(name).map(|value| value.trim());
        let (Some(client), true) = (field("drm-client-id"), field("drm-pdev") == Some(pci_bus_id)) else {
            return;
        };
        let engine = |(key, value): (&&str, &&str)| {
            let is = key.starts_with("drm-engine-") && !key.starts_with("drm-engine-capacity-");
            value.trim().strip_suffix(" ns").filter(|_| is)?.parse::<u64>().ok()
        };
        let mut used = Used { nanoseconds: fields.iter().filter_map(engine).sum(), cycles: BTreeMap::new() };
        for (key, value) in &fields {
            let of = |prefix| Some((key.strip_prefix(prefix)?.to_owned(), value.trim().parse().ok()?));
            self.cycles.extend(of("drm-total-cycles-"));
            used.cycles.extend(of("drm-cycles-"));
        }
        if !own {
            self.clients.insert(client.to_owned(), used);
        }
    }

    /// The share of the time until `later` in which the GPU worked for others, summed over its engines; `None` where
    /// nobody tells it of any process, or no time passed.
    pub fn until(&self, later: &Self) -> Option<f64> {
        let span = later.at.checked_sub(self.at).filter(|span| !span.is_zero())?.as_secs_f64();
        let went_by =
            |engine: &str| later.cycles.get(engine)?.checked_sub(*self.cycles.get(engine)?).filter(|all| *all > 0);
        let share = |(client, now): (&String, &Used)| -> f64 {
            let before = self.clients.get(client).cloned().unwrap_or_default();
            let time = now.nanoseconds.saturating_sub(before.nanoseconds) as f64 * 1e-9 / span;
            let cycles = now.cycles.iter().filter_map(|(engine, now)| {
                let before = before.cycles.get(engine).copied().unwrap_or_default();
                Some(now.saturating_sub(before) as f64 / went_by(engine)? as f64)
            });
            time + cycles.sum::<f64>()
        };
        (!later.clients.is_empty()).then(|| later.clients.iter().map(share).sum())
    }
}

/// The share of a GPU's time that others than the process `own` had, over its samples; `None` where that process, which used the GPU,
/// is not among them: then their numbers mean nothing here (a container has numbers of its own), or nobody was sampled yet.
pub fn used_by_others(samples: &[ProcessUse], own: u32) -> Option<f64> {
    let mut processes: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for sample in samples {
        processes.entry(sample.process).or_default().push(sample.share);
    }
    processes.remove(&own)?;
    Some(processes.values().map(|shares| shares.iter().sum::<f64>() / shares.len() as f64).sum())
}

/// Why times on a GPU that worked for others for this share of the time are not this run's own; `None` where they are.
pub fn disturbs_gpu(others: f64) -> Option<String> {
    (others > TOLERATED).then(|| format!("other processes used the GPU for {:.0} % of the time", 100.0 * others))
}

/// The process's number, the first of `/proc/self/stat`.
fn own_id(stat: &str) -> Option<String> {
    Some(stat.split_whitespace().next()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Rooted;

    const GPU: &str = "0000:03:00.0";

    fn info(client: u32, compute: u64) -> String {
        format!(
            "pos:\t0\ndrm-driver:\tamdgpu\ndrm-pdev:\t{GPU}\ndrm-client-id:\t{client}\ndrm-engine-gfx:\t5 ns\n\
             drm-engine-compute:\t{compute} ns\ndrm-engine-capacity-compute:\t8\ndrm-memory-vram:\t9 KiB\n"
        )
    }

    /// What a machine tells on which process 7 looks, and 8 has the second file twice.
    fn seen(at: u64, own: &str, other: &str) -> GpuUse {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("self/stat", "7 (a) R 1"),
            ("7/fdinfo/3", own),
            ("8/fdinfo/3", other),
            ("8/fdinfo/4", other),
            ("irq/0", ""),
        ] {
            let path = root.path().join("proc").join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let usage = GpuUse::now(GPU, &Rooted::at(root.path())).expect("processes can be asked");
        GpuUse { at: Duration::from_secs(at), ..usage }
    }

    #[test]
    fn what_other_processes_used_is_counted_once_a_client_and_not_this_process() {
        let before = seen(10, &info(1, 0), &info(2, 1_000_000_000));
        let after = seen(20, &info(1, 9_000_000_000), &info(2, 4_000_000_000));
        assert_eq!(before.until(&after), Some(0.3));
        assert_eq!(disturbs_gpu(0.3).as_deref(), Some("other processes used the GPU for 30 % of the time"));
        assert_eq!(disturbs_gpu(0.01), None);
    }

    #[test]
    fn of_a_driver_that_counts_cycles_the_share_is_of_those_that_went_by() {
        let xe = |client: u32, [rcs, ccs, all]: [u64; 3]| {
            format!(
                "drm-driver:\txe\ndrm-client-id:\t{client}\ndrm-pdev:\t{GPU}\ndrm-total-vram0:\t9 KiB\ndrm-cycles-rcs:\t{rcs}\n\
                 drm-total-cycles-rcs:\t{all}\ndrm-cycles-ccs:\t{ccs}\ndrm-total-cycles-ccs:\t{all}\ndrm-engine-capacity-ccs:\t4\n"
            )
        };
        // The process that looks tells how many went by, also where the other one began later.
        let before = seen(10, &xe(1, [5, 5, 1000]), "");
        let after = seen(20, &xe(1, [700, 5, 2000]), &xe(2, [100, 200, 2000]));
        assert!(before.until(&after).is_some_and(|share| (share - 0.3).abs() < 1e-9));
    }

    #[test]
    fn of_sampled_processes_all_count_but_the_own_one_which_must_be_among_them() {
        let sample = |process: u32, at: u64, share: f64| ProcessUse { process, at, share };
        let samples = [sample(7, 1, 0.9), sample(8, 1, 0.1), sample(8, 2, 0.3), sample(9, 2, 0.05)];
        assert!(used_by_others(&samples, 7).is_some_and(|share| (share - 0.25).abs() < 1e-9));
        assert_eq!(used_by_others(&samples, 17), None);
        assert_eq!(used_by_others(&samples[..1], 7), Some(0.0));
        assert_eq!(used_by_others(&[], 7), None);
    }

    #[test]
    fn another_gpu_and_a_driver_that_does_not_tell_say_nothing() {
        let silent = seen(20, "pos:\t0\n", "drm-pdev:\t0000:04:00.0\ndrm-client-id:\t2\ndrm-engine-gfx:\t7 ns\n");
        assert_eq!(silent.until(&GpuUse { at: Duration::from_secs(30), ..silent.clone() }), None);
    }
}
