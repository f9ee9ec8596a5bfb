//! Mutations of sources: bytes, words, lines, nesting, extremes.

use fastrand::Rng;

/// What is put in place of numbers.
const NUMBERS: &str = "0|1|0u|1u|31u|32u|0x7fffffff|0x80000000u|4294967295u|-2147483648|2147483647i|1e38|1e-40f|0x1p-149f|1.0h|65504h|\
    1li|0xffffffffffffffffu";

/// What is put anywhere, beside numbers.
const WORDS: &str = "1lu|true|false|u32|i32|f32|f16|bool|u64|i64|f64|vec3<u32>|vec4<f32>|vec2<i64>|mat4x4<f32>|mat2x3<f16>|\
    array<u32, 4>|array<f32>|atomic<u32>|ptr<function, u32>|var|let|const|override|return;|break;|continue;|discard;|\
    loop {|if|else|switch|workgroupBarrier();|storageBarrier();|subgroupBarrier();|subgroupAdd(1u)|\
    subgroupBallot(true)|workgroupUniformLoad(&tile)|atomicAdd(&n, 1u)|arrayLength(&o)|select(1u, 2u, true)|\
    vec4<f32>(1.0)|array(1, 2)|@workgroup_size(1)|@workgroup_size(1024, 2, 2)|@builtin(subgroup_size)|@group(0)|\
    @id(7)|texture_2d<f32>|enable f16;|diagnostic(off, derivative_uniformity);|{|}|&";

fn one_of<'a>(random: &mut Rng, words: &'a str) -> &'a str {
    let words: Vec<&str> = words.split('|').collect();
    words[random.usize(0..words.len())]
}

/// A number or another word.
fn any_word(random: &mut Rng) -> &'static str {
    let words = if random.u8(0..4) == 0 { NUMBERS } else { WORDS };
    one_of(random, words)
}

/// A mutated source; `others` are for splicing.
pub fn mutate(random: &mut Rng, source: &str, others: &[String]) -> String {
    let mut text = source.to_owned();
    if random.u8(0..3) > 0 {
        // Little enough that most still compile.
        for _ in 0..=random.usize(0..2) {
            text = match random.u8(0..5) {
                0..=1 => number(random, &text),
                2 => arithmetic(random, &text),
                _ => line(random, &text),
            };
        }
        return text;
    }
    for _ in 0..=random.usize(0..4) {
        text = match random.u8(0..10) {
            0 => bytes(random, &text),
            1..=3 => number(random, &text),
            4 | 5 => word(random, &text),
            6 => line(random, &text),
            7 => splice(random, &text, others),
            8 => nest(random, &text),
            _ => operator(random, &text),
        };
    }
    text
}

/// Arbitrary bytes, as a text.
pub fn noise(random: &mut Rng) -> String {
    let bytes: Vec<u8> = (0..random.usize(0..400)).map(|_| random.u8(..)).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Arbitrary words, one after the other.
pub fn babble(random: &mut Rng) -> String {
    let words: Vec<&str> = (0..random.usize(0..60)).map(|_| any_word(random)).collect();
    words.join(" ")
}

fn boundary(random: &mut Rng, text: &str) -> usize {
    let mut at = random.usize(0..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn bytes(random: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.usize(0..bytes.len());
        match random.u8(0..3) {
            0 => bytes[at] = random.u8(..),
            1 => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, random.u8(32..127)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The words of a text, as ranges: letters and digits, or one other character.
fn words(text: &str, wanted: impl Fn(&str) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let solid = |c: char| c.is_alphanumeric() || c == '_';
    while start < text.len() {
        let rest = &text[start..];
        let len = rest.find(|c| !solid(c)).unwrap_or(rest.len());
        let len = if len == 0 { rest.chars().next().map_or(1, char::len_utf8) } else { len };
        if wanted(&rest[..len]) {
            found.push(start..start + len);
        }
        start += len;
    }
    found
}

fn replace(random: &mut Rng, text: &str, wanted: impl Fn(&str) -> bool, choices: &[&str]) -> String {
    let found = words(text, wanted);
    if found.is_empty() {
        return text.to_owned();
    }
    let range = found[random.usize(0..found.len())].clone();
    let with = choices[random.usize(0..choices.len())];
    format!("{}{with}{}", &text[..range.start], &text[range.end..])
}

fn number(random: &mut Rng, text: &str) -> String {
    let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let small = ["0u", "1u", "2u", "3u", "7u", "16u", "33u", "64u", "1000000u"];
    let large: Vec<&str> = NUMBERS.split('|').collect();
    let choices = if random.bool() { &small[..] } else { &large };
    replace(random, text, digit, choices)
}

fn arithmetic(random: &mut Rng, text: &str) -> String {
    let choices = ["+", "-", "*", "/", "%", "<", "&", "|", "^"];
    replace(random, text, |word| choices.contains(&word), &choices)
}

fn operator(random: &mut Rng, text: &str) -> String {
    let choices = ["+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "=", ";", ",", ".", "(", ")"];
    replace(random, text, |word| choices.contains(&word), &choices)
}

fn word(random: &mut Rng, text: &str) -> String {
    if random.bool() {
        let at = boundary(random, text);
        let with = any_word(random);
        return format!("{} {with} {}", &text[..at], &text[at..]);
    }
    // A name for another of the text's own.
    let named = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let found = words(text, named);
    if found.is_empty() {
        return text.to_owned();
    }
    let with = text[found[random.usize(0..found.len())].clone()].to_owned();
    replace(random, text, named, &[&with])
}

fn line(random: &mut Rng, text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let (a, b) = (random.usize(0..lines.len()), random.usize(0..lines.len()));
    match random.u8(0..3) {
        0 => {
            lines.remove(a);
        }
        1 => lines.insert(b, lines[a]),
        _ => lines.swap(a, b),
    }
    lines.join("\n")
}

fn splice(random: &mut Rng, text: &str, others: &[String]) -> String {
    let other = &others[random.usize(0..others.len())];
    let lines: Vec<&str> = other.lines().collect();
    let from = random.usize(0..=lines.len());
    let to = (from + random.usize(0..4)).min(lines.len());
    let at = boundary(random, text);
    format!("{}\n{}\n{}", &text[..at], lines[from..to].join("\n"), &text[at..])
}

fn nest(random: &mut Rng, text: &str) -> String {
    let times = [3, 130, 210, 5000, 60_000][random.usize(0..5)];
    let (open, close) = [
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("if true {", "}"),
        ("loop {", "break; }"),
        ("-", ""),
        ("!", ""),
        ("/*", "*/"),
        ("1 + ", ""),
        ("array<", ", 2>"),
        ("else if a == 1 {} ", ""),
        ("&", ""),
        ("*", ""),
        ("x = x + 1;", ""),
        ("@", ""),
    ][random.usize(0..15)];
    let at = boundary(random, text);
    let middle = boundary(random, &text[at..]) + at;
    format!("{}{}{}{}{}", &text[..at], open.repeat(times), &text[at..middle], close.repeat(times), &text[middle..])
}
