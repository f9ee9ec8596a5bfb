//! Shadow memory over a whole launch: conflicts between workgroups.

use super::shadow::Touch;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed, Ordering::SeqCst};

/// Which workgroups touched each unit of a writable buffer while workgroups run in parallel: 8 bytes a unit.
///
/// It says only *whether* two workgroups conflict anywhere. If none do, each ran as it would have alone, so the
/// result does not depend on the threads; if some do, the launch is run again in order.
#[derive(Debug, Default)]
pub struct Owners {
    pages: Vec<OnceLock<Box<[Owner]>>>,
}

/// Who wrote a unit, and who read it.
type Owner = (AtomicU32, AtomicU32);

/// Units to a page: large buffers are touched in places.
const PAGE: usize = 1 << 12;

/// Stands for "atomics of any workgroups".
const ATOMICS: u32 = u32::MAX;

/// Stands for two readers or more.
const MANY: u32 = u32::MAX - 1;

impl Owners {
    pub fn new(units: usize) -> Self {
        let mut pages = Vec::new();
        pages.resize_with(units.div_ceil(PAGE), OnceLock::new);
        Self { pages }
    }

    /// Notes an access by a workgroup and raises `conflict` where another one is in its way.
    pub fn touch(&self, unit: usize, workgroup: u64, touch: Touch, conflict: &AtomicBool) {
        let Some(page) = self.pages.get(unit / PAGE) else {
            return;
        };
        let page = page.get_or_init(|| std::iter::repeat_with(Owner::default).take(PAGE).collect());
        let (writer, reader) = &page[unit % PAGE];
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

/// Who touched a unit: workgroup, site and invocation in one word; 0 for nobody.
type Mark = u64;

fn mark(workgroup: u64, site: u32, invocation: u32, atomic: bool) -> Mark {
    let site = u64::from(site.min((1 << 19) - 1));
    (workgroup + 1) << 32 | u64::from(atomic) << 31 | site << 12 | u64::from(invocation & 0xfff)
}

/// An access by another workgroup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Other {
    pub workgroup: u64,
    pub site: u32,
    pub invocation: u32,
    pub wrote: bool,
}

fn other(mark: Mark, wrote: bool) -> Other {
    Other {
        workgroup: (mark >> 32) - 1,
        site: (mark >> 12 & ((1 << 19) - 1)) as u32,
        invocation: (mark & 0xfff) as u32,
        wrote,
    }
}

/// Who touched each unit of a writable buffer, while workgroups run in order: 24 bytes a unit.
#[derive(Debug, Default)]
pub struct LaunchShadow {
    pages: Vec<Option<Box<[[Mark; 3]]>>>,
}

impl LaunchShadow {
    pub fn new(units: usize) -> Self {
        Self { pages: vec![None; units.div_ceil(PAGE)] }
    }

    /// Notes an access; returns the one by another workgroup that it races with.
    pub fn touch(&mut self, unit: usize, workgroup: u64, site: u32, invocation: u32, touch: Touch) -> Option<Other> {
        let page = self.pages.get_mut(unit / PAGE)?;
        let page = page.get_or_insert_with(|| vec![[0; 3]; PAGE].into());
        let [writer, first, second] = &mut page[unit % PAGE];
        let now = mark(workgroup, site, invocation, touch.is_atomic());
        let atomic = |mark: Mark| mark >> 31 & 1 == 1;
        let foreign = |mark: Mark| mark != 0 && mark >> 32 != now >> 32 && !(atomic(mark) && touch.is_atomic());
        let mut race = foreign(*writer).then(|| other(*writer, true));
        if touch.is_write() {
            for reader in [*first, *second] {
                if race.is_none() && foreign(reader) {
                    race = Some(other(reader, false));
                }
            }
            *writer = now;
        } else if *first == 0 || (*first >> 32 == now >> 32 && !touch.is_atomic()) {
            *first = now;
        } else if *first >> 32 != now >> 32 {
            *second = now;
        }
        race
    }
}
