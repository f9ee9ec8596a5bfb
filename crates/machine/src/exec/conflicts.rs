//! Conflicts between workgroups that run in parallel.

use super::lanes::Touch;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed, Ordering::SeqCst};

/// Which workgroups touched each granule of a writable buffer while workgroups run in parallel: 8 bytes per granule.
///
/// It shows only *whether* two workgroups conflict anywhere. If none do, each ran as it would have alone, so the result
/// does not depend on the threads; if some do, the launch is run again in order.
#[derive(Debug, Default)]
pub struct Owners {
    pages: Vec<OnceLock<Box<[Owner]>>>,
}

/// The workgroups that wrote a granule, and that read it.
type Owner = (AtomicU32, AtomicU32);

/// Granules in a page: large buffers are touched only in places.
const PAGE: usize = 1 << 12;

/// Stands for "atomics of any workgroups".
const ATOMICS: u32 = u32::MAX;

/// Stands for two readers or more.
const MANY: u32 = u32::MAX - 1;

impl Owners {
    pub fn new(granules: usize) -> Self {
        let mut pages = Vec::new();
        pages.resize_with(granules.div_ceil(PAGE), OnceLock::new);
        Self { pages }
    }

    /// Notes an access by a workgroup and raises `conflict` where it conflicts with another's.
    pub fn touch(&self, granule: usize, workgroup: u64, touch: Touch, conflict: &AtomicBool) {
        let Some(page) = self.pages.get(granule / PAGE) else {
            return;
        };
        let page = page.get_or_init(|| std::iter::repeat_with(Owner::default).take(PAGE).collect());
        let (writer, reader) = &page[granule % PAGE];
        let me = if touch.is_atomic() { ATOMICS } else { (workgroup % u64::from(MANY - 1)) as u32 + 1 };
        let (mine, other) = if touch.is_write() { (writer, reader) } else { (reader, writer) };
        let known = mine.load(Relaxed);
        if known == me || (known == MANY && !touch.is_write()) {
            return;
        }
        let before = mine.swap(me, SeqCst);
        if before != 0 && before != me {
            if touch.is_write() {
                conflict.store(true, Relaxed);
            } else {
                mine.store(MANY, SeqCst);
            }
        }
        let them = other.load(SeqCst);
        if them != 0 && them != me {
            conflict.store(true, Relaxed);
        }
    }
}
