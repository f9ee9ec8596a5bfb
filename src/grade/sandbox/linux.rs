//! Linux: Landlock for files, seccomp for system calls. Both only ever take rights away.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope, path_beneath_rules,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

use self::syscalls::Rules;
use super::Profile;

#[path = "syscalls.rs"]
mod syscalls;

/// The newest rules that this program knows; an older kernel enforces those that it knows.
const RULES: ABI = ABI::V6;

/// Where drivers keep what they read.
const SYSTEM: &[&str] =
    &["/usr", "/lib", "/lib64", "/bin", "/etc", "/opt", "/sys", "/proc", "/run", "/nix", "/var/lib"];

/// Variables that name a driver's files.
const DRIVER_FILES: &[&str] = &["VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"];

/// Closes every descriptor that this process was handed beside its standard streams.
#[allow(unsafe_code)]
pub fn descriptors() -> Vec<String> {
    // SAFETY: nothing of this process is open yet but its standard streams, and no other thread is there to open anything.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0u32) };
    let error = std::io::Error::last_os_error();
    if closed == 0 { Vec::new() } else { vec![format!("inherited descriptors: {error}")] }
}

/// The descriptors beyond the standard streams that are open.
#[allow(unsafe_code)]
pub fn open_descriptors() -> Vec<i32> {
    // SAFETY: asking for a descriptor's flags changes nothing, whether it is open or not.
    let is_open = |descriptor: &i32| unsafe { libc::fcntl(*descriptor, libc::F_GETFD) } != -1;
    (3..1024).filter(is_open).collect()
}

/// Drops the administrator's capabilities from this thread and those that it starts; `reading` keeps the one by which files
/// of others can be read, for a class whose files belong to its students.
pub fn privileges(reading: bool) -> Vec<String> {
    let Ok(held) = capabilities(None) else {
        return vec!["privileges: the system does not tell them".to_owned()];
    };
    let kept = if reading { held.permitted & CapabilitySet::DAC_READ_SEARCH } else { CapabilitySet::empty() };
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    set_capabilities(None, sets).err().map(|error| format!("privileges: {error}")).into_iter().collect()
}

/// Whether this thread may do what only an administrator may.
pub fn has_privileges() -> bool {
    capabilities(None).is_ok_and(|held| !held.permitted.is_empty())
}

/// Asks the system to end this process before any other where memory runs out: who marks must not be ended for a submission.
pub fn sought_after() {
    // It helps only where the system allows it.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}

/// Leaves this thread, and those that it starts, only `own` files to read; and a driver's, where there is one.
pub fn files(profile: Profile, own: &[&Path]) -> Vec<String> {
    match landlock(profile, own) {
        Ok(RulesetStatus::NotEnforced) => {
            vec!["files: this kernel has no Landlock, or it is not switched on".to_owned()]
        }
        Ok(_) => Vec::new(),
        Err(error) => vec![format!("files: {error}")],
    }
}

fn landlock(profile: Profile, own: &[&Path]) -> Result<RulesetStatus, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(RULES))?
        .handle_access(AccessNet::from_all(RULES))?
        .scope(Scope::from_all(RULES))?
        .create()?;
    rules = allow(rules, own, read)?;
    if profile == Profile::Device {
        let read_and_load = read | AccessFs::Execute;
        rules = allow(rules, SYSTEM, read_and_load)?;
        rules = allow(rules, &driver_folders(), read_and_load)?;
        let device = read | AccessFs::WriteFile | AccessFs::IoctlDev;
        rules = allow(rules, &["/dev"], device)?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

fn allow<P: AsRef<Path>>(
    rules: RulesetCreated,
    paths: &[P],
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    // A path that is not there is left out: there is nothing to allow.
    rules.add_rules(path_beneath_rules(paths, access))
}

/// The folders of the files that the Vulkan loader was told to use.
fn driver_folders() -> Vec<PathBuf> {
    DRIVER_FILES
        .iter()
        .filter_map(std::env::var_os)
        .flat_map(|list| std::env::split_paths(&list).collect::<Vec<_>>())
        .filter_map(|file| file.parent().map(Path::to_owned))
        .collect()
}

/// Takes the network and other processes from every thread of this process.
pub fn processes() -> Vec<String> {
    // Asked for a thread with `clone3`, the C library takes this answer to mean an older kernel, and uses `clone`,
    // whose arguments a filter can see.
    let unknown = refuse(libc::ENOSYS);
    failures([
        filter(syscalls::newer(), SeccompAction::Allow, unknown),
        filter(syscalls::others(), SeccompAction::Allow, refuse(libc::EPERM)),
    ])
}

/// Leaves every thread of this process what it needs to compute and to answer.
pub fn all_but_computing() -> Vec<String> {
    failures([filter(syscalls::computing(), refuse(libc::EPERM), SeccompAction::Allow)])
}

fn refuse(errno: i32) -> SeccompAction {
    SeccompAction::Errno(errno as u32)
}

fn failures<const N: usize>(filters: [Result<BpfProgram, String>; N]) -> Vec<String> {
    let applied = filters.into_iter().try_for_each(|filter| apply(&filter?).map_err(|error| error.to_string()));
    let failed = applied.err();
    failed.map(|error| format!("network and processes: {error}")).into_iter().collect()
}

fn apply(filter: &BpfProgram) -> Result<(), seccompiler::Error> {
    seccompiler::apply_filter_all_threads(filter)
}

fn filter(rules: Rules, otherwise: SeccompAction, matching: SeccompAction) -> Result<BpfProgram, String> {
    let mut map: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for rule in rules {
        let of_call = map.entry(rule.call).or_default();
        if let Some((argument, mask, value)) = rule.only {
            let bits = SeccompCmpOp::MaskedEq(mask);
            let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, bits, value)
                .map_err(|error| error.to_string())?;
            of_call.push(SeccompRule::new(vec![condition]).map_err(|error| error.to_string())?);
        }
    }
    let target = std::env::consts::ARCH.try_into().map_err(|error: seccompiler::BackendError| error.to_string())?;
    SeccompFilter::new(map, otherwise, matching, target).and_then(TryInto::try_into).map_err(|error| error.to_string())
}
