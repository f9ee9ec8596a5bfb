//! The hidden role: a child process that runs kernels and tells its parent, a line of JSON an event.

use std::io::{BufRead, Write};

use crate::bench::{Event, Fatal, Request, WORKER, work};

/// Where the first argument asks for it, runs a worker and ends the process.
pub fn become_one_if_asked() {
    if std::env::args().nth(1).as_deref() == Some(WORKER) {
        worker();
        // Not `return`: an endless kernel's thread would keep a driver's exit handlers waiting.
        std::process::exit(0);
    }
}

fn worker() {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    let request: Request = match read.map(|_| serde_json::from_str(&line)) {
        Ok(Ok(request)) => request,
        _ => {
            return emit(&Event::Fatal(Fatal(
                "the worker was given no request".to_owned(),
            )));
        }
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

/// However the parent ends, its end of our stdin closes: then this process must not live on in a kernel.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::abort();
    });
}

fn emit(event: &Event) {
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
