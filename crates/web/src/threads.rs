//! Threads of WebAssembly: Web Workers on one memory, which a page may share where it is isolated. A script starts them, since
//! a worker comes to life only while the one that asked for it does not wait.

#![allow(unsafe_code, reason = "the glue between scripts and WebAssembly is generated")]

use std::io::Error;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Threads that are wanted and that no worker is yet.
static WANTED: LazyLock<(Sender<ThreadBuilder>, Mutex<Receiver<ThreadBuilder>>)> = LazyLock::new(|| {
    let (sender, receiver) = channel();
    (sender, Mutex::new(receiver))
});

/// This module, for the workers on this memory.
#[wasm_bindgen]
pub fn module() -> JsValue {
    wasm_bindgen::module()
}

/// Spreads what comes over `threads` workers, which call [`thread`] now; whether it could.
#[wasm_bindgen]
pub fn spread(threads: usize) -> bool {
    let wanted = |thread| WANTED.0.send(thread).map_err(|_| Error::other("nobody waits for a thread"));
    ThreadPoolBuilder::new().num_threads(threads).spawn_handler(wanted).build_global().is_ok()
}

/// A worker's part: is one of the threads, until its worker is ended.
#[wasm_bindgen]
pub fn thread() {
    let thread = WANTED.1.lock().unwrap_or_else(PoisonError::into_inner).recv();
    if let Ok(thread) = thread {
        thread.run();
    }
}
