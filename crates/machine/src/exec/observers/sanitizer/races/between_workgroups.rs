//! The rule of a race between workgroups, which run in order, and the shadow memory of a launch: who touched each granule.

use crate::exec::lanes::Touch;

/// Granules in a page: large buffers are touched in places.
const PAGE: usize = 1 << 12;

/// Who touched a granule: workgroup, site and invocation in one word; 0 for nobody.
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

/// Who touched each granule of a writable buffer, while workgroups run in order: 24 bytes a granule.
#[derive(Debug, Default)]
pub struct LaunchShadow {
    pages: Vec<Option<Box<[[Mark; 3]]>>>,
}

impl LaunchShadow {
    pub fn new(granules: usize) -> Self {
        Self { pages: vec![None; granules.div_ceil(PAGE)] }
    }

    /// Notes an access; returns the one by another workgroup that it races with.
    pub fn touch(&mut self, granule: usize, workgroup: u64, site: u32, invocation: u32, touch: Touch) -> Option<Other> {
        let page = self.pages.get_mut(granule / PAGE)?;
        let page = page.get_or_insert_with(|| vec![[0; 3]; PAGE].into());
        let [writer, first, second] = &mut page[granule % PAGE];
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
