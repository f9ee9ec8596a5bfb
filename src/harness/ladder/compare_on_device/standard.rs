//! What an output or an input is held against, on the device.

use crate::device::{Action, BufferId, Device, DeviceError, HostMemory};
use crate::kernel::Scalar;
use crate::lab::Expected;
use crate::verify::{Allowed, weighed_sum};

/// Words of which a buffer of the device should consist, from one of its vectors on.
#[derive(Clone, Copy)]
pub struct Bound {
    /// Where they lie.
    pub buffer: BufferId,
    /// The vector of four words with which they begin.
    pub first: usize,
    /// The sum of what they should be; see [`weighed_sum`].
    pub sum: u32,
}

/// Some elements, with the lowest and the highest value that each may have.
#[derive(Clone)]
pub struct Piece {
    pub elements: usize,
    pub low: Bound,
    /// `None` where the lowest value allowed is the highest.
    pub high: Option<Bound>,
}

/// What a buffer is held against, piece by piece.
#[derive(Clone)]
pub struct Standard {
    pub scalar: Scalar,
    pub pieces: Vec<Piece>,
}

impl Standard {
    /// The bounds of `len` elements, which go up in pieces of `piece` elements, as they are worked out. `None` where no bounds say
    /// what `expected` allows.
    ///
    /// # Errors
    /// [`DeviceError`] where the device has no room for them.
    pub async fn of(
        device: &mut impl Device,
        expected: &Expected,
        (scalar, len): (Scalar, usize),
        piece: usize,
    ) -> Result<Option<Self>, DeviceError> {
        let mut standard = Self { scalar, pieces: Vec::new() };
        match standard.add(device, expected, len, piece).await {
            Ok(true) => Ok(Some(standard)),
            incomplete => {
                standard.free(device);
                incomplete.map(|_| None)
            }
        }
    }

    /// Sends up the bounds of `len` elements; whether there are some for each piece.
    async fn add(
        &mut self,
        device: &mut impl Device,
        expected: &Expected,
        len: usize,
        piece: usize,
    ) -> Result<bool, DeviceError> {
        for start in (0..len).step_by(piece) {
            let range = start..(start + piece).min(len);
            let elements = range.len();
            let Some(allowed) = Allowed::of(expected, self.scalar, range) else {
                return Ok(false);
            };
            let low = upload(device, &allowed.low).await?;
            self.pieces.push(Piece { elements, low, high: None });
            if !allowed.is_exact() {
                let high = upload(device, &allowed.high).await?;
                self.pieces.last_mut().expect("it was added").high = Some(high);
            }
        }
        Ok(true)
    }

    /// A copy of `from` as it is now, `bytes` long, whose pieces have these `sums` of elements.
    ///
    /// # Errors
    /// [`DeviceError`] where the device has no room for it.
    pub async fn copy(
        device: &mut impl Device,
        from: BufferId,
        bytes: u64,
        (scalar, sums): (Scalar, impl Iterator<Item = (usize, u32)>),
    ) -> Result<Self, DeviceError> {
        let buffer = device.allocate("what it is held against", bytes)?;
        device.perform(&[Action::Copy { from, to: buffer, bytes }], &mut HostMemory::new(), 1).await?;
        let mut first = 0;
        let pieces = sums.map(|(elements, sum)| {
            let low = Bound { buffer, first, sum };
            first += vectors(scalar, elements);
            Piece { elements, low, high: None }
        });
        Ok(Self { scalar, pieces: pieces.collect() })
    }

    /// Whether each element may have one value only.
    pub fn is_exact(&self) -> bool {
        self.pieces.iter().all(|piece| piece.high.is_none())
    }

    /// How many elements.
    pub fn elements(&self) -> usize {
        self.pieces.iter().map(|piece| piece.elements).sum()
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let bounds = |piece: &Piece| if piece.high.is_some() { 2 } else { 1 };
        self.pieces.iter().map(|piece| (bounds(piece) * piece.elements * self.scalar.bytes()) as u64).sum()
    }

    /// Gives its buffers back.
    pub fn free(self, device: &mut impl Device) {
        let bounds = self.pieces.iter().flat_map(|piece| [Some(piece.low), piece.high]).flatten();
        let mut buffers: Vec<BufferId> = bounds.map(|bound| bound.buffer).collect();
        buffers.dedup();
        buffers.into_iter().for_each(|buffer| device.free(buffer));
    }
}

/// Vectors of four words that hold so many elements.
pub fn vectors(scalar: Scalar, elements: usize) -> usize {
    (elements * scalar.bytes()).div_ceil(16)
}

/// `words` in a buffer of their own.
async fn upload(device: &mut impl Device, words: &[u32]) -> Result<Bound, DeviceError> {
    let buffer = device.allocate("bounds", 4 * words.len() as u64)?;
    device.write(buffer, bytemuck::cast_slice(words)).await?;
    // Waits for it: the host needs no room for more than one piece on its way.
    device.read(buffer, 4).await?;
    Ok(Bound { buffer, first: 0, sum: weighed_sum(words) })
}
