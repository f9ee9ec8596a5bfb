//! One goal of an attempt: reached or not, by which figure, and why.

use super::figure::figure;
use super::held::{Held, held};
use super::judge::{Capped, GoalReport, GoalStatus, Open, attempt};
use crate::device::DeviceType;
use crate::harness::{Report, Status, VariantReport};
use crate::lab::{Cap, Figure, Goal, Test};
use crate::sim::{Finding, FindingKind, Severity};
use crate::units::digits3;

/// The least that a kernel which computes its outputs moves, over the fewest bytes that the problem needs.
const POSSIBLE: f64 = 0.5;

/// The run from which speed is judged.
pub enum Speed {
    /// None, for this reason.
    NotAsked(String),
    /// The baseline and the attempt, on one device.
    Timed(Box<Report>),
}

impl Speed {
    /// The run, where there was one.
    pub fn report(self) -> Option<Report> {
        match self {
            Self::NotAsked(_) => None,
            Self::Timed(report) => Some(*report),
        }
    }
}

/// `goal`, held against the attempt's run on the simulator, where a figure counts within `caps`; for speed, on a device.
pub fn test(goal: &Goal, caps: &[Cap], tried: &VariantReport, speed: &Speed) -> GoalReport {
    let right = tried.status == Status::Ok;
    let tested = match goal.test {
        Test::Compiles => compiles(tried),
        _ if !tried.compiled => Tested::open(Open::NotCompiled),
        Test::Correct => correct(tried, speed),
        Test::FreeOfFaults => faultless(tried),
        _ if !right => Tested::open(Open::NotRight),
        Test::AtMost(which, most) => counted(which, caps, tried, most, |found| found <= most),
        Test::AtLeast(which, least) => counted(which, caps, tried, least, |found| found >= least),
        Test::Faster(times) => faster(times, speed),
    };
    GoalReport {
        id: goal.id.to_owned(),
        title: goal.title.to_owned(),
        outcome: tested.outcome,
        measured: tested.measured,
        wanted: tested.wanted,
        unit: tested.unit.to_owned(),
        detail: tested.detail,
        open: tested.open,
        capped: tested.capped,
    }
}

struct Tested {
    outcome: GoalStatus,
    measured: Option<f64>,
    wanted: Option<f64>,
    unit: &'static str,
    detail: String,
    open: Option<Open>,
    capped: Option<Capped>,
}

impl Tested {
    fn plain(outcome: GoalStatus, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { outcome, measured: None, wanted: None, unit: "", detail, open: None, capped: None }
    }

    fn open(why: Open) -> Self {
        let detail = match why {
            Open::NotCompiled => "it does not compile yet",
            Open::NotRight => "judged when it is right",
            Open::Faulty => {
                "every element that was compared is right, but a fault can spoil it on another device: see the fault"
            }
        };
        Self { open: Some(why), ..Self::plain(GoalStatus::Open, detail) }
    }
}

fn reason(tried: &VariantReport) -> String {
    tried.reason.clone().unwrap_or_default()
}

fn compiles(tried: &VariantReport) -> Tested {
    if tried.compiled { Tested::plain(GoalStatus::Met, "") } else { Tested::plain(GoalStatus::Unmet, reason(tried)) }
}

/// A fault may spoil the output on another device, so a right output with a fault is not yet known to be right.
fn correct(tried: &VariantReport, speed: &Speed) -> Tested {
    let mismatch = tried.check.as_ref().and_then(|check| check.mismatches.first());
    let faulty = fault(tried).is_some();
    match (tried.status, mismatch) {
        (Status::Ok, _) => on_device(speed).unwrap_or_else(|| Tested::plain(GoalStatus::Met, "")),
        (_, Some(wrong)) if faulty => {
            let got = wrong.got.map_or("nothing".to_owned(), |got| got.to_string());
            let (index, expected) = (wrong.index, wrong.expected);
            Tested::plain(GoalStatus::Unmet, format!("element {index} is {got}, expected {expected}; see the fault"))
        }
        (Status::Wrong, None) if faulty => Tested::open(Open::Faulty),
        _ => Tested::plain(GoalStatus::Unmet, reason(tried)),
    }
}

/// What is right on the simulator may be wrong on a device whose subgroups, say, are of another size.
fn on_device(speed: &Speed) -> Option<Tested> {
    let Speed::Timed(report) = speed else {
        return None;
    };
    let tried = attempt(report);
    matches!(tried.status, Status::Wrong | Status::Failed).then(|| {
        let name = &report.device.name;
        Tested::plain(GoalStatus::Unmet, format!("on {name}: {}", reason(tried)))
    })
}

/// The first fault. A kernel that does not end fails another goal: it is not right.
fn fault(tried: &VariantReport) -> Option<&Finding> {
    let is_fault = |finding: &&Finding| finding.severity == Severity::Error && finding.kind != FindingKind::StepLimit;
    tried.findings.iter().find(is_fault)
}

fn faultless(tried: &VariantReport) -> Tested {
    match fault(tried) {
        Some(fault) => {
            let line = fault.line.map_or(String::new(), |line| format!("line {line}: "));
            Tested::plain(GoalStatus::Unmet, format!("{line}{}", fault.message))
        }
        None if tried.status == Status::Ok => Tested::plain(GoalStatus::Met, ""),
        None => Tested::open(Open::NotRight),
    }
}

fn counted(which: Figure, caps: &[Cap], tried: &VariantReport, wanted: f64, reached: impl Fn(f64) -> bool) -> Tested {
    let figures = |measured, tested: Tested| Tested { measured, wanted: Some(wanted), unit: which.unit(), ..tested };
    let Some(Held { figure, counts, why }) = held(which, caps, tried) else {
        let unknown = Tested::plain(GoalStatus::Inconclusive, "the machine's model does not know this figure");
        return figures(None, unknown);
    };
    if let Some(why) = impossible(tried) {
        // Without a figure it earns no part of its points either.
        return figures(None, Tested::plain(GoalStatus::Unmet, why));
    }
    if reached(counts) {
        return figures(Some(counts), Tested::plain(GoalStatus::Met, ""));
    }
    // A figure that is bought with work beyond what counts earns no part of its points either.
    let capped =
        why.map(|why| Capped { figure: format!("{} {}", digits3(figure), which.unit()), counts: digits3(counts), why });
    let detail = capped.as_ref().map_or(String::new(), Capped::to_string);
    let measured = capped.is_none().then_some(counts);
    Tested { capped, ..figures(measured, Tested::plain(GoalStatus::Unmet, detail)) }
}

/// Why no figure counts: a kernel that moves less than the problem's inputs and outputs has its result from somewhere else.
fn impossible(tried: &VariantReport) -> Option<String> {
    let moved = figure(Figure::SectorsOverFewest, tried).filter(|moved| *moved < POSSIBLE)?;
    Some(format!(
        "no figure counts: it moves {} x the bytes of the inputs and outputs, so the result is not computed from all of the inputs",
        digits3(moved)
    ))
}

/// The interval's lower end decides, so that luck does not.
fn faster(wanted: f64, speed: &Speed) -> Tested {
    let said = |outcome, measured, detail: String| Tested {
        measured,
        wanted: Some(wanted),
        unit: "x as fast as the start",
        ..Tested::plain(outcome, detail)
    };
    let report = match speed {
        Speed::NotAsked(why) => return said(GoalStatus::NotAsked, None, why.clone()),
        Speed::Timed(report) => report,
    };
    if matches!(report.device.kind, DeviceType::Cpu | DeviceType::Simulated) {
        let why = format!("{} is not a GPU", report.device.name);
        return said(GoalStatus::NotAsked, None, why);
    }
    let tried = attempt(report);
    let base = report.variants.first();
    match (base.and_then(|base| base.time), tried.time, tried.status) {
        (Some(base), Some(time), Status::Ok) => {
            let (low, high) = (base.low.0 / time.high.0, base.high.0 / time.low.0);
            let outcome = match wanted {
                _ if low >= wanted => GoalStatus::Met,
                _ if high < wanted => GoalStatus::Unmet,
                _ => GoalStatus::Inconclusive,
            };
            let device = &report.device.name;
            let detail = format!("{low:.2} to {high:.2} times as fast on {device}");
            said(outcome, Some(low), detail)
        }
        (_, _, Status::Wrong | Status::Failed) => said(GoalStatus::Unmet, None, reason(tried)),
        _ => {
            let why = [Some(tried), base].into_iter().flatten();
            let why = why.filter_map(|variant| variant.reason.clone()).next();
            let why = why.unwrap_or_else(|| "there is no time to compare".to_owned());
            said(GoalStatus::Inconclusive, None, why)
        }
    }
}

#[cfg(test)]
#[path = "goal_tests.rs"]
mod tests;
