//! WGSL's behaviours: where a statement or a block of them leads.

/// Where a block leads: WGSL's behaviours.
#[derive(Clone, Copy, Default)]
pub struct Behaviour {
    pub next: bool,
    pub breaks: bool,
    pub continues: bool,
    pub returns: bool,
}

impl Behaviour {
    /// To the statement after it.
    pub const NEXT: Self = Self { next: true, breaks: false, continues: false, returns: false };

    /// Where one of two leads.
    pub fn or(self, other: Self) -> Self {
        Self {
            next: self.next || other.next,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
        }
    }

    /// Whether it leads nowhere but on.
    pub fn only_next(self) -> bool {
        self.next && !self.breaks && !self.continues && !self.returns
    }
}
