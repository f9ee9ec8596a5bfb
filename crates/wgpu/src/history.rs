//! Which bytes of a buffer anything wrote, and which uploads anything read.

use std::ops::Range;
use std::sync::Arc;

/// Ranges of bytes, ascending and apart.
#[derive(Debug, Clone, Default)]
struct Ranges(Vec<Range<u64>>);

impl Ranges {
    fn add(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let mut range = range;
        self.0.retain(|other| {
            let apart = other.end < range.start || range.end < other.start;
            if !apart {
                range = range.start.min(other.start)..range.end.max(other.end);
            }
            apart
        });
        let at = self.0.partition_point(|other| other.start < range.start);
        self.0.insert(at, range);
    }

    fn overlaps(&self, range: &Range<u64>) -> bool {
        self.0.iter().any(|other| overlap(other, range))
    }
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Bytes that the program sent to a buffer.
#[derive(Debug, Clone)]
struct Upload {
    range: Range<u64>,
    by: Arc<str>,
    used: bool,
}

/// An upload that nothing read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    pub bytes: u64,
    pub by: Arc<str>,
    /// Whether later bytes took its place; else the program ended.
    pub replaced: bool,
}

/// What was done to a buffer's bytes.
#[derive(Debug, Default)]
pub struct History {
    written: Ranges,
    uploads: Vec<Upload>,
    unused: Vec<Unused>,
}

/// Uploads of one buffer that are remembered one by one.
const MOST_UPLOADS: usize = 256;

impl History {
    /// Whether anything wrote any of these bytes.
    pub fn is_written(&self, range: &Range<u64>) -> bool {
        self.written.overlaps(range)
    }

    /// A kernel, a copy or a clear wrote these bytes.
    pub fn write(&mut self, range: Range<u64>) {
        self.written.add(range);
    }

    /// The program sent these bytes with `by`.
    pub fn upload(&mut self, range: Range<u64>, by: Arc<str>) {
        if range.is_empty() {
            return;
        }
        let inside = |upload: &Upload| range.start <= upload.range.start && upload.range.end <= range.end;
        for old in self.uploads.extract_if(.., |upload| inside(upload)) {
            if !old.used && self.unused.len() < MOST_UPLOADS {
                self.unused.push(Unused { bytes: old.range.end - old.range.start, by: old.by, replaced: true });
            }
        }
        if self.uploads.len() == MOST_UPLOADS {
            self.uploads.remove(0);
        }
        self.uploads.push(Upload { range: range.clone(), by, used: false });
        self.write(range);
    }

    /// A kernel, a copy or the program reads these bytes, or some of them.
    pub fn read(&mut self, range: &Range<u64>) {
        for upload in &mut self.uploads {
            upload.used |= overlap(&upload.range, range);
        }
    }

    /// The uploads that nothing read, those that something may still read included.
    pub fn unused(&self) -> Vec<Unused> {
        let open = self.uploads.iter().filter(|upload| !upload.used);
        let open = open.map(|upload| Unused {
            bytes: upload.range.end - upload.range.start,
            by: upload.by.clone(),
            replaced: false,
        });
        self.unused.iter().cloned().chain(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_in_parts_is_one_range() {
        let mut history = History::default();
        history.write(0..4);
        history.write(8..12);
        history.write(4..8);
        assert_eq!(history.written.0, vec![0..12; 1]);
        assert!(history.is_written(&(11..20)));
        assert!(!history.is_written(&(12..20)));
    }

    #[test]
    fn an_upload_that_is_replaced_or_left_unread_is_told() {
        let mut history = History::default();
        history.upload(0..16, "a".into());
        history.upload(0..16, "b".into());
        history.read(&(4..8));
        history.upload(16..32, "c".into());
        let unused: Vec<(String, bool)> =
            history.unused().into_iter().map(|unused| (unused.by.to_string(), unused.replaced)).collect();
        assert_eq!(unused, [("a".to_owned(), true), ("c".to_owned(), false)]);
    }
}
