//! The hidden role: a child process that runs kernels and tells its parent, a line of JSON an event.

use std::io::{BufRead, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bench::user::{
    self, PAIR_WORKER, PairRequest, Refused, USER_WORKER, UserEvent, UserRequest,
};
use crate::bench::{Event, Fatal, Request, WORKER, work};

const NO_REQUEST: &str = "the worker was given no request";

/// Where the first argument asks for it, runs a worker and ends the process.
pub fn become_one_if_asked() {
    match std::env::args().nth(1).as_deref() {
        Some(WORKER) => worker(),
        Some(USER_WORKER) => user_worker(),
        Some(PAIR_WORKER) => pair_worker(),
        _ => return,
    }
    // Not `return`: an endless kernel's thread would keep a driver's exit handlers waiting.
    std::process::exit(0);
}

fn worker() {
    let Some(request) = request::<Request>() else {
        return emit(&Event::Fatal(Fatal(NO_REQUEST.to_owned())));
    };
    end_with_parent();
    if let Some(threads) = request.threads {
        // It fails only where the pool exists already, and nothing has used it yet.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
        let _ = pool.build_global();
    }
    match work(&request, &mut |event| emit(&event)) {
        Ok(report) => emit(&Event::Done(Box::new(report))),
        Err(fatal) => emit(&Event::Fatal(fatal)),
    }
}

fn user_worker() {
    let emit = |event: UserEvent| emit(&event);
    let Some(request) = request::<UserRequest>() else {
        return emit(UserEvent::Refused(Refused::unserved(NO_REQUEST)));
    };
    end_with_parent();
    user::work(&request, &emit);
}

fn pair_worker() {
    let emit = |event| emit(&event);
    let Some(request) = request::<PairRequest>() else {
        return emit(UserEvent::Refused(Refused::unserved(NO_REQUEST)));
    };
    end_with_parent();
    user::work_pair(&request, &emit);
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
    if writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .is_err()
    {
        // The parent is gone.
        std::process::abort();
    }
}
