//! Threads of one's own for parallel work: a kernel that takes long there holds up nobody else's.

use std::io;
use std::thread::JoinHandle;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Bytes of stack of each: what prepares and compares runs on them too.
const STACK: usize = 64 << 20;

/// So many threads. What is installed there finds them where it asks how many there are.
///
/// # Errors
/// Where the system gives none.
pub fn own_pool(threads: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().map_err(io::Error::other)
}

/// Threads over which work may be spread that has pools of its own: a page begins its threads itself.
pub fn threads() -> usize {
    if cfg!(target_family = "wasm") { 1 } else { rayon::current_num_threads() }
}

/// The threads that each of so many has for itself.
pub fn share(of: usize) -> usize {
    (threads() / of.max(1)).max(1)
}

/// Waits for `threads`, and panics as the first of them that did, which has said why.
pub fn join_all(threads: &mut Vec<JoinHandle<()>>) {
    if let Some(panic) = threads.drain(..).find_map(|thread| thread.join().err()) {
        std::panic::resume_unwind(panic);
    }
}
