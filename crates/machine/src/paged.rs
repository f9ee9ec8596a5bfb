//! Buffers of which only the touched pages are kept in memory.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Makes the words of a range, which lies within one page.
type Make = Box<dyn Fn(Range<usize>) -> Vec<u32> + Send + Sync>;

/// A buffer that is too large for memory: a page is created when it is first touched, and stays.
pub struct Paged {
    bytes: u64,
    page: usize,
    pages: Vec<OnceLock<Box<[AtomicU32]>>>,
    written: AtomicBool,
    make: Make,
}

impl fmt::Debug for Paged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paged").field("bytes", &self.bytes).field("page", &self.page).finish_non_exhaustive()
    }
}

impl Paged {
    /// A buffer of `bytes` bytes in pages of `page` words, which `make` makes: what a word holds before it is written
    /// must follow from its place alone.
    pub fn new(bytes: u64, page: usize, make: impl Fn(Range<usize>) -> Vec<u32> + Send + Sync + 'static) -> Self {
        let page = page.max(1);
        let mut pages = Vec::new();
        pages.resize_with((bytes.div_ceil(4) as usize).div_ceil(page), OnceLock::new);
        Self { bytes, page, pages, written: AtomicBool::new(false), make: Box::new(make) }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether a kernel stored anything there.
    pub fn is_written(&self) -> bool {
        self.written.load(Relaxed)
    }

    /// The pages that were touched, in order: the number of the first word, and the words.
    pub fn touched(&self) -> Vec<(usize, Vec<u32>)> {
        let pages = self.pages.iter().enumerate();
        let touched = pages.filter_map(|(at, page)| {
            let words = page.get()?.iter().map(|word| word.load(Relaxed));
            Some((at * self.page, words.collect()))
        });
        touched.collect()
    }

    fn words(&self) -> usize {
        self.bytes.div_ceil(4) as usize
    }

    #[inline]
    fn page(&self, at: usize) -> &[AtomicU32] {
        self.pages[at].get_or_init(|| {
            let first = at * self.page;
            let words = (self.make)(first..(first + self.page).min(self.words()));
            words.into_iter().map(AtomicU32::new).collect()
        })
    }

    /// The words from one on, up to the end of its page.
    #[inline]
    pub fn run(&self, word: usize) -> &[AtomicU32] {
        &self.page(word / self.page)[word % self.page..]
    }

    #[inline]
    /// The word at this index.
    pub fn read(&self, word: usize) -> u32 {
        self.run(word)[0].load(Relaxed)
    }

    /// A word, to be changed.
    #[inline]
    pub fn change(&self, word: usize) -> &AtomicU32 {
        if !self.written.load(Relaxed) {
            self.written.store(true, Relaxed);
        }
        &self.run(word)[0]
    }

    /// A copy of the contents, to be changed separately.
    pub fn fork(self: &Arc<Self>) -> Self {
        let from = Arc::clone(self);
        let page = self.page;
        Self::new(self.bytes, page, move |range| {
            from.run(range.start)[..range.len()].iter().map(|word| word.load(Relaxed)).collect()
        })
    }

    /// Takes over what was changed in a fork.
    pub fn adopt(&self, fork: &Self) {
        if !fork.is_written() {
            return;
        }
        self.written.store(true, Relaxed);
        for (first, words) in fork.touched() {
            for (word, value) in self.run(first).iter().zip(words) {
                word.store(value, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_touched_pages_are_made_and_a_fork_leaves_its_origin_alone_until_it_is_adopted() {
        let paged = Arc::new(Paged::new(4 * 1001, 10, |range| range.map(|word| word as u32).collect()));
        assert_eq!((paged.read(999), paged.read(1000)), (999, 1000));
        assert_eq!(
            paged.touched().iter().map(|(first, words)| (*first, words.len())).collect::<Vec<_>>(),
            [(990, 10), (1000, 1)]
        );
        let fork = paged.fork();
        fork.change(3).store(7, Relaxed);
        assert_eq!((paged.read(3), paged.is_written()), (3, false));
        paged.adopt(&fork);
        assert_eq!((paged.read(3), paged.read(4), paged.is_written()), (7, 4, true));
    }
}
