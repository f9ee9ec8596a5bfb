//! Numbers as people write them.

/// Words that leave a number as it is.
const FILLERS: [&str; 13] = [
    "about",
    "around",
    "roughly",
    "approximately",
    "approx.",
    "approx",
    "circa",
    "ca.",
    "ca",
    "maybe",
    "some",
    "at",
    "least",
];

/// A number of bytes: "4 MB", "4MiB", "about 4.2e6 bytes", "4,194,304", "2^22".
pub(super) fn bytes(text: &str) -> Option<f64> {
    let (number, unit) = split(text)?;
    let scale = match unit.as_str() {
        "" | "b" | "byte" | "bytes" => 1.0,
        "k" | "kb" | "kilobyte" | "kilobytes" | "thousand" | "thousand bytes" => 1e3,
        "m" | "mb" | "megabyte" | "megabytes" | "million" | "million bytes" => 1e6,
        "g" | "gb" | "gigabyte" | "gigabytes" | "billion" | "billion bytes" => 1e9,
        "t" | "tb" | "terabyte" | "terabytes" => 1e12,
        "ki" | "kib" | "kibibyte" | "kibibytes" => 1024.0,
        "mi" | "mib" | "mebibyte" | "mebibytes" => 1024.0 * 1024.0,
        "gi" | "gib" | "gibibyte" | "gibibytes" => 1024.0 * 1024.0 * 1024.0,
        _ => return None,
    };
    positive(number * scale)
}

/// A factor: "10x", "about 10 times", "x2.5", "20 % faster", "the same", "twice", "an order of magnitude".
pub(super) fn factor(text: &str) -> Option<f64> {
    let plain = text.to_lowercase();
    let plain = plain.trim().trim_end_matches(['.', '!']);
    match plain {
        "same" | "the same" | "no difference" | "none" | "equal" | "nothing" => return Some(1.0),
        "twice" | "double" | "twice as fast" => return Some(2.0),
        "three times" | "triple" => return Some(3.0),
        "half" => return Some(0.5),
        "an order of magnitude" | "order of magnitude" | "ten times" => return Some(10.0),
        _ => {}
    }
    let (number, unit) = split(plain.strip_prefix(['x', '×']).unwrap_or(plain))?;
    let word = unit.split_whitespace().next().unwrap_or_default();
    match word {
        "" | "x" | "×" | "times" | "fold" | "-fold" | "faster" => positive(number),
        "%" | "percent" => {
            if unit.contains("slower") {
                positive(1.0 - number / 100.0)
            } else {
                positive(1.0 + number / 100.0)
            }
        }
        _ => None,
    }
}

fn positive(number: f64) -> Option<f64> {
    (number.is_finite() && number > 0.0).then_some(number)
}

/// A number, and the words after it in lower case.
fn split(text: &str) -> Option<(f64, String)> {
    let lower = text.to_lowercase();
    let mut rest = lower.trim().trim_start_matches(['~', '≈', '=', '>', '<', '≥']).trim_start();
    while let Some((word, after)) = rest.split_once(' ')
        && FILLERS.contains(&word)
    {
        rest = after.trim_start();
    }
    let rest = rest.trim_start_matches(['~', '≈']).trim_start();
    let end = rest.char_indices().find(|(at, c)| !part_of_number(rest, *at, *c)).map_or(rest.len(), |(at, _)| at);
    let (digits, unit) = rest.split_at(end);
    let unit = unit.trim().trim_end_matches(['.', '!', '?']).trim_end();
    Some((value(digits.trim())?, unit.to_owned()))
}

/// Whether the character belongs to a number that began before it: an `e` only where an exponent follows.
fn part_of_number(text: &str, at: usize, c: char) -> bool {
    match c {
        '0'..='9' | '.' | ',' | '_' | '^' | '/' => true,
        'e' => {
            at > 0 && {
                let after = text[at + 1..].trim_start_matches(['+', '-']);
                after.starts_with(|c: char| c.is_ascii_digit())
            }
        }
        '+' | '-' => at > 0 && text[..at].ends_with('e'),
        // A blank between groups of digits: "4 194 304".
        ' ' => {
            let after = &text[at + 1..];
            let group = after.bytes().take_while(u8::is_ascii_digit).count();
            text[..at].ends_with(|c: char| c.is_ascii_digit()) && group == 3
        }
        _ => false,
    }
}

fn value(digits: &str) -> Option<f64> {
    if let Some((base, exponent)) = digits.split_once('^') {
        return Some(libm::pow(value(base)?, value(exponent)?));
    }
    if let Some((above, below)) = digits.split_once('/') {
        return Some(value(above)? / value(below)?);
    }
    let plain: String = digits.chars().filter(|c| !matches!(c, '_' | ' ')).collect();
    // A comma is a decimal point where it cannot separate thousands: "2,5" but "4,194,304".
    let groups: Vec<&str> = plain.split(',').collect();
    let thousands = groups.len() > 2
        || matches!(groups.as_slice(), [first, second] if second.len() == 3 && first != &"0" && !first.is_empty());
    let plain = plain.replace(',', if thousands { "" } else { "." });
    plain.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_understood_as_people_write_them() {
        for (text, expected) in [
            ("4 MB", 4e6),
            ("4MB", 4e6),
            ("4 MiB", 4.0 * 1048576.0),
            ("4mib", 4.0 * 1048576.0),
            ("about 4.2e6 bytes", 4.2e6),
            ("~3.1 MB", 3.1e6),
            ("4,194,304", 4_194_304.0),
            ("4_194_304 B", 4_194_304.0),
            ("4 194 304", 4_194_304.0),
            ("1,5 GB", 1.5e9),
            ("2^20", 1_048_576.0),
            ("3 million bytes", 3e6),
            ("512 k", 512e3),
            ("3145728", 3_145_728.0),
            ("roughly 12 kib.", 12.0 * 1024.0),
        ] {
            let found = bytes(text).unwrap_or_else(|| panic!("{text} is understood"));
            assert!((found / expected - 1.0).abs() < 1e-12, "{text}: {found}");
        }
        for text in ["", "many", "-4 MB", "0", "4 apples", "MB", "1e999", "."] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }

    #[test]
    fn factors_are_understood_as_people_write_them() {
        for (text, expected) in [
            ("10x", 10.0),
            ("about 10x", 10.0),
            ("10 times", 10.0),
            ("x2.5", 2.5),
            ("2.5×", 2.5),
            ("7", 7.0),
            ("20 % faster", 1.2),
            ("20% slower", 0.8),
            ("the same", 1.0),
            ("twice", 2.0),
            ("1/2", 0.5),
            ("2,5", 2.5),
            ("maybe 10 times faster!", 10.0),
            ("an order of magnitude", 10.0),
        ] {
            let found = factor(text).unwrap_or_else(|| panic!("{text} is understood"));
            assert!((found - expected).abs() < 1e-12, "{text}: {found}");
        }
        for text in ["", "lots", "0x", "fast", "10 MB"] {
            assert_eq!(factor(text), None, "{text}");
        }
    }
}
