//! Signs in the text of an attempt: another language's words, constants and variables that are not what they are taken for.

use crate::kernel::{Kernel, Overrides, without_comments};
use crate::lab::{Exercise, constant_value};

/// What WGSL has other words for, in Python, C, CUDA or HLSL.
const FOREIGN: &[&str] = &[
    "and",
    "or",
    "not",
    "elif",
    "True",
    "False",
    "None",
    "inf",
    "INFINITY",
    "float2",
    "float4",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "__syncthreads",
];

/// The same in signs.
const FOREIGN_SIGNS: &[&str] = &["#define", "#include", "**", "?"];

/// Assignments that change what is there.
const UPDATES: &[&str] = &["+=", "-=", "*=", "|=", "&=", "^="];

/// Whether a line that a compiler refused is written as in another language.
pub fn is_foreign(line: &str) -> bool {
    let code = without_comments(line);
    let words: Vec<&str> = words(&code).collect();
    let has = |word: &str| words.contains(&word);
    // `a if condition else b` and `for i in range(n)`.
    let in_order = |first, second| code.find(first).is_some_and(|at| code[at..].contains(second));
    let chosen = in_order("= ", " if ") && has("else");
    let ranged = words.first() == Some(&"for") && has("in");
    FOREIGN.iter().any(|word| has(word)) || FOREIGN_SIGNS.iter().any(|sign| code.contains(sign)) || chosen || ranged
}

/// A constant that belongs to the task and has another value in `source`, with both values, in a sentence.
pub fn changed_given(exercise: &Exercise, source: &str) -> Option<String> {
    if exercise.given.is_empty() {
        return None;
    }
    let [now, start] = [source, exercise.start].map(Constants::new);
    exercise.given.iter().find_map(|name| {
        let (now, was) = (now.value(name)?, start.value(name)?);
        (now != was).then(|| format!("`{name}` belongs to the task: it is {was} there, and {now} here"))
    })
}

/// The constants of a text.
struct Constants<'a> {
    text: &'a str,
    kernel: Option<Kernel>,
}

impl<'a> Constants<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, kernel: Kernel::parse("", text, None, &Overrides::new()).ok() }
    }

    /// A number as text: of an integer what it comes to, of a float as it is written.
    fn value(&self, name: &str) -> Option<String> {
        if let Some(value) = self.kernel.as_ref().and_then(|kernel| kernel.constant(name)) {
            return Some(value.to_string());
        }
        let text = &self.text[constant_value(self.text, name)?];
        let number: f64 = text.trim_end_matches(['u', 'i', 'f', 'h']).parse().ok()?;
        Some(number.to_string())
    }
}

/// A block of a text.
#[derive(Default)]
struct Scope<'a> {
    /// Each `var` of it, with its line.
    variables: Vec<(&'a str, usize)>,
    /// Variables of it that have the name of an outer `var`, with both lines, until they are used.
    hiding: Vec<(&'a str, usize, usize)>,
}

/// A variable that an inner block declares anew from the old value, or never uses, in a sentence: what was meant was to change the
/// outer one.
pub fn shadowed(source: &str) -> Option<String> {
    let code = without_comments(source);
    let mut scopes = vec![Scope::default()];
    let said = |(name, line, first): (&str, usize, usize)| {
        format!("line {line} declares a new `{name}`, and the `{name}` of line {first} keeps its value")
    };
    let lines = (1..).zip(code.lines());
    for (line, statement) in
        lines.flat_map(|(line, text)| text.split_inclusive(['{', '}', ';']).map(move |part| (line, part)))
    {
        let declared = declaration(statement);
        let read = declared.map_or(statement, |(.., value)| value);
        for scope in &mut scopes {
            scope.hiding.retain(|(name, ..)| !words(read).any(|word| word == *name));
        }
        if let Some((name, is_var, value)) = declared {
            let outer = scopes.iter().rev().skip(1).flat_map(|scope| &scope.variables);
            let hides = outer.copied().find(|(known, _)| *known == name).map(|(_, first)| (name, line, first));
            if let Some(hides) = hides.filter(|_| words(value).any(|word| word == name)) {
                return Some(said(hides));
            }
            let scope = scopes.last_mut()?;
            scope.hiding.extend(hides);
            scope.variables.extend(is_var.then_some((name, line)));
        }
        match statement.chars().last() {
            Some('{') => scopes.push(Scope::default()),
            Some('}') if scopes.len() > 1 => {
                if let Some(unused) = scopes.pop().and_then(|scope| scope.hiding.first().copied()) {
                    return Some(said(unused));
                }
            }
            _ => {}
        }
    }
    None
}

/// The name that a statement declares, whether it is a `var`, and what it begins with.
fn declaration(statement: &str) -> Option<(&str, bool, &str)> {
    let (is_var, rest) = [(false, "let "), (true, "var ")].iter().find_map(|(is_var, word)| {
        let (before, rest) = statement.split_once(word)?;
        before.trim().chars().all(|c| c == '(' || c.is_alphabetic()).then_some((*is_var, rest))
    })?;
    let name = words(rest).next()?;
    Some((name, is_var, rest.split_once('=').map_or("", |(_, value)| value)))
}

/// Whether a line changes `variable` by what it was, and reads nothing else of it: `sum += own;`, `sum = sum + own;`.
pub fn updates(line: &str, variable: &str) -> bool {
    let code = without_comments(line);
    let mentions = |text: &str| words(text).filter(|word| *word == variable).count();
    code.split([';', '{', '}']).any(|statement| {
        if let Some((place, value)) = UPDATES.iter().find_map(|update| statement.split_once(update)) {
            return words(place).next() == Some(variable) && mentions(value) == 0;
        }
        let Some((place, value)) = statement.split_once(" = ") else {
            return statement.contains(&format!("{variable}++"));
        };
        let again = value.matches(place.trim()).count();
        words(place).next() == Some(variable) && again > 0 && mentions(value) == again * mentions(place)
    })
}

/// The words of a text: names, keywords, numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_language_has_is_told_from_what_wgsl_has() {
        for line in [
            "if (i < n and j < n) {",
            "if a { } elif b { }",
            "let keep = KEEP if odd else 1.0;",
            "for at in range(local, all, 64) {",
            "#define N 8",
            "own += x ** 2;",
            "let a = b ? c : d;",
            "while (True) {",
        ] {
            assert!(is_foreign(line), "{line}");
        }
        for line in [
            "if a { x = 1; } else { x = 2; }",
            "for (var i = 0u; i < n; i++) {",
            "let a = b // and so on",
            "let and_b = x;",
        ] {
            assert!(!is_foreign(line), "{line}");
        }
    }

    #[test]
    fn a_variable_is_shadowed_where_an_inner_one_begins_with_its_value() {
        let of = |inner: &str| {
            shadowed(&format!("fn f() {{\n  var sum = 0.0;\n  for (var i = 0; i < 4; i++) {{\n    {inner}\n  }}\n}}"))
        };
        let said = "line 4 declares a new `sum`, and the `sum` of line 2 keeps its value";
        assert_eq!(of("let sum = sum + x[i];").as_deref(), Some(said));
        assert_eq!(of("var sum = sum + x[i];").as_deref(), Some(said));
        assert_eq!(of("let sum = x[i];").as_deref(), Some(said), "it is never used");
        for right in [
            "sum = sum + x[i];",
            "let sum = 2.0; y[i] = sum;",
            "let sums = sum + x[i];",
            "} { var sum = 1.0; let b = sum;",
        ] {
            assert_eq!(of(right), None, "{right}");
        }
        assert_eq!(shadowed("fn f() { { var a = 1; } }\nfn g() { { let a = a + 1; } }"), None, "it is gone");
    }

    #[test]
    fn an_update_reads_nothing_of_a_variable_but_the_place_that_it_writes() {
        for line in ["total += own;", "bins[x[i]] += 1u;", "if l { word |= 1u << l; }", "sum = sum + own;", "count++;"]
        {
            let variable = ["total", "bins", "word", "sum", "count"].into_iter().find(|name| line.contains(name));
            assert!(updates(line, variable.expect("it is one of these")), "{line}");
        }
        for line in [
            "sums[at] += sums[at + step];",
            "sums[at] = sums[at] + sums[at + step];",
            "sums[at] = own;",
            "other += sums[at];",
        ] {
            assert!(!updates(line, "sums"), "{line}");
        }
    }

    #[test]
    fn a_constant_of_the_task_that_has_another_value_is_named_with_both() {
        let exercise = crate::labs::find("coalescing").and_then(|lab| lab.exercise("exercise")).expect("it is there");
        assert_eq!(changed_given(exercise, exercise.start), None);
        let other = exercise.start.replace("const A: f32 = 2.5;", "const A: f32 = 2.0f;");
        let said = "`A` belongs to the task: it is 2.5 there, and 2 here";
        assert_eq!(changed_given(exercise, &other).as_deref(), Some(said));
        assert_eq!(changed_given(exercise, &exercise.start.replace("128u", "64u")), None);
    }
}
