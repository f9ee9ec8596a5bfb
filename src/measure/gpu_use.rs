//! What other processes did on a GPU while something was timed on it, as Linux' drivers tell (the kernel's documentation
//! `drm-usage-stats`): amdgpu, i915 and others count the time of a GPU's engines for each client, in `/proc/PID/fdinfo`.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crate::host::Host;

/// The share of a GPU's time that others may take before times on it are no longer this run's own.
const TOLERATED: f64 = 0.05;

/// Nanoseconds that the clients of other processes used of a GPU's engines, at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuUse {
    at: Duration,
    clients: BTreeMap<String, u64>,
}

impl GpuUse {
    /// As it is now, of the GPU at `pci_bus_id`; `None` where no process can be asked. Processes of other users do not tell.
    pub fn now(pci_bus_id: &str, host: &dyn Host) -> Option<Self> {
        let at = host.now();
        let own = own_id(&host.read_text(Path::new("/proc/self/stat")).ok()?)?;
        let mut clients = BTreeMap::new();
        for process in host.entries(Path::new("/proc")).ok()? {
            let id = process.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if id == own || !id.starts_with(|first: char| first.is_ascii_digit()) {
                continue;
            }
            for file in host.entries(&process.join("fdinfo")).unwrap_or_default() {
                let text = host.read_text(&file).unwrap_or_default();
                // One client may have several files, which all tell the same.
                if let Some((client, nanoseconds)) = client(&text, pci_bus_id) {
                    clients.insert(client, nanoseconds);
                }
            }
        }
        Some(Self { at, clients })
    }

    /// The share of the time until `later` in which the GPU worked for others, summed over its engines; `None` where
    /// nobody tells it of any process, or no time passed.
    pub fn until(&self, later: &Self) -> Option<f64> {
        let span = later.at.checked_sub(self.at).filter(|span| !span.is_zero())?.as_secs_f64();
        let used = later.clients.iter().map(|(client, now)| {
            let before = self.clients.get(client).copied().unwrap_or_default();
            now.saturating_sub(before) as f64 * 1e-9
        });
        (!later.clients.is_empty()).then(|| used.sum::<f64>() / span)
    }
}

/// Why times on a GPU that worked for others for this share of the time are not this run's own; `None` where they are.
pub fn disturbs_gpu(others: f64) -> Option<String> {
    (others > TOLERATED).then(|| format!("other processes used the GPU for {:.0} % of the time", 100.0 * others))
}

/// The process's number, the first of `/proc/self/stat`.
fn own_id(stat: &str) -> Option<String> {
    Some(stat.split_whitespace().next()?.to_owned())
}

/// The client that an open file belongs to, and what it used of all engines of this GPU.
fn client(fdinfo: &str, pci_bus_id: &str) -> Option<(String, u64)> {
    let fields = || fdinfo.lines().filter_map(|line| line.split_once(':'));
    let field = |name: &str| fields().find(|(key, _)| *key == name).map(|(_, value)| value.trim());
    if field("drm-pdev")? != pci_bus_id {
        return None;
    }
    let engine = |(key, value): (&str, &str)| {
        let is = key.starts_with("drm-engine-") && !key.starts_with("drm-engine-capacity-");
        value.trim().strip_suffix(" ns").filter(|_| is)?.parse::<u64>().ok()
    };
    Some((field("drm-client-id")?.to_owned(), fields().filter_map(engine).sum()))
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
        let told = GpuUse::now(GPU, &Rooted::at(root.path())).expect("processes can be asked");
        GpuUse { at: Duration::from_secs(at), ..told }
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
    fn another_gpu_and_a_driver_that_does_not_tell_say_nothing() {
        let silent = seen(20, "pos:\t0\n", "drm-pdev:\t0000:04:00.0\ndrm-client-id:\t2\ndrm-engine-gfx:\t7 ns\n");
        assert_eq!(silent.until(&GpuUse { at: Duration::from_secs(30), ..silent.clone() }), None);
    }
}
