//! Waiting for what a device calls back with.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use super::DeviceError;

/// An answer that has not come yet, and who waits for it.
struct Awaited<T> {
    answer: Option<T>,
    waker: Option<Waker>,
}

/// What `ask`'s callback is called with. A driver calls back where it is polled, which is done here until the device is
/// idle; a browser does by itself.
///
/// # Errors
/// [`DeviceError::Lost`].
pub async fn answer<T: Send + 'static>(
    device: &wgpu::Device,
    ask: impl FnOnce(Box<dyn FnOnce(T) + Send>),
) -> Result<T, DeviceError> {
    let awaited = Arc::new(Mutex::new(Awaited { answer: None, waker: None }));
    let called = Arc::clone(&awaited);
    ask(Box::new(move |answer| {
        let mut awaited = called.lock().unwrap_or_else(PoisonError::into_inner);
        awaited.answer = Some(answer);
        if let Some(waker) = awaited.waker.take() {
            waker.wake();
        }
    }));
    device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| DeviceError::Lost(error.to_string()))?;
    poll_fn(|context| {
        // Dropped without a call: nobody will answer any more.
        let forgotten = Arc::strong_count(&awaited) == 1;
        let mut awaited = awaited.lock().unwrap_or_else(PoisonError::into_inner);
        awaited.waker = Some(context.waker().clone());
        match awaited.answer.take() {
            Some(answer) => Poll::Ready(Ok(answer)),
            None if forgotten => Poll::Ready(Err(DeviceError::Lost("it gave no answer".to_owned()))),
            None => Poll::Pending,
        }
    })
    .await
}
