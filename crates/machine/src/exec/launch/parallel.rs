//! Workgroups on several threads.

use super::portion::{Portion, Sink, run_one};
use super::sample::Sample;
use crate::cache::AddressTrace;
use crate::exec::context::Context;
use crate::exec::interpreter::Runner;
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// Workgroups that are distributed together.
const WINDOW: u64 = 4096;

/// The same where their address traces, of up to 2 MiB each, wait for each other.
const TRACED_WINDOW: u64 = 256;

/// Pieces of a window per thread: at its end, threads wait for less than one piece.
const PIECES: u64 = 16;

/// Runs workgroups on several threads; their traces reach the L2 cache in order.
pub(super) fn in_parallel(context: &Context<'_>, sample: &Sample, threads: usize, mut sink: Option<Sink>) -> Portion {
    let idle: Mutex<Vec<Runner<'_>>> = Mutex::new(Vec::new());
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let window = match sink {
        // Small enough that the last window, beside which nothing runs, is a small part.
        Some(_) => (sample.len / 16).clamp(threads as u64 * 8, TRACED_WINDOW),
        None => WINDOW,
    };
    let run_window = |start: u64| -> Vec<Vec<AddressTrace>> {
        let end = (start + window).min(sample.len);
        let piece = (end - start).div_ceil(threads as u64 * PIECES);
        (0..(end - start).div_ceil(piece))
            .into_par_iter()
            .map(|at| {
                let known = lock().pop();
                let mut runner = known.unwrap_or_else(|| Runner::new(context));
                let first = start + at * piece;
                let places = first..(first + piece).min(end);
                let traces = run_piece(context, &mut runner, sample, places);
                lock().push(runner);
                traces
            })
            .collect()
    };
    let mut work = || {
        // While a window runs, the traces of the one before it go to the L2 cache.
        let mut waiting: (u64, Vec<Vec<AddressTrace>>) = (0, Vec::new());
        for start in (0..sample.len).step_by(window as usize) {
            let before = std::mem::take(&mut waiting);
            let traces = rayon::join(|| run_window(start), || send(&mut sink, sample, before)).0;
            waiting = (start, traces);
        }
        send(&mut sink, sample, waiting);
    };
    // Starting threads costs more than a small launch.
    let others = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    match (threads != rayon::current_num_threads()).then(others) {
        Some(Ok(pool)) => pool.install(&mut work),
        _ => work(),
    }
    let workers = idle.into_inner().unwrap_or_else(PoisonError::into_inner);
    Portion::of_all(workers.into_iter(), context, sink)
}

/// Sends the traces of a window, by its first place, in order.
fn send(sink: &mut Option<Sink>, sample: &Sample, (start, traces): (u64, Vec<Vec<AddressTrace>>)) {
    if let Some(sink) = sink {
        for (at, trace) in traces.into_iter().flatten().enumerate() {
            sink.take(trace, sample.get(start + at as u64));
        }
    }
}

fn run_piece(
    context: &Context<'_>,
    runner: &mut Runner<'_>,
    sample: &Sample,
    places: std::ops::Range<u64>,
) -> Vec<AddressTrace> {
    let mut traces = Vec::new();
    for at in places {
        if context.is_broken_off() {
            break;
        }
        match run_one(runner, sample.get(at)) {
            Some(trace) if context.caches.is_some() => traces.push(trace),
            Some(_) => {}
            None => context.stopped.store(true, Relaxed),
        }
    }
    traces
}
