//! What a variant spends beyond the fewest, and why that does not always show in its time.

use super::screen::rate;
use crate::compare::limits;
use crate::harness::VariantReport;
use crate::sim::Counters;
use crate::units::digits3;

/// From which factor over the fewest on a column is worth its place.
pub(super) const WORTH: f64 = 1.1;

/// Of what a kernel may take more than the fewest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waste {
    Nothing,
    Sectors,
    /// Over the banks of workgroup memory.
    Passes,
    Lanes,
}

impl Waste {
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Sectors => "sectors",
            Self::Passes => "passes",
            Self::Lanes => "lanes",
        }
    }

    /// How much of it is spent; `None` of nothing.
    fn spent(self, counters: &Counters) -> Option<f64> {
        match self {
            Self::Nothing => None,
            Self::Sectors => Some(counters.global_sectors as f64),
            Self::Passes => counters.shared_wavefronts.map(|passes| passes as f64),
            Self::Lanes => Some(counters.subgroup_instructions as f64 * f64::from(counters.subgroup_width)),
        }
    }
}

/// How far the counters are above the fewest, and which of them is furthest.
pub(super) fn waste(counters: &Counters) -> (f64, Waste) {
    let over = |spent: u64, fewest: u64| if fewest == 0 { 1.0 } else { spent as f64 / fewest as f64 };
    let (passes, fewest) = counters.shared_wavefronts.zip(counters.shared_wavefronts_ideal).unwrap_or((0, 0));
    let each = [
        (over(counters.global_sectors, counters.global_sectors_ideal), Waste::Sectors),
        (over(passes, fewest), Waste::Passes),
        (1.0 / counters.lane_efficiency, Waste::Lanes),
    ];
    each.into_iter()
        .filter(|each| each.0.is_finite())
        .fold((1.0, Waste::Nothing), |most, each| if each.0 > most.0 { each } else { most })
}

/// From which factor between waste and time on it is said what else limits.
const APART: f64 = 1.5;

/// Why a variant that wastes much takes less time than that for it, beside the best of its part: another limit is near. Of the one of
/// which this is most so.
pub(super) fn less_than_its_waste(variants: &[VariantReport]) -> Option<String> {
    let compared = variants.iter().filter_map(|worse| Some((worse, Excess::of(worse, variants)?)));
    let (worse, excess) = compared.max_by(|(_, a), (_, b)| a.apart().total_cmp(&b.apart()))?;
    let names = [worse, excess.best].map(|variant| format!("`{}`", variant.name));
    let limits = limits([(&names[0], worse.cause.as_ref()), (&names[1], excess.best.cause.as_ref())])?;
    let [worse, best] = &names;
    Some(format!(
        "{worse} takes {} times the {} of {best}, and {} times as long: {}{}.",
        digits3(excess.spent),
        if excess.what == Waste::Lanes { "issued lanes" } else { excess.what.name() },
        digits3(excess.slower),
        limits[..1].to_lowercase(),
        &limits[1..]
    ))
}

/// What a variant spends beside the best of its part.
struct Excess<'a> {
    best: &'a VariantReport,
    what: Waste,
    /// As many times as much of that.
    spent: f64,
    /// As many times as long.
    slower: f64,
}

impl<'a> Excess<'a> {
    /// That of `worse`, where it wastes much and takes longer, but not as many times as long.
    fn of(worse: &VariantReport, variants: &'a [VariantReport]) -> Option<Self> {
        let counters = worse.counters.as_ref()?;
        let (over, what) = waste(counters);
        let part = variants.iter().filter(|other| other.part == worse.part && other.name != worse.name);
        let best = part.max_by(|a, b| rate(a).unwrap_or(0.0).total_cmp(&rate(b).unwrap_or(0.0)))?;
        let spent = what.spent(counters)? / what.spent(best.counters.as_ref()?)?;
        let excess = Self { best, what, spent, slower: rate(best)? / rate(worse)? };
        (over > WORTH && excess.slower > 1.0 && spent.is_finite() && excess.apart() > APART).then_some(excess)
    }

    fn apart(&self) -> f64 {
        self.spent / self.slower
    }
}
