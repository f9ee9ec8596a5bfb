//! One figure as a person reads it.

use crate::roof::provenance::Figure;
use crate::units::si;

/// Columns of a line's name.
const FIELD: usize = 14;

/// `name` and `value`, the value wrapped under itself.
pub fn field(name: &str, value: &str) -> String {
    crate::report::table::field(name, value, FIELD)
}

/// A figure's value, source and derivation: `12.7 TFLOP/s (table: 28 SM x ...)`.
pub fn roof_line(name: &str, figure: &Figure, unit: &str) -> String {
    let value = value(figure, unit);
    let text = match figure.is_known() {
        true => format!("{value} ({}: {})", figure.source, figure.detail),
        false => format!("{value} ({})", figure.detail),
    };
    field(name, &text)
}

/// A figure's value, or its range, or `unknown`.
pub fn value(figure: &Figure, unit: &str) -> String {
    match (figure.value, figure.range) {
        (Some(value), Some([low, _])) if low < 0.97 * value => {
            format!("{}, from {} on", si(value, unit), si(low, unit))
        }
        (Some(value), _) => si(value, unit),
        (None, Some([low, high])) => {
            format!("unknown, between {} and {}", si(low, unit), si(high, unit))
        }
        (None, None) => "unknown".to_owned(),
    }
}

/// The ridge point of two figures in FLOP a byte, or `unknown`.
pub fn ridge(ridge: Option<f64>) -> String {
    match ridge {
        Some(ridge) => {
            format!("{ridge:.1} FLOP/B: below it memory bounds f32 work, above it arithmetic")
        }
        None => "unknown".to_owned(),
    }
}
