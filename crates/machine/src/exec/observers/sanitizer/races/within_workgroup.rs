//! The rule of a race within a workgroup: two accesses to a granule of memory that nothing orders, not both reads or both atomic.

use crate::exec::lanes::Touch;

/// When, where and by whom an access is made, in one word that grows with time: the clock, the site, whether it is atomic,
/// and the invocation within the workgroup. Small, because there are three for each granule of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(u64);

impl Stamp {
    const NEVER: Self = Self(0);
    const INVOCATION: u64 = (1 << 12) - 1;
    const ATOMIC: u64 = 1 << 12;
    const SITE: u32 = 13;
    const CLOCK: u32 = 32;

    /// `clock` grows with every barrier and is never 0.
    pub fn new(clock: u32, site: u32, atomic: bool, invocation: u32) -> Self {
        let site = u64::from(site.min((1 << (Self::CLOCK - Self::SITE)) - 1));
        let invocation = u64::from(invocation) & Self::INVOCATION;
        Self(u64::from(clock) << Self::CLOCK | site << Self::SITE | u64::from(atomic) << 12 | invocation)
    }

    /// Before all accesses at this clock.
    pub fn start_of(clock: u32) -> Self {
        Self(u64::from(clock) << Self::CLOCK)
    }

    /// The same by the invocation that comes `lanes` after this one.
    #[inline(always)]
    #[must_use]
    pub fn of_lane(self, lanes: usize) -> Self {
        Self(self.0 + lanes as u64)
    }

    pub fn site(self) -> u32 {
        (self.0 as u32) >> Self::SITE
    }

    pub fn is_atomic(self) -> bool {
        self.0 & Self::ATOMIC != 0
    }

    pub fn invocation(self) -> u32 {
        (self.0 & Self::INVOCATION) as u32
    }
}

/// Since when nothing has ordered a subgroup's accesses to one memory.
#[derive(Debug, Clone, Copy)]
pub struct Since {
    /// The last barrier of the workgroup that orders this memory.
    pub barrier: Stamp,
    /// The subgroup's own last barrier.
    pub subgroup_barrier: Stamp,
    /// The subgroup's first invocation, and how many it has.
    pub subgroup: (u32, u32),
    /// The bit that marks invocations which share a tile.
    pub tile: u32,
}

impl Since {
    /// Whether nothing orders an access of another invocation and a later one, which is by this subgroup.
    #[inline(always)]
    fn race(&self, earlier: Stamp, later: Stamp) -> bool {
        earlier >= self.barrier
            && (earlier.0 ^ later.0) & Stamp::INVOCATION != 0
            && earlier.0 & later.0 & Stamp::ATOMIC == 0
            && !(earlier < self.subgroup_barrier && self.is_of_subgroup(earlier))
    }

    fn is_of_subgroup(&self, stamp: Stamp) -> bool {
        (stamp.invocation() & !self.tile).wrapping_sub(self.subgroup.0) < self.subgroup.1
    }
}

/// The last write and two reads by different invocations since: enough to find every granule with a race.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    write: Stamp,
    reads: [Stamp; 2],
}

impl Record {
    /// Of memory that nobody has touched.
    pub const NONE: Self = Self { write: Stamp::NEVER, reads: [Stamp::NEVER; 2] };

    /// Whether nothing has been written from `start` on.
    #[inline(always)]
    pub fn unwritten_since(&self, start: Stamp) -> bool {
        self.write < start
    }

    /// Notes an access; returns the earlier one that it races with, and whether that was a write.
    #[inline(always)]
    pub fn touch(&mut self, touch: Touch, now: Stamp, since: &Since) -> Option<(Stamp, bool)> {
        let mut race = since.race(self.write, now).then_some((self.write, true));
        if touch.is_write() {
            if race.is_none() {
                race = self.reads.iter().find(|read| since.race(**read, now)).map(|read| (*read, false));
            }
            self.write = now;
            return race;
        }
        self.read(now, since.barrier);
        race
    }

    /// Notes a read, after the last barrier.
    #[inline(always)]
    pub fn read(&mut self, now: Stamp, barrier: Stamp) {
        let [first, second] = &mut self.reads;
        if *first < barrier {
            // What `second` has is of an epoch before this one, too, and races with nothing that comes.
            *first = now;
        } else if first.invocation() != now.invocation() {
            *second = now;
        } else if !now.is_atomic() {
            *first = now;
        }
    }
}
