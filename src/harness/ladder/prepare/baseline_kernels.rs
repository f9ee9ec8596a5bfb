//! The kernels that a baseline keeps: where a variant changed since, its earlier kernel is timed interleaved with the one of today.

use super::variant_under_test::{Parts, VariantUnderTest, subject};
use crate::device::Facts;
use crate::harness::protocol::{BaselineKernels, KeptAxis, KeptCover, KeptPass, Request, SourceReport};
use crate::lab::{Axis, Cover, Grid, Lab, Pass, Problem, ShaderFileError, Variant};

/// What a variant has to do with the kernels of a baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BaselineRole {
    /// The baseline has no kernel of it.
    #[default]
    NotKept,
    /// Its kernel is still the baseline's.
    Unchanged,
    /// It is the baseline's kernel of the variant of this name, which changed since.
    Earlier(&'static str),
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

/// The kernels of a run of `lab` that recorded these sources, as they ran. A variant that could not be read is left out.
pub fn baseline_kernels(lab: &Lab, sources: &[SourceReport]) -> BaselineKernels {
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

/// What the variant of `today` was when the baseline was saved, where `request` has that and it was another kernel.
pub fn earlier(
    today: &mut VariantUnderTest,
    problem: &Problem,
    request: &Request,
    facts: &Facts,
) -> Option<VariantUnderTest> {
    let variant = today.variant;
    let kept = request.baseline_kernels.get(variant.name)?;
    let texts: Vec<&str> = today.kernels.iter().map(|kernel| kernel.source.as_str()).collect();
    if passes(variant, &texts).as_ref() == Some(kept) {
        today.baseline_role = BaselineRole::Unchanged;
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
    subject.baseline_role = BaselineRole::Earlier(variant.name);
    Some(subject)
}

/// How many of `subjects` are today's: they come first, and behind them what some of them were.
pub fn today(subjects: &[VariantUnderTest]) -> usize {
    subjects.iter().filter(|subject| !matches!(subject.baseline_role, BaselineRole::Earlier(_))).count()
}

/// The baseline's kernels, and what they became.
pub fn pairs(parts: &Parts) -> Vec<String> {
    let subjects = parts.iter().flat_map(|(_, subjects)| subjects);
    let pair = |subject: &VariantUnderTest| match subject.baseline_role {
        BaselineRole::Earlier(today) if subject.live() => Some([subject.variant.name.to_owned(), today.to_owned()]),
        _ => None,
    };
    subjects.filter_map(pair).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::{Job, Status};
    use crate::host::Native;
    use crate::labs;

    /// A run of two variants of `coalescing` on the simulator, held against `kept`.
    fn parts(kept: BaselineKernels) -> Parts {
        let lab = labs::named("coalescing").expect("a lab");
        let variants = vec!["copy".to_owned(), "naive".to_owned()];
        let request =
            Request { baseline_kernels: kept, ..Request::new(Job::Ladder { lab: lab.name.to_owned(), variants }) };
        let device =
            crate::device::Simulated::new(crate::sim::machine::Machine::builtin("").expect("a machine").clone());
        let facts = crate::device::Device::facts(&device).clone();
        crate::harness::ladder::prepare::variant_under_test::subjects(lab, &request, &facts, &Native)
            .expect("they are read")
            .0
    }

    fn subjects(kept: BaselineKernels) -> Vec<VariantUnderTest> {
        parts(kept).into_iter().flat_map(|(_, subjects)| subjects).collect()
    }

    fn kept() -> BaselineKernels {
        let of = |subject: &VariantUnderTest| {
            let texts: Vec<&str> = subject.kernels.iter().map(|kernel| kernel.source.as_str()).collect();
            Some((subject.variant.name.to_owned(), passes(subject.variant, &texts)?))
        };
        subjects(BaselineKernels::new()).iter().filter_map(of).collect()
    }

    #[test]
    fn a_kernel_that_did_not_change_runs_once_and_one_that_did_beside_what_it_was() {
        let all = subjects(kept());
        assert!(all.iter().all(|subject| subject.baseline_role == BaselineRole::Unchanged) && all.len() == 2);
        let mut changed = kept();
        let pass = &mut changed.get_mut("copy").expect("kept")[0];
        pass.text += "// once";
        let was = pass.text.clone();
        let all = subjects(changed);
        let names: Vec<&str> = all.iter().map(|subject| subject.variant.name).collect();
        assert!(names.contains(&"copy (then)") && today(&all) == 2, "{names:?}");
        let then = all.iter().find(|subject| subject.baseline_role == BaselineRole::Earlier("copy")).expect("it runs");
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
        let back: BaselineKernels = serde_json::from_str(&text).expect("it is what was written");
        assert_eq!(back, changed);
        let all = subjects(back);
        let then = all.iter().find(|subject| subject.baseline_role == BaselineRole::Earlier("copy")).expect("it runs");
        assert_eq!(then.variant.passes[0].grid.0[0].cover.constant(), Some("COVER"));
    }

    #[test]
    fn then_s_kernel_that_no_longer_fits_the_lab_is_settled_and_not_run() {
        let mut changed = kept();
        changed.get_mut("copy").expect("kept")[0].text =
            "@compute @workgroup_size(64) fn main() { nonsense }".to_owned();
        let all = subjects(changed);
        let then =
            all.iter().find(|subject| subject.baseline_role == BaselineRole::Earlier("copy")).expect("it is told");
        assert!(matches!(&then.settled, Some(end) if end.status == Status::Failed), "{:?}", then.settled);
    }
}
