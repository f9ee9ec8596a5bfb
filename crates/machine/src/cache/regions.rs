//! The address space of a launch, in which all of its bindings have a place.

/// The places of a launch's bindings in one address space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions {
    bases: Vec<u64>,
    bytes: Vec<u64>,
}

impl Regions {
    /// Every binding begins at a multiple of this, as a driver's allocations do.
    pub const ALIGNMENT: u64 = 4096;

    /// Lays out bindings of these sizes in bytes, one after the other.
    pub fn new(bytes: impl IntoIterator<Item = u64>) -> Self {
        let mut regions = Self::default();
        let mut next = 0_u64;
        for size in bytes {
            regions.bases.push(next);
            regions.bytes.push(size);
            next = next.saturating_add(size.max(1)).next_multiple_of(Self::ALIGNMENT);
        }
        regions
    }

    /// The address of the first byte of a binding, by its place in the list given to [`Regions::new`].
    pub fn base(&self, binding: usize) -> u64 {
        self.bases[binding]
    }

    /// How many bindings there are.
    pub fn len(&self) -> usize {
        self.bases.len()
    }

    /// Whether there is no binding.
    pub fn is_empty(&self) -> bool {
        self.bases.is_empty()
    }

    /// The bytes of a binding.
    pub fn bytes(&self, binding: usize) -> u64 {
        self.bytes[binding]
    }

    /// The binding that an address belongs to.
    pub(super) fn of(&self, address: u64) -> usize {
        self.bases.partition_point(|base| *base <= address).saturating_sub(1)
    }
}
