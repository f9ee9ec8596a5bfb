//! Writes to one component of a vector.
//!
//! WGSL lets a device write the whole vector then (gpuweb issue 2112: Metal and D3D do): it reads the other components and writes
//! them back, and what another invocation has written to them meanwhile is lost. Who only reads another component finds the
//! same, whether it has been written back or not.

use crate::exec::lanes::{Lanes, Mask, Pattern, Request, Touch};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem};
use crate::machine::MAX_WIDTH;

impl Sanitizer<'_> {
    /// The lanes write one component each of vectors of so many bytes: looks for others that write to the same vector.
    pub(super) fn writes_beside(&mut self, sg: &Subgroup, request: &Request<'_>, mask: Mask, bytes: u32) {
        let component = request.access;
        let whole = Access { size: (bytes / component.kind.bytes()) as u8, ..*component };
        let mut addresses = [0; MAX_WIDTH];
        for lane in Lanes(mask) {
            addresses[lane] = request.addresses[lane] & !(bytes.next_power_of_two() - 1);
        }
        let vectors = Request { access: &whole, addresses: &addresses, pattern: Pattern::Other, ..*request };
        match component.mem {
            Mem::Workgroup => self.workgroup_memory(sg, &vectors, mask, Touch::WriteBeside),
            Mem::Buffer(buffer) => self.buffer_memory(sg, &vectors, buffer as usize, (mask, 0), Touch::WriteBeside),
            Mem::Immediate => {}
        }
    }
}
