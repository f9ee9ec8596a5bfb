//! Small changes of a kernel's text, one at a time: what programmers mistake for each other.

use std::collections::HashSet;
use std::ops::Range;

use super::tokens::{Kind, Token, tokens};

/// Signs that are mistaken for each other.
const SIGNS: &[(&str, &[&str])] = &[
    ("<", &["<="]),
    ("<=", &["<"]),
    (">", &[">=", "<"]),
    (">=", &[">", "<", "=="]),
    ("==", &["!=", "<="]),
    ("!=", &["=="]),
    ("+", &["-", "*"]),
    ("-", &["+"]),
    ("*", &["/", "+"]),
    ("/", &["%", "*"]),
    ("%", &["/"]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("&", &["|"]),
    ("|", &["&"]),
    ("+=", &["=", "-="]),
    ("-=", &["+="]),
    ("=", &["+="]),
    ("*=", &["/="]),
    ("/=", &["*="]),
];

/// Operators that have an operand on either side.
const BINARY: &[&str] = &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||"];

/// Functions that are mistaken for each other.
const FUNCTIONS: &[&[&str]] = &[
    &["max", "min"],
    &["sin", "cos"],
    &["exp", "exp2"],
    &["log", "log2"],
    &["subgroupAdd", "subgroupExclusiveAdd", "subgroupInclusiveAdd", "subgroupMax", "subgroupBroadcastFirst"],
    &["atomicAdd", "atomicMax", "atomicMin", "atomicOr", "atomicAnd", "atomicStore"],
    &["workgroupBarrier", "storageBarrier"],
];

/// Words that are no operand.
const WORDS: &[&str] = &[
    "let",
    "var",
    "if",
    "else",
    "for",
    "loop",
    "while",
    "return",
    "break",
    "continue",
    "continuing",
    "fn",
    "const",
    "switch",
    "case",
    "default",
    "const_assert",
    "true",
    "false",
];

/// Types, which are no value, but convert one.
const TYPES: &[&str] = &["u32", "i32", "f32", "f16", "bool", "vec2", "vec3", "vec4", "array", "atomic", "workgroup"];

/// Names that are tried in another's place.
const OTHERS: usize = 10;

/// A kernel that differs from the attempt in one place.
#[derive(Debug)]
pub struct Mutant {
    pub text: String,
    /// The line of the change.
    pub line: u32,
    /// Where it differs: "`/` on line 26".
    pub place: String,
}

/// The mutants of `source`, those first that mend the mistakes which are made most often.
pub fn mutants(source: &str) -> Vec<Mutant> {
    let all = tokens(source);
    let body = all.iter().position(|token| matches!(token.text, "fn" | "const")).unwrap_or(all.len());
    let site = Site { source, all: &all };
    let places: Vec<usize> = (body..all.len()).filter(|at| site.is_code(*at)).collect();
    let kinds: [Change<'_>; 11] = [
        Site::signs,
        Site::functions,
        Site::kin,
        Site::numbers,
        Site::without_operand,
        Site::brackets,
        Site::exchanged,
        Site::negated,
        Site::extended,
        Site::other_names,
        Site::without_statement,
    ];
    let found = kinds.iter().flat_map(|of| places.iter().flat_map(|at| of(&site, *at)));
    let mut seen = HashSet::new();
    found.filter(|mutant| seen.insert(mutant.text.clone())).collect()
}

/// The changes of one kind that begin at a token.
type Change<'a> = fn(&Site<'a>, usize) -> Vec<Mutant>;

/// A text with its tokens.
#[derive(Clone, Copy)]
struct Site<'a> {
    source: &'a str,
    all: &'a [Token<'a>],
}

impl<'a> Site<'a> {
    fn text(&self, at: usize) -> &'a str {
        self.all.get(at).map_or("", |token| token.text)
    }

    fn is(&self, at: usize, kind: Kind) -> bool {
        let value = |text: &str| !WORDS.contains(&text) && !TYPES.contains(&text);
        self.all.get(at).is_some_and(|token| token.kind == kind && value(token.text))
    }

    /// Whether what stands there is part of what is computed: no attribute, no parameter, and no constant but what the launch is computed
    /// from, for a workgroup of one invocation knows neither races nor barriers, and would be right for no good reason.
    fn is_code(&self, at: usize) -> bool {
        let line = self.source.lines().nth(self.all[at].line - 1).unwrap_or_default().trim_start();
        line.starts_with("const COVER") || !["@", "fn ", "const "].iter().any(|start| line.starts_with(start))
    }

    fn mutant(&self, at: usize, edits: &[(Range<usize>, &str)], place: String) -> Mutant {
        let mut text = self.source.to_owned();
        let mut edits = edits.to_vec();
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        edits.into_iter().for_each(|(range, new)| text.replace_range(range, new));
        let line = self.all[at].line;
        Mutant { text, line: line as u32, place: format!("{place} on line {line}") }
    }

    /// With each of `others` in the place of the token `at`.
    fn replaced<'o>(&self, at: usize, others: impl IntoIterator<Item = &'o str>) -> Vec<Mutant> {
        let place = format!("`{}`", self.text(at));
        let of = |new: &str| self.mutant(at, &[(self.all[at].range(), new)], place.clone());
        others.into_iter().map(of).collect()
    }

    fn signs(&self, at: usize) -> Vec<Mutant> {
        let others = SIGNS.iter().find(|(sign, _)| *sign == self.text(at)).map_or(&[][..], |(_, others)| others);
        self.replaced(at, others.iter().copied())
    }

    fn numbers(&self, at: usize) -> Vec<Mutant> {
        if !self.is(at, Kind::Number) {
            return Vec::new();
        }
        let text = self.text(at);
        let digits = text.trim_end_matches(['u', 'i', 'f', 'h']);
        let suffix = &text[digits.len()..];
        let Ok(value) = digits.parse::<u64>() else { return Vec::new() };
        let others = [value + 1, value.saturating_sub(1), 2 * value, value / 2, 0, 1, u64::from(u32::MAX)];
        let others: Vec<String> = others.iter().filter(|o| **o != value).map(|o| format!("{o}{suffix}")).collect();
        self.replaced(at, others.iter().map(String::as_str))
    }

    fn functions(&self, at: usize) -> Vec<Mutant> {
        let name = self.text(at);
        let family = FUNCTIONS.iter().find(|family| family.contains(&name)).map_or(&[][..], |family| family);
        let own: Vec<&str> =
            (1..self.all.len()).filter(|at| self.text(at - 1) == "fn").map(|at| self.text(at)).collect();
        let others = if own.contains(&name) { own } else { family.to_vec() };
        let mut found = self.replaced(at, others.into_iter().filter(|other| *other != name));
        let comma = self.operand_end(at + 2).filter(|comma| matches!(name, "max" | "min") && self.text(*comma) == ",");
        if let Some(comma) = comma {
            let edits = [(self.all[at].range(), ""), (self.all[comma].range(), " +")];
            found.push(self.mutant(at, &edits, format!("`{name}`")));
        }
        found
    }

    /// The token after the bracket that opens at `at`.
    fn closed(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for end in at..self.all.len() {
            match self.text(end) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(end + 1);
            }
        }
        None
    }

    /// The token after the operand that begins at `at`.
    fn operand_end(&self, at: usize) -> Option<usize> {
        let mut end = match self.text(at) {
            "(" => self.closed(at)?,
            word if self.all.get(at)?.kind == Kind::Sign || WORDS.contains(&word) => return None,
            _ => at + 1,
        };
        while matches!(self.text(end), "(" | "[") {
            end = self.closed(end)?;
        }
        Some(end)
    }

    /// The token at which the operand begins that ends before `end`.
    fn operand_start(&self, end: usize) -> Option<usize> {
        (end.saturating_sub(24)..end).find(|at| {
            let begins =
                !matches!(self.text(at.wrapping_sub(1)), ")" | "]") && !self.is(at.wrapping_sub(1), Kind::Name);
            begins && self.operand_end(*at) == Some(end)
        })
    }

    fn span(&self, from: usize, to: usize) -> Range<usize> {
        self.all[from].start..self.all[to - 1].range().end
    }

    /// Without one operand of the operator there; without a conversion.
    fn without_operand(&self, at: usize) -> Vec<Mutant> {
        let mut found = Vec::new();
        let mut leave_out = |from: usize, to: usize| {
            let span = self.span(from, to);
            let place = format!("`{}`", &self.source[span.clone()]);
            found.push(self.mutant(at, &[(span, "")], place));
        };
        if BINARY.contains(&self.text(at)) {
            if let Some(end) = self.operand_end(at + 1) {
                leave_out(at, end);
            }
            if let Some(start) = self.operand_start(at) {
                leave_out(start, at + 1);
            }
        }
        if self.all[at].kind == Kind::Name && self.text(at + 1) == "(" && self.text(at.wrapping_sub(1)) != "fn" {
            leave_out(at, at + 1);
        }
        found
    }

    /// Without the brackets that open there, or with brackets around the operator there and its operands.
    fn brackets(&self, at: usize) -> Vec<Mutant> {
        let place = || format!("the operands of `{}`", self.text(at));
        let pair = |from: usize, to: usize, signs: [&str; 2], place| {
            let edits = [
                (from..from + usize::from(signs[0].is_empty()), signs[0]),
                (to - usize::from(signs[1].is_empty())..to, signs[1]),
            ];
            vec![self.mutant(at, &edits, place)]
        };
        let before = at.wrapping_sub(1);
        if self.text(at) == "(" && self.all.get(before).is_some_and(|token| token.kind == Kind::Sign) {
            let Some(end) = self.closed(at) else { return Vec::new() };
            let span = self.span(at, end);
            return pair(span.start, span.end, ["", ""], "the brackets".to_owned());
        }
        if !["+", "-", "*", "/", "%"].contains(&self.text(at)) {
            return Vec::new();
        }
        match (self.operand_start(at), self.operand_end(at + 1)) {
            (Some(start), Some(end)) => {
                let span = self.span(start, end);
                pair(span.start, span.end, ["(", ")"], place())
            }
            _ => Vec::new(),
        }
    }

    /// Exchanged with another token of the same kind behind it on its line.
    fn exchanged(&self, at: usize) -> Vec<Mutant> {
        let kind = self.all[at].kind;
        let fits = |other: usize| match kind {
            Kind::Sign => matches!((self.text(at), self.text(other)), ("/", "%") | ("%", "/")),
            _ => (self.is(other, Kind::Name) || self.is(other, Kind::Number)) && self.text(other + 1) != "(",
        };
        if kind != Kind::Sign && (!self.is(at, Kind::Name) || self.text(at + 1) == "(") {
            return Vec::new();
        }
        let line = self.all[at].line;
        let others = (at + 1..self.all.len()).take_while(|other| self.all[*other].line == line);
        let of = |other: usize| {
            let [a, b] = [at, other].map(|place| self.all[place]);
            let edits = [(a.range(), b.text), (b.range(), a.text)];
            self.mutant(at, &edits, format!("`{}` and `{}`", a.text, b.text))
        };
        others.filter(|other| fits(*other) && self.text(*other) != self.text(at)).map(of).collect()
    }

    /// With the sign of an argument, or of what is assigned, turned.
    fn negated(&self, at: usize) -> Vec<Mutant> {
        let leads = matches!(self.text(at.wrapping_sub(1)), "(" | "," | "=" | "return");
        let value = self.is(at, Kind::Name) || self.is(at, Kind::Number);
        if !leads || !value {
            return Vec::new();
        }
        let negative = format!("-{}", self.text(at));
        self.replaced(at, [negative.as_str()])
    }

    /// Without the statement that begins there.
    fn without_statement(&self, at: usize) -> Vec<Mutant> {
        let begins = matches!(self.text(at.wrapping_sub(1)), ";" | "{" | "}");
        let end = (at..self.all.len()).find(|end| matches!(self.text(*end), ";" | "{" | "}"));
        let Some(end) = end.filter(|end| begins && self.text(*end) == ";" && self.is(at, Kind::Name)) else {
            return Vec::new();
        };
        let span = self.span(at, end + 1);
        let place = format!("`{}`", &self.source[span.clone()]);
        vec![self.mutant(at, &[(span, "")], place)]
    }

    /// The other values of the kernel, each with whether it is of the same kind, a member of the same variable or a constant as well: those
    /// first, then those that stand nearest.
    fn others(&self, at: usize) -> Vec<(bool, &'a str)> {
        let own = self.text(at);
        if !self.is(at, Kind::Name) && !self.is(at, Kind::Number) || self.text(at + 1) == "(" {
            return Vec::new();
        }
        let kin = |name: &'a str| match name.split_once('.') {
            Some((root, _)) => Some(root),
            None => name.chars().all(|c| !c.is_lowercase()).then_some(""),
        };
        let is_value = |other: &usize| !matches!(self.text(other + 1), "(" | ":" | "<") && self.text(*other) != own;
        let values = (0..self.all.len()).filter(|other| self.is(*other, Kind::Name)).filter(is_value);
        let ranked = |other: usize| {
            let name = self.text(other);
            (kin(name).is_none() || kin(name) != kin(own), other.abs_diff(at), name)
        };
        let mut others: Vec<(bool, usize, &str)> = values.map(ranked).collect();
        others.sort_unstable();
        let mut seen = HashSet::new();
        others.retain(|(_, _, name)| seen.insert(*name));
        others.into_iter().map(|(stranger, _, name)| (!stranger, name)).collect()
    }

    /// With a value of the same kind in the place of the one there.
    fn kin(&self, at: usize) -> Vec<Mutant> {
        self.replaced(at, self.others(at).into_iter().filter(|(kin, _)| *kin).map(|(_, name)| name))
    }

    /// With any value in the place of the one there.
    fn other_names(&self, at: usize) -> Vec<Mutant> {
        self.replaced(at, self.others(at).into_iter().take(OTHERS).map(|(_, name)| name))
    }

    /// With a factor or a term more at the end of what is computed there.
    fn extended(&self, at: usize) -> Vec<Mutant> {
        if !self.is(at, Kind::Name) || !matches!(self.text(at + 1), ";" | "]" | ")" | ",") {
            return Vec::new();
        }
        let own = self.text(at);
        let constant = |name: &str| name.chars().all(|c| !c.is_lowercase());
        let more = |name: &str| if constant(name) { format!("{own} * {name}") } else { format!("({own} + {name})") };
        let more: Vec<String> = self.others(at).into_iter().take(OTHERS).map(|(_, name)| more(name)).collect();
        self.replaced(at, more.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = "const N: u32 = 4u;\n@compute @workgroup_size(64)\nfn main(\n    @builtin(local_invocation_index) lane: u32,\n) {
    if (lane >= N) { return; } // lane + 1
    sum[lane] = max(x[lane % 2u + N], a.x);\n    store(a.y);\n}\n";

    #[test]
    fn each_mutant_differs_in_one_place_that_it_names() {
        let all = mutants(SUM);
        let has = |line: &str, place: &str| {
            let found = all.iter().find(|mutant| mutant.text.lines().any(|l| l.trim() == line));
            assert_eq!(found.map(|mutant| mutant.place.as_str()), Some(place), "{line}");
        };
        has("if (lane > N) { return; } // lane + 1", "`>=` on line 6");
        has("sum[lane] = max(x[lane % 1u + N], a.x);", "`2u` on line 7");
        has("sum[lane] = min(x[lane % 2u + N], a.x);", "`max` on line 7");
        has("sum[lane] = max(x[lane % 2u ], a.x);", "`+ N` on line 7");
        has("sum[lane] = max(x[lane %  N], a.x);", "`2u +` on line 7");
        has("sum[lane] = max(x[lane % (2u + N)], a.x);", "the operands of `+` on line 7");
        has("sum[lane] = max(x[lane % 2u + N], a.y);", "`a.x` on line 7");
        has("sum[lane] = (x[lane % 2u + N] + a.x);", "`max` on line 7");
        has("", "`sum[lane] = max(x[lane % 2u + N], a.x);` on line 7");
        assert!(all.iter().all(|mutant| mutant.text != SUM && mutant.text.contains("// lane + 1")));
    }
}
