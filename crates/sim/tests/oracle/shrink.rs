//! Takes lines out of a program for as long as it still fails alike.

use super::check::{Difference, Setting, check};
use super::programs::Program;

/// The smallest program found, and what is wrong with it.
pub fn shrink(program: &Program, setting: Setting, difference: Difference) -> (Program, Difference) {
    let mut best = (program.clone(), difference);
    if let Difference::Program(_) = best.1 {
        return best;
    }
    loop {
        let before = best.0.source.lines().count();
        for at in (0..before).rev() {
            for source in candidates(&best.0.source, at) {
                let smaller = Program { source, ..best.0.clone() };
                match check(&smaller, setting) {
                    Err(difference) if difference.is_like(&best.1) => {
                        best = (smaller, difference);
                        break;
                    }
                    _ => {}
                }
            }
        }
        if best.0.source.lines().count() == before {
            return best;
        }
    }
}

/// The program without the statement on a line, and with only the body of a statement that has one.
fn candidates(source: &str, at: usize) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let Some(line) = lines.get(at).filter(|line| !line.contains("Barrier")) else {
        return Vec::new();
    };
    let depth = |line: &str| line.len() - line.trim_start().len();
    let ends = |other: &&&str| depth(other) <= depth(line);
    let inner = if line.ends_with('{') { lines[at + 1..].iter().take_while(|other| !ends(other)).count() } else { 0 };
    let end = if line.ends_with('{') { at + inner + 1 } else { at };
    let without = |from: usize, to: usize| [&lines[..from], &lines[(to + 1).min(lines.len())..]].concat();
    let mut found = vec![without(at, end)];
    if end > at && end < lines.len() {
        found.push([&lines[..at], &lines[at + 1..end], &lines[end + 1..]].concat());
    }
    found.into_iter().map(|lines| lines.join("\n") + "\n").collect()
}
