//! Sums, products and powers of numbers, as the lines of `tests/figures.txt` write them.

/// The value of a sum of products of powers.
pub fn value(text: &str) -> Result<f64, String> {
    let mut left = text.trim();
    let value = sum(&mut left)?;
    if left.is_empty() { Ok(value) } else { Err(format!("`{left}` is not an arithmetic")) }
}

fn sum(left: &mut &str) -> Result<f64, String> {
    let mut total = product(left)?;
    while let Some(sign) = taken(left, &['+', '-']) {
        let next = product(left)?;
        total += if sign == '+' { next } else { -next };
    }
    Ok(total)
}

fn product(left: &mut &str) -> Result<f64, String> {
    let mut total = power(left)?;
    while let Some(sign) = taken(left, &['*', '/']) {
        let next = power(left)?;
        total = if sign == '*' { total * next } else { total / next };
    }
    Ok(total)
}

fn power(left: &mut &str) -> Result<f64, String> {
    let base = atom(left)?;
    if taken(left, &['^']).is_some() { Ok(base.powf(atom(left)?)) } else { Ok(base) }
}

fn atom(left: &mut &str) -> Result<f64, String> {
    if taken(left, &['(']).is_some() {
        let inner = sum(left)?;
        return taken(left, &[')']).map(|_| inner).ok_or_else(|| "a bracket is open".to_owned());
    }
    *left = left.trim_start();
    let mut end = 0;
    for (at, letter) in left.char_indices() {
        let exponent = letter == '-' && left[..at].ends_with('e');
        if !(letter.is_ascii_digit() || letter == '.' || letter == 'e' || exponent) {
            break;
        }
        end = at + letter.len_utf8();
    }
    let (number, rest) = left.split_at(end);
    *left = rest;
    number.parse().map_err(|error| format!("`{number}`: {error}"))
}

fn taken(left: &mut &str, signs: &[char]) -> Option<char> {
    let rest = left.trim_start();
    let sign = rest.chars().next().filter(|sign| signs.contains(sign))?;
    *left = &rest[sign.len_utf8()..];
    Some(sign)
}
