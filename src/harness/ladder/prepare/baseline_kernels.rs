//! Kernels as a baseline kept them: what a variant was then runs in turns with what it is now.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::subject::{Parts, Subject, subject};
use crate::device::Facts;
use crate::harness::ladder::context::{Bench, Ladder};
use crate::harness::protocol::{Request, SourceReport, Status, VariantReport};
use crate::lab::{Axis, Cover, Grid, Lab, Part, Pass, Problem, ShaderFileError, Variant};
use crate::measure::{Ratio, Summary};
use crate::sim::Counters;

/// One dispatch of a variant, kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPass {
    /// The file in the lab's folder.
    pub shader: String,
    /// Its WGSL.
    pub text: String,
    /// How the problem was cut into workgroups: an axis a dimension.
    pub grid: Vec<KeptAxis>,
}

/// An extent of the problem, and what one workgroup covered of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAxis {
    pub extent: String,
    /// See [`Cover`].
    pub cover: KeptCover,
}

/// A [`Cover`], kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptCover {
    /// As many as the workgroup has invocations.
    Workgroup,
    /// What this constant says.
    Constant(String),
    /// What this constant says, or as many as the workgroup has invocations.
    ConstantOrWorkgroup(String),
}

/// The passes of each variant, by its name.
pub type Kernels = BTreeMap<String, Vec<KeptPass>>;

/// What a subject has to do with the kernels that were kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Past {
    /// Nothing was kept of it.
    #[default]
    Unknown,
    /// It is what it was.
    Unchanged,
    /// It is what the variant of this name was.
    Of(&'static str),
}

/// A variant as it was, in turns with what it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ThenReport {
    /// Whether the kernel is the same: then it ran once, as the variant itself.
    pub same: bool,
    /// How it ended.
    pub status: Status,
    /// Why, where it is not `ok`.
    pub reason: Option<String>,
    /// Times of one run of it.
    pub time: Option<Summary>,
    /// Today's time over it, by batches of the same rounds; `None` where one process timed them, or none.
    pub ratio: Option<Ratio>,
    /// What the simulator counted.
    pub counters: Option<Counters>,
}

impl KeptPass {
    fn of(pass: &Pass, text: &str) -> Self {
        let axis = |axis: &Axis| KeptAxis { extent: axis.extent.to_owned(), cover: KeptCover::of(&axis.cover) };
        Self { shader: pass.shader.to_owned(), text: text.to_owned(), grid: pass.grid.0.iter().map(axis).collect() }
    }

    /// Passes live as long as the program; this one does too, in a worker that runs once.
    fn pass(&self) -> Pass {
        let leaked = |text: &String| -> &'static str { text.clone().leak() };
        let axis = |axis: &KeptAxis| Axis {
            extent: leaked(&axis.extent),
            cover: match &axis.cover {
                KeptCover::Workgroup => Cover::Workgroup,
                KeptCover::Constant(name) => Cover::Constant(leaked(name)),
                KeptCover::ConstantOrWorkgroup(name) => Cover::ConstantOrWorkgroup(leaked(name)),
            },
        };
        Pass { shader: leaked(&self.shader), grid: Grid(self.grid.iter().map(axis).collect::<Vec<_>>().leak()) }
    }
}

impl KeptCover {
    fn of(cover: &Cover) -> Self {
        match cover {
            Cover::Workgroup => Self::Workgroup,
            Cover::Constant(name) => Self::Constant((*name).to_owned()),
            Cover::ConstantOrWorkgroup(name) => Self::ConstantOrWorkgroup((*name).to_owned()),
        }
    }
}

/// The kernels of a run of `lab` that told these sources, as they ran. A variant that could not be read is left out.
pub fn kernels(lab: &Lab, sources: &[SourceReport]) -> Kernels {
    let kept = lab.variants().filter_map(|(_, variant)| {
        let texts = sources.iter().filter(|source| source.variant == variant.name).map(|source| source.text.as_str());
        Some((variant.name.to_owned(), passes(variant, &texts.collect::<Vec<_>>())?))
    });
    kept.collect()
}

fn passes(variant: &Variant, texts: &[&str]) -> Option<Vec<KeptPass>> {
    let whole = texts.len() == variant.passes.len() && !texts.is_empty();
    whole.then(|| variant.passes.iter().zip(texts).map(|(pass, text)| KeptPass::of(pass, text)).collect())
}

/// What the variant of `today` was, where `request` has that and it was another kernel.
pub fn was(today: &mut Subject, problem: &Problem, request: &Request, facts: &Facts) -> Option<Subject> {
    let variant = today.variant;
    let kept = request.then.get(variant.name)?;
    let texts: Vec<&str> = today.kernels.iter().map(|kernel| kernel.source.as_str()).collect();
    if passes(variant, &texts).as_ref() == Some(kept) {
        today.past = Past::Unchanged;
        return None;
    }
    // Steps name passes by their number.
    let same_steps = variant.steps.is_empty() || kept.len() == variant.passes.len();
    if !today.live() || !same_steps {
        return None;
    }
    let then = Box::leak(Box::new(Variant {
        name: format!("{} (then)", variant.name).leak(),
        passes: kept.iter().map(KeptPass::pass).collect::<Vec<_>>().leak(),
        needs: variant.needs,
        steps: variant.steps,
    }));
    let mut pass = kept.iter();
    let mut read = |file: &str| -> Result<(String, String), ShaderFileError> {
        let kept = pass.next().ok_or_else(|| ShaderFileError::Missing(file.to_owned()))?;
        Ok((format!("{file} (then)"), kept.text.clone()))
    };
    let mut subject = subject(then, problem, request, facts, &mut read);
    subject.past = Past::Of(variant.name);
    Some(subject)
}

/// How many of `subjects` are today's: they come first, and behind them what some of them were.
pub fn today(subjects: &[Subject]) -> usize {
    subjects.iter().filter(|subject| !matches!(subject.past, Past::Of(_))).count()
}

/// Arranges for a run with the baseline's kernels: it has more processes where there is time. Where they are but some, the processes after
/// the first two time those pairs only.
pub fn arrange(bench: &mut Bench<'_>, parts: &mut Parts) {
    // A sweep's points and a trip's steps are told by the process that makes the report, which must have run them.
    let whole = |(part, subjects): &(&Part, Vec<Subject>)| {
        part.sweep.is_some() || subjects.iter().any(|subject| !subject.variant.steps.is_empty())
    };
    let pairs = pairs(parts);
    if pairs.is_empty() || bench.plan.sittings == 1 {
        return;
    }
    bench.plan = bench.plan.clone().held_against();
    let live = parts.iter().flat_map(|(_, subjects)| subjects).filter(|subject| subject.live()).count();
    if 2 * pairs.len() > live || parts.iter().any(whole) {
        return;
    }
    bench.pairs = pairs;
    if bench.only_pairs() {
        for subject in parts.iter_mut().flat_map(|(_, subjects)| subjects) {
            subject.rests = !bench.pairs.iter().any(|name| name == subject.variant.name);
        }
    }
}

/// The baseline's kernels, and what they became.
fn pairs(parts: &Parts) -> Vec<String> {
    let subjects = parts.iter().flat_map(|(_, subjects)| subjects);
    let pair = |subject: &Subject| match subject.past {
        Past::Of(today) if subject.live() => Some([subject.variant.name.to_owned(), today.to_owned()]),
        _ => None,
    };
    subjects.filter_map(pair).flatten().collect()
}

/// Puts what the baseline's kernels took beside today's; `all` are the reports of the subjects of `ladder`, in order.
pub fn beside(ladder: &Ladder, mut all: Vec<VariantReport>) -> Vec<VariantReport> {
    let were = all.split_off(ladder.today());
    let unchanged = ladder.subjects.iter().zip(&mut all).filter(|(subject, _)| subject.past == Past::Unchanged);
    for (_, report) in unchanged {
        report.then = Some(ThenReport {
            same: true,
            status: report.status,
            reason: report.reason.clone(),
            time: None,
            ratio: None,
            counters: None,
        });
    }
    let rest = ladder.subjects.iter().zip(&ladder.times).skip(ladder.today());
    for ((subject, timed), was) in rest.zip(were) {
        if let Some(today) = ladder.today_of(subject).and_then(|today| all.get_mut(today)) {
            today.then = Some(ThenReport {
                same: false,
                status: was.status,
                reason: was.reason,
                time: was.time,
                ratio: timed.as_ref().and_then(|timed| timed.over_then),
                counters: was.counters,
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::Job;
    use crate::host::Native;
    use crate::labs;

    /// A run of two variants of `coalescing` on the simulator, held against `then`.
    fn parts(then: Kernels) -> Parts {
        let lab = labs::named("coalescing").expect("a lab");
        let variants = vec!["copy".to_owned(), "naive".to_owned()];
        let request = Request { then, ..Request::new(Job::Ladder { lab: lab.name.to_owned(), variants }) };
        let device =
            crate::device::Simulated::new(crate::sim::machine::Machine::builtin("").expect("a machine").clone());
        let facts = crate::device::Device::facts(&device).clone();
        crate::harness::ladder::prepare::subject::subjects(lab, &request, &facts, &Native).expect("they are read").0
    }

    fn subjects(then: Kernels) -> Vec<Subject> {
        parts(then).into_iter().flat_map(|(_, subjects)| subjects).collect()
    }

    fn kept() -> Kernels {
        let of = |subject: &Subject| {
            let texts: Vec<&str> = subject.kernels.iter().map(|kernel| kernel.source.as_str()).collect();
            Some((subject.variant.name.to_owned(), passes(subject.variant, &texts)?))
        };
        subjects(Kernels::new()).iter().filter_map(of).collect()
    }

    #[test]
    fn a_kernel_that_did_not_change_runs_once_and_one_that_did_beside_what_it_was() {
        let all = subjects(kept());
        assert!(all.iter().all(|subject| subject.past == Past::Unchanged) && all.len() == 2);
        let mut changed = kept();
        let pass = &mut changed.get_mut("copy").expect("kept")[0];
        pass.text += "// once";
        let was = pass.text.clone();
        let all = subjects(changed);
        let names: Vec<&str> = all.iter().map(|subject| subject.variant.name).collect();
        assert!(names.contains(&"copy (then)") && today(&all) == 2, "{names:?}");
        let then = all.iter().find(|subject| subject.past == Past::Of("copy")).expect("it runs");
        assert_eq!(then.kernels[0].source, was);
        assert!(then.live());
    }

    #[test]
    fn a_pair_is_a_kernel_that_runs_and_what_it_became() {
        let mut changed = kept();
        changed.get_mut("copy").expect("kept")[0].text += "// once";
        assert_eq!(pairs(&parts(changed.clone())), ["copy (then)", "copy"]);
        changed.get_mut("copy").expect("kept")[0].text = "nonsense".to_owned();
        assert_eq!(pairs(&parts(changed)), Vec::<String>::new());
    }

    #[test]
    fn another_grid_is_another_kernel_and_comes_back_as_it_was_kept() {
        let mut changed = kept();
        let axis = &mut changed.get_mut("copy").expect("kept")[0].grid[0];
        axis.cover = KeptCover::Constant("COVER".to_owned());
        let text = serde_json::to_string(&changed).expect("JSON");
        let back: Kernels = serde_json::from_str(&text).expect("it is what was written");
        assert_eq!(back, changed);
        let all = subjects(back);
        let then = all.iter().find(|subject| subject.past == Past::Of("copy")).expect("it runs");
        assert_eq!(then.variant.passes[0].grid.0[0].cover.constant(), Some("COVER"));
    }

    #[test]
    fn then_s_kernel_that_no_longer_fits_the_lab_is_settled_and_not_run() {
        let mut changed = kept();
        changed.get_mut("copy").expect("kept")[0].text =
            "@compute @workgroup_size(64) fn main() { nonsense }".to_owned();
        let all = subjects(changed);
        let then = all.iter().find(|subject| subject.past == Past::Of("copy")).expect("it is told");
        assert!(matches!(&then.settled, Some((Status::Failed, _))), "{:?}", then.settled);
    }
}
