//! The roofline in Unicode, for a terminal of 80 columns.

use super::model::Roofline;
use crate::report::axis::{Axis, decimal, power};
use crate::text::wrap;
use crate::units::{digits3, intensity, si};

/// Columns and rows of the plot.
const WIDE: usize = 68;
const HIGH: usize = 15;

/// Columns of the labels of the vertical axis.
const LABEL: usize = 9;

/// Columns for points without arithmetic, left of the horizontal axis.
const ZERO: usize = 6;

/// What stands where a variant is by what was counted.
const COUNTED: char = '○';

/// Dots of a cell in Braille: two columns of four.
const DOTS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// The chart with its axes and its legend; every line fits 80 columns.
pub fn unicode(roofline: &Roofline, estimated: bool) -> String {
    let mut plot = Plot::new(roofline);
    plot.roofs(roofline);
    plot.points(roofline);
    let how = if estimated { "estimated " } else { "" };
    let title = format!("roofline: {how}{} by intensity, both logarithmic", roofline.unit.name());
    format!("{title}\n{}{}", plot.text(roofline), legend(roofline))
}

struct Plot {
    x: Axis,
    y: Axis,
    /// Columns before the horizontal axis starts.
    start: usize,
    /// Braille dots of each cell, row by row from the top.
    dots: [[u8; WIDE]; HIGH],
    letters: [[Option<char>; WIDE]; HIGH],
}

impl Plot {
    fn new(roofline: &Roofline) -> Self {
        Self {
            x: roofline.intensities(),
            y: roofline.rates(),
            start: if roofline.has_zero() { ZERO } else { 0 },
            dots: [[0; WIDE]; HIGH],
            letters: [[None; WIDE]; HIGH],
        }
    }

    fn roofs(&mut self, roofline: &Roofline) {
        for (at, ceiling) in roofline.ceilings.iter().enumerate() {
            for column in 0..WIDE * 2 {
                // The second roof is dashed.
                if at == 1 && column % 4 > 1 {
                    continue;
                }
                let along = column as f64 / 2.0 - self.start as f64;
                let intensity = match along < 0.0 {
                    true => 0.0,
                    false => self.x.value(along / (WIDE - self.start) as f64),
                };
                if let Some(rate) = ceiling.rate(roofline.unit, intensity) {
                    self.dot(column, self.y.position(rate));
                }
            }
        }
    }

    fn dot(&mut self, column: usize, place: f64) {
        let row = ((1.0 - place) * (HIGH * 4) as f64).round();
        if row >= 0.0 && row < (HIGH * 4) as f64 {
            let row = row as usize;
            self.dots[row / 4][column / 2] |= DOTS[column % 2][row % 4];
        }
    }

    /// Each variant's letter in its cell, or in the next free one to the right, then to the left.
    fn points(&mut self, roofline: &Roofline) {
        for (point, letter) in roofline.points.iter().zip(letters()) {
            let along = match point.intensity > 0.0 {
                true => self.x.position(point.intensity) * (WIDE - self.start) as f64,
                false => -((self.start / 2 + 1) as f64),
            };
            let column = (along + self.start as f64).clamp(0.0, (WIDE - 1) as f64) as usize;
            let row = (1.0 - self.y.position(point.rate)) * HIGH as f64;
            let row = row.clamp(0.0, (HIGH - 1) as f64) as usize;
            let cells = &mut self.letters[row];
            let free = (column..WIDE).chain((0..column).rev());
            if let Some(at) = free.into_iter().find(|at| cells[*at].is_none()) {
                cells[at] = Some(letter);
            }
        }
        self.counted(roofline);
    }

    /// A ring where the counted operations and bytes put a variant, where no letter stands.
    fn counted(&mut self, roofline: &Roofline) {
        for (point, counted) in roofline.points.iter().filter_map(|point| Some((point, point.elsewhere()?))) {
            let place = self.x.position(counted);
            if !(0.0..1.0).contains(&place) {
                continue;
            }
            let column = (place * (WIDE - self.start) as f64 + self.start as f64) as usize;
            let row = ((1.0 - self.y.position(point.rate)) * HIGH as f64).clamp(0.0, (HIGH - 1) as f64) as usize;
            self.letters[row][column.min(WIDE - 1)].get_or_insert(COUNTED);
        }
    }

    fn text(&self, roofline: &Roofline) -> String {
        let mut labels = vec![String::new(); HIGH];
        for decade in self.y.decades() {
            let row = (1.0 - self.y.position(decade)) * HIGH as f64;
            if let Some(label) = labels.get_mut(row as usize) {
                *label = power(decade);
            }
        }
        let rows = self.dots.iter().zip(&self.letters).zip(labels);
        let mut text = String::new();
        for ((dots, letters), label) in rows {
            let tick = if label.is_empty() { '│' } else { '┤' };
            let cells = dots.iter().zip(letters).map(|(dots, letter)| match dots {
                _ if letter.is_some() => letter.unwrap_or_default(),
                0 => ' ',
                dots => char::from_u32(0x2800 + u32::from(*dots)).unwrap_or(' '),
            });
            let line: String = cells.collect();
            text += &format!("{label:>LABEL$} {tick}{}\n", line.trim_end());
        }
        text + &self.ticks(roofline)
    }

    /// The horizontal axis.
    fn ticks(&self, roofline: &Roofline) -> String {
        let (mut rule, mut labels) = (vec!['─'; WIDE], vec![' '; WIDE + 1]);
        let mut put = |column: usize, label: &str| {
            rule[column.min(WIDE - 1)] = '┬';
            let middle = (column + 1).saturating_sub(label.len().div_ceil(2));
            let from = middle.min(WIDE + 1 - label.len());
            for (at, c) in label.chars().enumerate() {
                if let Some(cell) = labels.get_mut(from + at) {
                    *cell = c;
                }
            }
        };
        if roofline.has_zero() {
            put(self.start / 2 - 1, "0");
        }
        for decade in self.x.decades() {
            let along = self.x.position(decade) * (WIDE - self.start) as f64;
            put((along as usize + self.start).min(WIDE - 1), &decimal(decade, 1e5));
        }
        let (rule, labels) = (String::from_iter(rule), String::from_iter(labels));
        let unit = format!("{:>width$}", "FLOP/B", width = LABEL);
        let lowest = power(self.y.value(0.0));
        format!("{lowest:>LABEL$} └{rule}\n{unit}  {}\n", labels.trim_end())
    }
}

/// Which letter is which variant, and what the lines are.
fn legend(roofline: &Roofline) -> String {
    // A letter and its name stay on one line: this is no space to `wrap`.
    const BOND: char = '\u{e000}';
    let names = roofline.points.iter().zip(letters());
    let names: Vec<String> = names.map(|(point, letter)| format!("{letter}{BOND}{}", point.name)).collect();
    let value = |value: Option<f64>, unit: &str| match value {
        Some(value) => si(value, unit),
        None => "unknown".to_owned(),
    };
    let mut text = format!("{}\n", wrap(&names.join("  "), 80, 2)).replace(BOND, " ");
    text += &counted(roofline);
    for (ceiling, sample) in roofline.ceilings.iter().zip(["⠒⠒⠒", "⠒ ⠒"]) {
        let ridge = ceiling.ridge().map_or(String::new(), |ridge| format!(", ridge at {} FLOP/B", digits3(ridge)));
        let line = format!(
            "{sample} {}: compute {}, memory {}{ridge}",
            ceiling.kind,
            value(ceiling.compute, "FLOP/s"),
            value(ceiling.memory, "B/s")
        );
        text += &format!("  {line}\n");
    }
    text
}

/// What each variant did a byte, beside what its problem needs.
fn counted(roofline: &Roofline) -> String {
    let points = roofline.points.iter().zip(letters());
    let points = points.filter_map(|(point, letter)| Some((intensity(point.counted?), letter)));
    let mut alike: Vec<(String, String)> = Vec::new();
    for (figure, letter) in points {
        match alike.iter_mut().find(|(known, _)| *known == figure) {
            Some((_, letters)) => {
                letters.push('\u{a0}');
                letters.push(letter);
            }
            None => alike.push((figure, letter.to_string())),
        }
    }
    let each: Vec<String> = alike.iter().map(|(figure, letters)| format!("{letters}\u{a0}{figure}")).collect();
    if each.is_empty() || !roofline.points.iter().any(|point| point.counted.is_some_and(|counted| counted > 0.0)) {
        return String::new();
    }
    let ring = if roofline.points.iter().any(|point| point.elsewhere().is_some()) { "○ " } else { "" };
    let text = format!("{ring}counted, FLOP for each byte to and from DRAM: {}", each.join(", "));
    format!("{}\n", wrap(&text, 80, 2))
}

/// a to z, then A to Z, then the digits.
fn letters() -> impl Iterator<Item = char> {
    let more = ('0'..='9').chain(std::iter::repeat('*'));
    ('a'..='z').chain('A'..='Z').chain(more)
}

#[cfg(test)]
mod tests {
    use super::super::model::Point;
    use super::*;
    use crate::measure::Summary;
    use crate::roof::pair::{RoofKind, RoofPair, Unit};
    use crate::units::{Bytes, Flop, Seconds};

    fn roofline(unit: Unit, flop: f64, memory: Option<f64>) -> Roofline {
        let times = [("naive", 1e-3), ("tiled", 1e-4), ("fused", 1.01e-4)];
        let points = times.iter().filter_map(|(name, time)| {
            let time = Summary::of(&[Seconds(*time)])?;
            Point::new(name, (Flop(flop), Bytes(1e6)), time, unit)
        });
        let ceiling = |kind, factor: f64| RoofPair {
            kind,
            compute: Some(1e13 * factor),
            memory: memory.map(|memory| memory * factor),
        };
        let ceilings = vec![ceiling(RoofKind::Theoretical, 1.0), ceiling(RoofKind::Measured, 0.8)];
        Roofline::new(unit, ceilings, points.collect()).expect("three points")
    }

    #[test]
    fn every_line_fits_80_columns_and_every_variant_has_its_letter() {
        for (unit, flop) in [(Unit::Flop, 1e8), (Unit::Byte, 0.0)] {
            let text = unicode(&roofline(unit, flop, Some(3e11)), false);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            let plot: Vec<&str> = text.lines().skip(1).take(HIGH).collect();
            for letter in ['a', 'b', 'c'] {
                let found = plot.iter().filter(|row| row.contains(letter));
                assert_eq!(found.count(), 1, "{letter} in\n{text}");
            }
            assert!(text.contains("a naive") && text.contains("measured"), "{text}");
        }
    }

    #[test]
    fn the_faster_variant_stands_higher() {
        let text = unicode(&roofline(Unit::Flop, 1e8, Some(3e11)), false);
        let row = |letter: char| {
            let mut rows = text.lines().skip(1).take(HIGH);
            rows.position(|row| row.contains(letter))
        };
        assert!(row('b') < row('a'), "{text}");
        assert_eq!(row('b'), row('c'), "one cell: side by side");
    }

    #[test]
    fn variants_of_one_counted_intensity_share_its_figure() {
        let mut several = roofline(Unit::Byte, 1e5, Some(3e11));
        for (point, counted) in several.points.iter_mut().zip([0.0, 0.0278, 0.0]) {
            point.counted = Some(counted);
        }
        let text = unicode(&several, false).replace('\u{a0}', " ");
        assert!(text.contains("FLOP for each byte to and from DRAM: a c 0, b 0.028"), "{text}");
    }

    #[test]
    fn an_unknown_roof_is_said_to_be_unknown() {
        let text = unicode(&roofline(Unit::Flop, 1e8, None), true);
        assert!(text.contains("memory unknown") && !text.contains("ridge"), "{text}");
        assert!(text.contains("estimated FLOP/s"), "{text}");
    }
}
