use std::fs;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use super::*;

fn folder(name: &str) -> PathBuf {
    let name = format!("lockstep-progress-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn names(store: &ProgressFile) -> Vec<String> {
    let folder = store.path();
    let entries = fs::read_dir(folder.parent().expect("a folder")).expect("it can be listed");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_written_is_read_back_and_nothing_is_left_beside_it() {
    let store = ProgressFile::under(folder("back"));
    assert_eq!(store.load(), (Progress::default(), None));
    store
        .update(|progress| {
            progress.set_current("tiling", "exercise");
            progress.show_hints("tiling", "exercise", 2);
            progress.show_hints("tiling", "exercise", 1);
            progress.attempted("tiling", "exercise", "f", false, UNIX_EPOCH);
        })
        .expect("written");
    for seconds in [7, 9] {
        let at = UNIX_EPOCH + Duration::from_secs(seconds);
        store.update(|progress| progress.attempted("tiling", "exercise", "fn", true, at)).expect("written");
    }
    let (progress, note) = store.load();
    assert_eq!(note, None);
    assert_eq!(progress.current(), Some(("tiling", "exercise")));
    let done = progress.done("tiling", "exercise");
    assert_eq!((done.hints, done.attempts), (2, 3));
    assert_eq!(done.solved.map(|solved| solved.unix_s), Some(7));
    assert!(!progress.solved("tiling", "exercise-2"));
    assert_eq!(names(&store), [".gitignore", "progress.json", "progress.json.bak"]);
}

#[test]
fn a_broken_file_is_kept_and_the_backup_serves() {
    let store = ProgressFile::under(folder("broken"));
    let open = |lab: &'static str| move |progress: &mut Progress| progress.set_current(lab, "a");
    store.update(open("one")).expect("written");
    store.update(open("two")).expect("written");
    fs::write(store.path(), "<<<<<<< HEAD\n{").expect("written");
    let (progress, note) = store.load();
    assert_eq!(progress.current(), Some(("one", "a")));
    let note = note.expect("a person is told");
    assert!(note.contains("cannot be read") && note.contains("backup"), "{note}");
    store.update(open("three")).expect("written");
    let (progress, note) = store.load();
    assert_eq!((progress.current(), note), (Some(("three", "a")), None));
    assert!(names(&store).contains(&"progress.broken-1.json".to_owned()));
}

#[test]
fn a_broken_file_without_a_backup_starts_anew_and_is_kept() {
    let store = ProgressFile::under(folder("anew"));
    fs::create_dir_all(store.path().parent().expect("a folder")).expect("made");
    for text in ["", "null", "{}", "{\"schema\": \"other/1\"}", "\u{0}\u{1}"] {
        fs::write(store.path(), text).expect("written");
        let (progress, note) = store.load();
        assert_eq!(progress, Progress::default(), "{text}");
        assert!(note.expect("told").contains("starts anew"), "{text}");
    }
    store.update(|progress| progress.set_current("one", "a")).expect("written");
    assert!(names(&store).contains(&"progress.broken-1.json".to_owned()));
}

#[test]
fn what_a_newer_version_wrote_is_kept() {
    let store = ProgressFile::under(folder("newer"));
    fs::create_dir_all(store.path().parent().expect("a folder")).expect("made");
    let text = r#"{"schema": "lockstep/progress/2", "current": "tiling/a", "badges": ["b"],
        "exercises": {"tiling/a": {"hints": 3, "stars": 5}}}"#;
    fs::write(store.path(), text).expect("written");
    let (progress, note) = store.load();
    assert!(note.expect("told").contains("newer Lockstep"));
    assert_eq!(progress.hints("tiling", "a"), 3);
    store.update(|progress| progress.attempted("tiling", "a", "", false, UNIX_EPOCH)).expect("written");
    let text = fs::read_to_string(store.path()).expect("read");
    for kept in ["lockstep/progress/2", "badges", "\"stars\": 5", "\"attempts\": 1"] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_no_panic() {
    let working = folder("unwritable");
    fs::write(working.join(STATE), "a file where the folder would be").expect("written");
    let store = ProgressFile::under(&working);
    let error = store
        .update(|progress| progress.attempted("tiling", "a", "", false, UNIX_EPOCH))
        .expect_err("it cannot be written");
    assert!(error.to_string().contains("not remembered"), "{error}");
}

#[test]
fn fingerprints_are_those_of_the_algorithm() {
    // Test vectors of draft-eastlake-fnv, appendix C.
    assert_eq!(fingerprint(""), "cbf29ce484222325");
    assert_eq!(fingerprint("a"), "af63dc4c8601ec8c");
    assert_eq!(fingerprint("foobar"), "85944171f73967e8");
}
