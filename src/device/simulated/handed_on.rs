//! What one launch of a run hands to a later one, which one kernel could do.

use super::{Contents, Simulated};
use crate::device::{BufferId, Launch};
use crate::sim::Buffer;
use crate::sim::advice::{HandOvers, Handed, Touch, hand_overs};

impl Simulated {
    /// What each launch writes and the next to touch it reads, where both can be one.
    pub(super) fn handed_on(&self, launches: &[Launch], known: &HandOvers<BufferId>) -> Vec<Handed> {
        let mut ids: Vec<BufferId> = launches.iter().flat_map(|launch| &launch.buffers).map(|(_, id)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut handed = Vec::new();
        for id in ids {
            let bound: Vec<_> = launches.iter().map(|launch| self.variable(launch, id)).collect();
            let touch = |buffer: &Buffer| if buffer.writable { Touch::Writes } else { Touch::Reads };
            let touches: Vec<_> = bound.iter().map(|buffer| buffer.map(touch)).collect();
            let fused = hand_overs(&touches).into_iter().filter(|(_, to)| known.can_fuse(*to, &id));
            handed.extend(fused.filter_map(|(from, to)| {
                let name = bound[from - 1]?.name.clone();
                Some(Handed { name, from, to, bytes: self.buffers[id.0].as_ref().map_or(0, Contents::len) })
            }));
        }
        handed.sort_by_key(|one| one.from);
        handed
    }

    /// The variable of a launch's kernel that a buffer is bound to, if it uses it: the one that is written, if there is one.
    fn variable(&self, launch: &Launch, id: BufferId) -> Option<&Buffer> {
        let variables = self.programs[launch.pipeline.0].buffers().iter();
        let bound = variables.filter(|variable| launch.buffers.contains(&((variable.group, variable.binding), id)));
        bound.max_by_key(|variable| variable.writable)
    }
}
