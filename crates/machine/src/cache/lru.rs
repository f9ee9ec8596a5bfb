//! A fully associative cache of lines with sectors, with least-recently-used replacement.

const NONE: u32 = u32::MAX;

/// A line in the cache: which sectors it holds, and which of them differ from memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub tag: u64,
    pub valid: u16,
    pub dirty: u16,
    newer: u32,
    older: u32,
}

/// How many sectors a mask has. Lines mostly have up to 4, and baseline x86-64 has no instruction for it.
#[inline]
pub(super) fn bits(sectors: u16) -> u64 {
    const COUNTS: u64 = 0x4332_3221_3221_2110;
    if sectors < 16 { COUNTS >> (4 * sectors) & 0xF } else { u64::from(sectors.count_ones()) }
}

/// The cache. Slots are threaded from newest to oldest; `index` is an open-addressed table of slots by tag.
#[derive(Clone, Debug)]
pub(super) struct Lru {
    capacity: usize,
    slots: Vec<Line>,
    index: Vec<u32>,
    newest: u32,
    oldest: u32,
}

impl Lru {
    /// An empty cache of `capacity` lines, at least one.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.clamp(1, NONE as usize / 4);
        Self { capacity, slots: Vec::new(), index: vec![NONE; 64], newest: NONE, oldest: NONE }
    }

    /// Whether the next new line takes another one's place.
    pub fn is_full(&self) -> bool {
        self.slots.len() >= self.capacity
    }

    /// Empties the cache without writing anything back.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.index.fill(NONE);
        (self.newest, self.oldest) = (NONE, NONE);
    }

    /// The line of this tag, if it is in the cache. Does not count as a use.
    #[inline]
    pub fn peek(&mut self, tag: u64) -> Option<&mut Line> {
        match self.lookup(tag) {
            (_, NONE) => None,
            (_, slot) => Some(&mut self.slots[slot as usize]),
        }
    }

    /// Uses the line of this tag, making room for it if it is not there. Also returns the evicted line.
    #[inline]
    pub fn touch(&mut self, tag: u64) -> (&mut Line, Option<Line>) {
        if self.newest != NONE && self.slots[self.newest as usize].tag == tag {
            return (&mut self.slots[self.newest as usize], None);
        }
        let (place, slot) = self.lookup(tag);
        if slot != NONE {
            self.unlink(slot);
            self.link_newest(slot);
            return (&mut self.slots[slot as usize], None);
        }
        self.insert(tag, place)
    }

    /// All lines, oldest first, leaving the cache empty.
    pub fn drain(&mut self) -> Vec<Line> {
        let mut lines = Vec::with_capacity(self.slots.len());
        let mut slot = self.oldest;
        while slot != NONE {
            let line = self.slots[slot as usize];
            lines.push(line);
            slot = line.newer;
        }
        self.clear();
        lines
    }

    fn insert(&mut self, tag: u64, place: usize) -> (&mut Line, Option<Line>) {
        let line = Line { tag, valid: 0, dirty: 0, newer: NONE, older: NONE };
        if self.slots.len() < self.capacity {
            let slot = self.slots.len() as u32;
            self.slots.push(line);
            self.index[place] = slot;
            self.link_newest(slot);
            if self.slots.len() * 2 > self.index.len() {
                self.grow();
            }
            return (&mut self.slots[slot as usize], None);
        }
        let slot = self.oldest;
        let evicted = self.slots[slot as usize];
        self.unlink(slot);
        self.forget(evicted.tag);
        self.slots[slot as usize] = line;
        let (place, _) = self.lookup(tag);
        self.index[place] = slot;
        self.link_newest(slot);
        (&mut self.slots[slot as usize], Some(evicted))
    }

    fn unlink(&mut self, slot: u32) {
        let Line { newer, older, .. } = self.slots[slot as usize];
        match newer {
            NONE => self.newest = older,
            newer => self.slots[newer as usize].older = older,
        }
        match older {
            NONE => self.oldest = newer,
            older => self.slots[older as usize].newer = newer,
        }
    }

    fn link_newest(&mut self, slot: u32) {
        let before = self.newest;
        let line = &mut self.slots[slot as usize];
        (line.newer, line.older) = (NONE, before);
        match before {
            NONE => self.oldest = slot,
            before => self.slots[before as usize].newer = slot,
        }
        self.newest = slot;
    }

    /// Where a tag's slot stands in the table and which it is, or where it would stand and `NONE`.
    #[inline]
    fn lookup(&self, tag: u64) -> (usize, u32) {
        let mask = self.index.len() - 1;
        let mut place = self.home(tag);
        loop {
            let slot = self.index[place];
            if slot == NONE || self.slots[slot as usize].tag == tag {
                return (place, slot);
            }
            place = (place + 1) & mask;
        }
    }

    #[inline]
    fn home(&self, tag: u64) -> usize {
        let bits = self.index.len().trailing_zeros();
        (tag.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
    }

    /// Takes a tag out of the table, moving back what was pushed past it.
    fn forget(&mut self, tag: u64) {
        let mask = self.index.len() - 1;
        let (mut hole, _) = self.lookup(tag);
        let mut place = hole;
        loop {
            place = (place + 1) & mask;
            let slot = self.index[place];
            if slot == NONE {
                break;
            }
            let home = self.home(self.slots[slot as usize].tag);
            if (place.wrapping_sub(home) & mask) >= (place.wrapping_sub(hole) & mask) {
                self.index[hole] = slot;
                hole = place;
            }
        }
        self.index[hole] = NONE;
    }

    fn grow(&mut self) {
        self.index = vec![NONE; self.index.len() * 4];
        for slot in 0..self.slots.len() {
            let (place, _) = self.lookup(self.slots[slot].tag);
            self.index[place] = slot as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow and plain reference model of the cache.
    struct Plain {
        capacity: usize,
        tags: Vec<u64>,
    }

    impl Plain {
        fn touch(&mut self, tag: u64) -> (bool, Option<u64>) {
            let found = self.tags.iter().position(|other| *other == tag);
            let hit = found.map(|at| self.tags.remove(at)).is_some();
            let evicted = (self.tags.len() == self.capacity).then(|| self.tags.remove(0));
            self.tags.push(tag);
            (hit, evicted)
        }
    }

    #[test]
    fn it_does_what_a_plain_list_does() {
        for (capacity, range) in [(1, 3), (7, 12), (64, 90), (500, 4000)] {
            let mut random = fastrand::Rng::with_seed(capacity as u64);
            let (mut lru, mut plain) = (Lru::new(capacity), Plain { capacity, tags: Vec::new() });
            for _ in 0..20_000 {
                let tag = random.u64(0..range) * 64;
                let (line, evicted) = lru.touch(tag);
                let hit = std::mem::replace(&mut line.valid, 1) == 1;
                assert_eq!((hit, evicted.map(|line| line.tag)), plain.touch(tag));
            }
            assert_eq!(lru.drain().iter().map(|line| line.tag).collect::<Vec<_>>(), plain.tags);
        }
    }

    #[test]
    fn an_emptied_cache_knows_nothing() {
        let mut lru = Lru::new(4);
        lru.touch(3).0.valid = 1;
        assert!(lru.peek(3).is_some());
        lru.clear();
        assert!(lru.peek(3).is_none());
        assert_eq!(lru.touch(3), (&mut Line { tag: 3, valid: 0, dirty: 0, newer: NONE, older: NONE }, None));
    }
}
