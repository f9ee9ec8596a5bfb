//! Shadow memory of one workgroup: who touched each granule since the last barrier.

use super::within_workgroup::Record;

/// Granules to a page. Small, so that scattered accesses do not touch much.
const PAGE: usize = 16;

/// The records of one memory, by page on first use.
#[derive(Debug, Default)]
pub struct Shadow {
    /// The page of each [`PAGE`] granules, plus one; 0 for none.
    table: Vec<u32>,
    pages: Vec<[Record; PAGE]>,
    used: Vec<u32>,
}

impl Shadow {
    /// For a memory of `granules` granules.
    pub fn new(granules: usize) -> Self {
        Self { table: vec![0; granules.div_ceil(PAGE)], pages: Vec::new(), used: Vec::new() }
    }

    /// The record of a granule; `None` beyond the memory.
    #[inline(always)]
    pub fn record(&mut self, granule: usize) -> Option<&mut Record> {
        let slot = self.table.get_mut(granule / PAGE)?;
        if *slot == 0 {
            *slot = fresh(&mut self.pages, &mut self.used, granule);
        }
        Some(&mut self.pages[*slot as usize - 1][granule % PAGE])
    }

    pub fn clear(&mut self) {
        for &entry in &self.used {
            self.table[entry as usize] = 0;
        }
        self.used.clear();
    }
}

/// Takes a page for `granule` into use: its number, plus one.
#[cold]
fn fresh(pages: &mut Vec<[Record; PAGE]>, used: &mut Vec<u32>, granule: usize) -> u32 {
    match pages.get_mut(used.len()) {
        Some(page) => *page = [Record::NONE; PAGE],
        None => pages.push([Record::NONE; PAGE]),
    }
    used.push((granule / PAGE) as u32);
    used.len() as u32
}
