//! Which system calls a submission's process keeps.

/// System calls, each with the condition under which the rule is about it.
pub type Rules = Vec<Rule>;

/// One system call.
pub struct Rule {
    /// Its number.
    pub call: i64,
    /// The argument, the bits of it that count, and their value; `None` for any call.
    pub only: Option<(u8, u64, u64)>,
}

fn any(call: i64) -> Rule {
    Rule { call, only: None }
}

fn only(call: i64, argument: u8, mask: u64, value: u64) -> Rule {
    Rule { call, only: Some((argument, mask, value)) }
}

/// All bits of a 32-bit argument.
const WHOLE: u64 = u32::MAX as u64;

/// What remains allowed once a submission was read: to compute, to answer the parent, and to end. No file can be opened,
/// no thread or process started, nothing sent.
pub fn computing() -> Rules {
    let own = u64::from(std::process::id());
    let mut rules: Rules = COMPUTE.iter().copied().map(any).collect();
    rules.extend([
        // To die by a signal of one's own, with its message: a stack overflow, an allocation that fails.
        only(libc::SYS_tgkill, 0, WHOLE, own),
        only(libc::SYS_kill, 0, WHOLE, own),
        // Limits of its own, which it can only lower: each run gets its share of processor time.
        only(libc::SYS_prlimit64, 0, WHOLE, 0),
        // Anonymous memory only counts towards the bound; files cannot be opened, so none can be mapped.
        any(libc::SYS_mmap),
    ]);
    rules
}

/// Memory, clocks, waiting for a lock, reading and answering through what is open, and ending.
const COMPUTE: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getrandom,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getrusage,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    // A thread that was started before the filter came may still be on its way.
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// Calls that a newer C library tries first, and does without where they are not known.
pub fn newer() -> Rules {
    vec![any(libc::SYS_clone3)]
}

/// What every process that runs a submission is refused: other programs and processes, the network, other processes'
/// memory, and what changes the system. Threads, and sockets within the machine, stay: GPU drivers use them.
pub fn others() -> Rules {
    let mut rules: Rules = REFUSED.iter().copied().map(any).collect();
    let thread = libc::CLONE_THREAD as u64;
    // A clone that is not a thread is a process.
    rules.push(only(libc::SYS_clone, 0, thread, 0));
    for family in [libc::AF_INET, libc::AF_INET6, libc::AF_PACKET, libc::AF_VSOCK] {
        rules.push(only(libc::SYS_socket, 0, WHOLE, family as u64));
    }
    #[cfg(target_arch = "x86_64")]
    rules.extend([any(libc::SYS_fork), any(libc::SYS_vfork)]);
    rules
}

const REFUSED: &[i64] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_io_uring_setup,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_open_by_handle_at,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_sethostname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
];
