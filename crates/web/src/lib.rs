//! The simulator in a browser. A page writes a question in JSON to [`room`], calls [`ask`] and reads as many bytes from
//! [`answer`]; what it may ask is [`Question`]. The same question has the same answer, byte for byte, on every system.
//!
//! The module imports nothing from its host: it has no file, no clock and no network.

mod answer;
mod fill;
mod question;

pub use answer::reply;
pub use question::{Bound, Fill, Question};

use std::sync::{Mutex, MutexGuard, PoisonError};

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<String> = Mutex::new(String::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the host writes a question of so many bytes. It is valid until the next call.
#[allow(unsafe_code)] // No other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut question = lock(&QUESTION);
    question.clear();
    question.resize(bytes, 0);
    question.as_mut_ptr()
}

/// Answers the question in the [`room`]; returns the answer's bytes.
#[allow(unsafe_code)] // No other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let reply = reply(&lock(&QUESTION));
    let mut answer = lock(&ANSWER);
    *answer = reply;
    answer.len()
}

/// Where the answer stands. It is valid until the next call.
#[allow(unsafe_code)] // No other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    lock(&ANSWER).as_ptr()
}
