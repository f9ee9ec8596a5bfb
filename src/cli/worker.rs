//! The hidden role: a child process that runs kernels and tells its parent, a line of JSON an event.

use std::io::{BufRead, Write};

use pollster::block_on;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::grade::worker::{GRADE_WORKER, PROBE_WORKER, ProbeTask, Task, WorkerMessage};
use crate::grade::{self, sandbox};
use crate::harness::{ADAPTERS_WORKER, Event, Request, RunError, WORKER, list_adapters, work};
use crate::host::Native;
use crate::kernel::on_deep_stack;

const NO_REQUEST: &str = "the worker was given no request";

/// Where the first argument asks for it, runs a worker and ends the process.
pub fn become_one_if_asked() {
    match std::env::args().nth(1).as_deref() {
        Some(WORKER) => worker(),
        Some(ADAPTERS_WORKER) => {
            end_with_parent();
            emit(&list_adapters());
        }
        Some(GRADE_WORKER) => grade_worker(),
        Some(PROBE_WORKER) => probe_worker(),
        _ => return,
    }
    // Not `return`: an endless kernel's thread would keep a driver's exit handlers waiting.
    std::process::exit(0);
}

fn worker() {
    let Some(request) = request::<Request>() else {
        return emit(&Event::Refused(RunError::unserved(NO_REQUEST)));
    };
    end_with_parent();
    if let Some(threads) = request.threads {
        // It fails only where the pool exists already, and nothing has used it yet.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
        let _ = pool.build_global();
    }
    // Drivers' compilers recurse over a kernel, too.
    let done = on_deep_stack(|| block_on(work(&request, &Native, &mut |event| emit(&event))));
    match done {
        Ok(done) => emit(&Event::Done(done)),
        Err(refused) => emit(&Event::Refused(refused)),
    }
}

/// Bytes of stack to judge on: the same on every system, whatever its shell allows.
const JUDGE_STACK: usize = 64 << 20;

fn grade_worker() {
    let mut say = |said: WorkerMessage| emit(&said);
    let Some(task) = request::<Task>() else {
        return say(WorkerMessage::Fatal(NO_REQUEST.to_owned()));
    };
    let bounded = grade::worker::enter(&task, &mut say);
    end_with_parent();
    let judge = || {
        // The judging thread is the pool: a submission gets one core. It fails only where there is a pool already.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
        let _ = pool.use_current_thread().build_global();
        grade::worker::work(&bounded, &mut say);
    };
    let judged = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(JUDGE_STACK);
        thread.spawn_scoped(scope, judge).map(|thread| thread.join())
    });
    match judged {
        Ok(Ok(())) => {}
        // It has said on stderr what happened.
        Ok(Err(_)) => std::process::abort(),
        Err(error) => emit(&WorkerMessage::Fatal(format!("no thread could be started: {error}"))),
    }
}

fn probe_worker() {
    let Some(task) = request::<ProbeTask>() else {
        return;
    };
    // What is not enforced shows where it is tried.
    sandbox::enter(task.profile, &task.bounds, &[]);
    sandbox::seal(task.profile);
    emit(&sandbox::probe(task.profile, &task.bounds, &task.file, &task.folder));
}

/// The first line of stdin.
fn request<T: DeserializeOwned>() -> Option<T> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).ok()?;
    serde_json::from_str(&line).ok()
}

/// However the parent ends, its end of our stdin closes: then this process must not live on in a kernel.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::abort();
    });
}

fn emit(event: &impl Serialize) {
    let Ok(line) = serde_json::to_string(event) else {
        return;
    };
    let mut stdout = std::io::stdout().lock();
    if writeln!(stdout, "{line}").and_then(|()| stdout.flush()).is_err() {
        // The parent is gone.
        std::process::abort();
    }
}
