//! Work that is begun in its order, on as many threads as there may be.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::kernel::on_deep_stack;

/// What `make` makes of each of `all`, on as many threads as work is spread over, whose stacks are deep enough for drivers' compilers.
/// `awaited` is told the index of each before it is waited for: all before it are made by then.
pub fn in_order<T: Sync, R: Send>(all: &[T], make: impl Fn(&T) -> R + Sync, awaited: &mut dyn FnMut(usize)) -> Vec<R> {
    let threads = rayon::current_num_threads().min(all.len());
    let next = AtomicUsize::new(0);
    let work = |tell: mpsc::Sender<(usize, R)>| {
        let taken = std::iter::from_fn(|| {
            let index = next.fetch_add(1, Ordering::Relaxed);
            Some((index, all.get(index)?))
        });
        taken.for_each(|(index, one)| drop(tell.send((index, make(one)))));
    };
    let work = &work;
    std::thread::scope(|scope| {
        let (tell, reported) = mpsc::channel();
        let begin = |_: &usize| {
            let tell = tell.clone();
            std::thread::Builder::new().spawn_scoped(scope, move || on_deep_stack(|| work(tell))).is_ok()
        };
        // One thread is this one, and so is all where the system gives none.
        if threads < 2 || (0..threads).filter(begin).count() == 0 {
            let here = all.iter().enumerate().map(|(index, one)| {
                awaited(index);
                make(one)
            });
            return here.collect();
        }
        drop(tell);
        let mut made = BTreeMap::new();
        let wait = |index| {
            awaited(index);
            loop {
                if let Some(one) = made.remove(&index) {
                    return one;
                }
                let (at, one) = reported.recv().expect("each is made, unless its thread has panicked");
                made.insert(at, one);
            }
        };
        (0..all.len()).map(wait).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_side_by_side_comes_in_its_order_and_is_awaited_in_it() {
        let all: Vec<u64> = (0..50).collect();
        let mut awaited = Vec::new();
        let slow_first = |one: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(500 / (one + 1)));
            one * one
        };
        let made = in_order(&all, slow_first, &mut |index| awaited.push(index as u64));
        assert_eq!(made, all.iter().map(|one| one * one).collect::<Vec<u64>>());
        assert_eq!(awaited, all);
    }

    #[test]
    #[should_panic(expected = "each is made, unless its thread has panicked")]
    fn a_thread_that_panics_ends_the_wait() {
        let refuse = |one: &u64| if *one == 1 { panic!("a driver's compiler") } else { *one };
        rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool").install(|| {
            in_order(&[0, 1, 2, 3], refuse, &mut |_| {});
        });
    }
}
