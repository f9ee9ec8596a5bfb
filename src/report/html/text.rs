//! Figures and words as the pages write them.

use maud::{Markup, html};

/// A figure as the JSON writes it, to its last digit.
pub fn exact(value: f64) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

/// The same of a figure that may be missing.
pub fn exactly(value: Option<f64>) -> Option<String> {
    value.map(exact)
}

/// A coordinate in pixels.
pub fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A coordinate as a share of the chart's width.
pub fn part(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Text in which words between backticks are code, paragraph by paragraph.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (at, piece) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// Ascending numbers as ranges: "0 to 7, 12".
pub fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let words = parts.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_figure_reads_back_as_the_same_number() {
        for value in [0.1 + 0.2, 1.0 / 3.0, 1e-300, 3.76e-6, 5e22] {
            assert_eq!(exact(value).parse(), Ok(value));
        }
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([px(3.0), px(2.55)], ["3", "2.5"]);
        assert_eq!([part(0.5), part(1.0 / 3.0), part(0.0)], ["50%", "33.33%", "0%"]);
    }

    #[test]
    fn runs_of_numbers_are_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0 to 2, 5, 7 to 8");
    }

    #[test]
    fn code_in_prose_is_marked_and_everything_is_escaped() {
        let text = prose("`a<b>` & c").into_string();
        assert_eq!(text, "<code>a&lt;b&gt;</code> &amp; c");
    }
}
