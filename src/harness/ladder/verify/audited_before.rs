//! Audits that kernels have passed: what passed on the simulator once need not be run there again by a later run.

use crate::harness::ladder::prepare::kept::Kept;
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::host::Host;
use crate::lab::Part;

/// The audits that are kept.
pub struct AuditedBefore<'a>(Kept<'a>);

impl<'a> AuditedBefore<'a> {
    /// Those by this program in these circumstances: the machine, the seed, the sizes. `None` where nothing says which program this is.
    pub fn new(host: &'a dyn Host, circumstances: &str) -> Option<Self> {
        Kept::new(host, ".lockstep/audits", circumstances).map(Self)
    }

    /// What was said of `subject` when it passed.
    pub fn recall(&self, part: &Part, subject: &VariantUnderTest) -> Option<String> {
        self.0.recall(Self::names(part, subject))
    }

    /// Keeps what is said of `subject`, which has passed.
    pub fn keep(&self, part: &Part, subject: &VariantUnderTest, said: &str) {
        self.0.keep(Self::names(part, subject), said);
    }

    fn names<'n>(part: &Part, subject: &'n VariantUnderTest) -> impl Iterator<Item = &'n str> {
        let sources = subject.kernels.iter().map(|kernel| kernel.source.as_str());
        [part.name, subject.variant.name].into_iter().chain(sources)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Device, Simulated};
    use crate::harness::ladder::prepare::variant_under_test::subjects;
    use crate::harness::protocol::{Job, Request};
    use crate::host::{Native, Rooted};
    use crate::labs;
    use crate::sim::machine::Machine;

    #[test]
    fn what_passed_is_known_again_by_its_source_and_its_circumstances_and_by_nothing_less() {
        let folder = std::env::temp_dir().join(format!("lockstep-audits-{}", std::process::id()));
        let host = Rooted::at(&folder);
        let request = Request::new(Job::ladder("tiling"));
        let simulator = Simulated::new(Machine::builtin("").expect("there is a default").clone());
        let (parts, _) = subjects(&labs::tiling::LAB, &request, simulator.facts(), &Native).expect("they are there");
        let (part, [naive, coalesced, ..]) = (parts[0].0, parts[0].1.as_slice()) else { panic!("two variants") };
        let here = AuditedBefore::new(&host, "ampere-8.6, seed 1").expect("a program");
        assert_eq!(here.recall(part, naive), None);
        here.keep(part, naive, "audit of 17");
        assert_eq!(here.recall(part, naive).as_deref(), Some("audit of 17"));
        assert_eq!(here.recall(part, coalesced), None);
        let elsewhere = AuditedBefore::new(&host, "hopper-9.0, seed 1").expect("a program");
        assert_eq!(elsewhere.recall(part, naive), None);
        let mut changed = naive.again(naive.check.clone());
        changed.kernels[0].source += "\n";
        assert_eq!(here.recall(part, &changed), None);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
