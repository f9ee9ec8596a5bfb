//! Shadow memory: who touched what since the last barrier, within one workgroup.

/// How an access touches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
}

impl Touch {
    pub fn is_write(self) -> bool {
        matches!(self, Self::Write | Self::AtomicWrite)
    }

    pub fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite)
    }
}

/// When and by whom an access is made.
#[derive(Debug, Clone, Copy)]
pub struct Now {
    /// Grows with every barrier that orders this memory; never 0.
    pub epoch: u32,
    /// Grows with every barrier of the subgroup.
    pub subgroup_epoch: u32,
    pub site: u32,
    pub subgroup: u16,
    /// The invocation within the workgroup.
    pub invocation: u16,
    /// Barriers of the workgroup before it, of any kind.
    pub barriers: u16,
    pub atomic: bool,
}

impl Now {
    const NEVER: Self =
        Self { epoch: 0, subgroup_epoch: 0, subgroup: 0, invocation: 0, site: 0, barriers: 0, atomic: false };

    /// Whether nothing orders this access and a later one of another invocation.
    #[inline(always)]
    fn races(&self, later: &Self) -> bool {
        self.epoch == later.epoch
            && self.invocation != later.invocation
            && !(self.atomic && later.atomic)
            && !(self.subgroup == later.subgroup && self.subgroup_epoch != later.subgroup_epoch)
    }
}

/// The last write and two reads by different invocations since: enough to find every unit with a race.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    write: Now,
    reads: [Now; 2],
}

impl Record {
    /// Of memory that nobody has touched.
    pub const NONE: Self = Self { write: Now::NEVER, reads: [Now::NEVER; 2] };

    /// The epoch of the last write.
    pub fn written_in(&self) -> u32 {
        self.write.epoch
    }

    /// Notes an access; returns the earlier one that it races with, and whether that was a write.
    #[inline(always)]
    pub fn touch(&mut self, touch: Touch, now: Now) -> Option<(Now, bool)> {
        let mut race = self.write.races(&now).then_some((self.write, true));
        if touch.is_write() {
            if race.is_none() {
                race = self.reads.iter().find(|read| read.races(&now)).map(|read| (*read, false));
            }
            self.write = now;
            return race;
        }
        let [first, second] = &mut self.reads;
        if first.epoch != now.epoch {
            // What `second` has is of an epoch before this one, too, and races with nothing that comes.
            *first = now;
        } else if first.invocation != now.invocation {
            *second = now;
        } else if !now.atomic {
            *first = now;
        }
        race
    }
}

/// Units to a page. Small, so that scattered accesses do not touch much.
const PAGE: usize = 16;

/// The records of one memory, by page on first use.
#[derive(Debug, Default)]
pub struct Shadow {
    /// The page of each [`PAGE`] units, plus one; 0 for none.
    table: Vec<u32>,
    pages: Vec<[Record; PAGE]>,
    used: Vec<u32>,
}

impl Shadow {
    /// For a memory of `units` units.
    pub fn new(units: usize) -> Self {
        Self { table: vec![0; units.div_ceil(PAGE)], pages: Vec::new(), used: Vec::new() }
    }

    /// The record of a unit; `None` beyond the memory.
    #[inline(always)]
    pub fn record(&mut self, unit: usize) -> Option<&mut Record> {
        let slot = self.table.get_mut(unit / PAGE)?;
        if *slot == 0 {
            *slot = fresh(&mut self.pages, &mut self.used, unit);
        }
        Some(&mut self.pages[*slot as usize - 1][unit % PAGE])
    }

    pub fn clear(&mut self) {
        for &entry in &self.used {
            self.table[entry as usize] = 0;
        }
        self.used.clear();
    }
}

/// Takes a page for `unit` into use: its number, plus one.
#[cold]
fn fresh(pages: &mut Vec<[Record; PAGE]>, used: &mut Vec<u32>, unit: usize) -> u32 {
    match pages.get_mut(used.len()) {
        Some(page) => *page = [Record::NONE; PAGE],
        None => pages.push([Record::NONE; PAGE]),
    }
    used.push((unit / PAGE) as u32);
    used.len() as u32
}
