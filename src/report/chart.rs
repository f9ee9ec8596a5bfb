//! A bar chart in Unicode.

/// A bar of `value` on a scale from 0 to `most`, `columns` wide, to an eighth of a column.
pub fn bar(value: f64, most: f64, columns: usize) -> String {
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    if !(value > 0.0 && most > 0.0) {
        return String::new();
    }
    let eighths = (value / most * columns as f64 * 8.0).round() as usize;
    let eighths = eighths.clamp(1, columns * 8);
    let mut text = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        text.push(EIGHTHS[eighths % 8]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_proportional_and_never_vanishes() {
        assert_eq!(bar(1.0, 2.0, 4), "██");
        assert_eq!(bar(1.0, 1.0, 3), "███");
        assert_eq!(bar(1e-6, 1.0, 3), "▏");
        assert_eq!(bar(0.0, 1.0, 3), "");
    }
}
