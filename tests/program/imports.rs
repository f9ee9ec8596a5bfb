//! Which rooms of a crate a source names: a room is a file or folder at the top of `src/`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms that each room names, of a crate's sources in `root`; test code is left out where `tests` says so.
pub fn imports(root: &Path, tests: bool) -> BTreeMap<String, BTreeSet<String>> {
    imports_of(root, &[], &root.join("lib.rs"), tests)
}

/// The same of the rooms in a folder of a crate, with its test code: what is imported from elsewhere does not count.
pub fn imports_below(root: &Path, folder: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let below = folder.iter().fold(root.to_owned(), |path, name| path.join(name));
    imports_of(root, folder, &below.join("mod.rs"), true)
}

/// A folder and all folders within it, each by its path.
pub fn folders(root: &Path, folder: &str) -> Vec<Vec<String>> {
    let mut found = vec![vec![folder.to_owned()]];
    let mut at = 0;
    while at < found.len() {
        let below = found[at].iter().fold(root.to_owned(), |path, name| path.join(name));
        let inner = rooms(&below).into_iter().filter(|name| below.join(name).is_dir());
        let inner: Vec<_> = inner.map(|name| found[at].iter().cloned().chain([name]).collect()).collect();
        found.extend(inner);
        at += 1;
    }
    found
}

/// The same of the rooms of a module, whose own file is `library`.
fn imports_of(root: &Path, folder: &[&str], library: &Path, tests: bool) -> BTreeMap<String, BTreeSet<String>> {
    let below = library.parent().expect("it lies in a folder");
    let folder: Vec<String> = folder.iter().map(|name| (*name).to_owned()).collect();
    let mut files = Vec::new();
    sources(below, &mut files);
    let read = |file: &Path| fs::read_to_string(file).expect("it can be read");
    let library = tokens(&read(library));
    let rooms: BTreeSet<String> = rooms(below).into_iter().collect();
    let mut of: BTreeMap<String, String> = rooms.iter().map(|room| (room.clone(), room.clone())).collect();
    // What the library exports again stands for the room that it is from.
    for (at, _) in library.iter().enumerate().filter(|(_, token)| *token == "use") {
        let mut exported = Vec::new();
        tree(&library[at + 1..], &[], &mut exported);
        for (path, _) in
            exported.into_iter().filter(|(path, _)| path.first().is_some_and(|first| rooms.contains(first)))
        {
            let last = path.last().expect("it has a first").clone();
            of.entry(last).or_insert_with(|| path[0].clone());
        }
    }
    let mut all: BTreeMap<String, BTreeSet<String>> =
        rooms.iter().map(|room| (room.clone(), BTreeSet::new())).collect();
    for file in files {
        let module = module(root, &file);
        let Some(own) = module.get(folder.len()).filter(|own| rooms.contains(*own)) else { continue };
        let named = named(&module, &read(&file), tests);
        let named = named.iter().filter_map(|path| path.strip_prefix(&folder[..])?.first());
        // What is exported by the star has no name there.
        let named = named.filter_map(|name| of.get(name).or(of.get("*"))).filter(|room| *room != own);
        all.get_mut(own).expect("it is a room").extend(named.cloned());
    }
    all
}

/// The entries of `src/`, but for the crate's own file and its program's.
pub fn rooms(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root).expect("the sources are there").map(|entry| entry.expect("it can be read").path());
    let names = entries.map(|path| path.file_stem().expect("it has a name").to_string_lossy().into_owned());
    names.filter(|name| !["lib", "mod", "main", "tests", "bin"].contains(&name.as_str())).collect()
}

/// Rooms that import each other in a circle, each with all others of its circle.
pub fn circles(imports: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let reached = |from: &String| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&String> = imports[from].iter().collect();
        while let Some(room) = next.pop() {
            if reached.insert(room) {
                next.extend(&imports[room]);
            }
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<&String>> = imports.keys().map(|room| (room, reached(room))).collect();
    let circle = |room: &&String| -> Vec<String> {
        reached[room].iter().filter(|other| reached[**other].contains(room)).map(|other| (*other).clone()).collect()
    };
    imports.keys().map(|room| circle(&room)).filter(|circle| !circle.is_empty()).collect()
}

pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The module that a file is: `src/report/html/mod.rs` is `report`, `html`.
fn module(root: &Path, file: &Path) -> Vec<String> {
    let below = file.strip_prefix(root).expect("it lies in src").with_extension("");
    let names = below.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| !["mod", "lib", "main"].contains(&name.as_str())).collect()
}

/// The paths, from the crate's root on, that the text of `module` names.
fn named(module: &[String], text: &str, tests: bool) -> BTreeSet<Vec<String>> {
    let tokens = tokens(text);
    let mut found = BTreeSet::new();
    // Names for the crate's root, and modules within the file with the depth of their braces.
    let mut roots = vec!["crate".to_owned()];
    let mut inner: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |at| &tokens[at]);
        match token.as_str() {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2] == "mod" {
                    inner.push((before.to_owned(), depth));
                }
            }
            "}" => {
                inner.retain(|(_, begun)| *begun < depth);
                depth -= 1;
            }
            // In the middle of a path it was followed from its beginning.
            start if (start == "super" || roots.iter().any(|root| root == start)) && before != "::" => {
                let place: Vec<&String> = module.iter().chain(inner.iter().map(|(name, _)| name)).collect();
                let in_tests = |name: &&String| name.ends_with("tests");
                if !tests && place.iter().any(in_tests) {
                    continue;
                }
                let mut paths = Vec::new();
                tree(&tokens[at..], &[], &mut paths);
                for (path, alias) in paths {
                    let ups = path.iter().take_while(|name| *name == "super").count();
                    let kept = if ups == 0 { 0 } else { place.len().saturating_sub(ups) };
                    let base = place[..kept].iter().copied();
                    let path = base.chain(&path[ups.max(1)..]).filter(|name| *name != "self").cloned();
                    match path.collect::<Vec<String>>() {
                        path if path.is_empty() => roots.extend(alias),
                        path => _ = found.insert(path),
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Reads the tree of names with which `tokens` begin (`crate::{device::{A, B}, cli::Y as Z}`): every path in full, with the other
/// name that it gets. How many tokens that took.
fn tree(tokens: &[String], prefix: &[String], found: &mut Vec<(Vec<String>, Option<String>)>) -> usize {
    let is = |at: usize, sign: &str| tokens.get(at).is_some_and(|token| token == sign);
    let mut path = prefix.to_vec();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token == "{" {
            at += 1;
            while at < tokens.len() && !is(at, "}") {
                at += tree(&tokens[at..], &path, found).max(1);
            }
            return at + 1;
        }
        if token != "*" && !token.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            break;
        }
        path.push(token.clone());
        at += 1;
        if !is(at, "::") {
            break;
        }
        at += 1;
    }
    let alias = if is(at, "as") { tokens.get(at + 1).cloned() } else { None };
    at += if alias.is_some() { 2 } else { 0 };
    found.push((path, alias));
    at
}

/// Names, `::` and single signs of a Rust text, without comments and quoted text.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let taken = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if first == '"' {
            quoted(rest)
        } else if first == '\'' && !lifetime(rest) {
            let end = if rest[1..].starts_with('\\') { 3 } else { 2 };
            rest.char_indices().skip(end).find(|(_, c)| *c == '\'').map_or(rest.len(), |(at, _)| at + 1)
        } else if name > 0 {
            found.push(rest[..name].to_owned());
            name
        } else if rest.starts_with("::") {
            found.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[taken..];
    }
    found
}

/// Whether `text` begins with a lifetime, and not with a quoted character.
fn lifetime(text: &str) -> bool {
    let mut characters = text.chars().skip(1);
    characters.next().is_some_and(|c| c.is_alphabetic() || c == '_') && characters.next() != Some('\'')
}

/// The length of the quoted text with which `text` begins.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

#[test]
fn a_room_is_seen_however_it_is_named() {
    let named = |text: &str| {
        let module = ["report", "html"].map(str::to_owned);
        let first = named(&module, text, true).into_iter().map(|path| path[0].clone());
        first.filter(|name| name != "report").collect::<Vec<String>>()
    };
    for text in [
        "use crate::cli::x;",
        "use crate::{device::{A, B}, cli::Y};",
        "use super::super::cli::x;",
        "use crate as root; use root::cli;",
        "use super::{super as top}; fn f() { top::cli::g() }",
        "mod inner { use super::super::super::cli; }",
        "fn f() { let c = '\"'; crate::cli::<u32>(\"'\") }",
    ] {
        assert!(named(text).contains(&"cli".to_owned()), "{text}: {:?}", named(text));
    }
    for text in
        ["use super::cli;", "mod inner { use super::super::cli; }", "// crate::cli", "let text = \"crate::cli\";"]
    {
        assert_eq!(named(text), [""; 0], "{text}");
    }
}
