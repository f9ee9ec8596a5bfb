//! What a submission may do to whoever opens it: nothing.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::submission::LARGEST_UNPACKED;
use super::*;

/// A fresh, empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lockstep-intake-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
    fs::write(path, bytes).expect("it can be written");
}

/// A zip of these entries in the system's folder for such things.
fn zipped(name: &str, entries: &[(&str, &[u8])]) -> PathBuf {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, bytes) in entries {
        writer.start_file(*path, options).expect("it can be added");
        writer.write_all(bytes).expect("it can be packed");
    }
    let bytes = writer.finish().expect("it can be finished").into_inner();
    let path = folder(name).join("submission.zip");
    write(&path, bytes);
    path
}

/// A packed tar of these entries, each a file or what `form` says.
fn tarred(name: &str, entries: &[(&str, tar::EntryType, &[u8])]) -> PathBuf {
    let packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut builder = tar::Builder::new(packed);
    for (path, form, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        // As it is written there, wherever that leads.
        header.as_gnu_mut().expect("GNU's").name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_entry_type(*form);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, *bytes).expect("it can be added");
    }
    let path = folder(name).join("submission.tar.gz");
    write(&path, builder.into_inner().expect("a tar").finish().expect("packed"));
    path
}

fn take(path: &Path) -> Result<Intake, Refusal> {
    super::take(&[HandedIn::whole(path)])
}

fn paths(taken: &[SubmittedFile]) -> Vec<&str> {
    taken.iter().map(|taken| taken.path.as_str()).collect()
}

fn refused(path: &Path) -> String {
    take(path).expect_err("it is refused").0
}

fn why(intake: &Intake, at: usize) -> &str {
    let text = &intake.sources[at].text;
    text.as_ref().expect_err("it is of no use")
}

#[test]
fn only_wgsl_and_reports_are_taken_from_a_folder() {
    let root = folder("only");
    write(&root.join("shaders/coalescing/exercise.wgsl"), "// a kernel");
    write(&root.join("report.json"), "{}");
    write(&root.join("run.sh"), "rm -rf /");
    write(&root.join("week3/labs/handbook/glossary.md"), "handed out");
    write(&root.join(".git/hooks/a.wgsl"), "no");
    write(&root.join("__MACOSX/._exercise.wgsl"), "no");
    let intake = take(&root).expect("it can be taken");
    assert_eq!(paths(&intake.sources), ["shaders/coalescing/exercise.wgsl"]);
    assert_eq!(paths(&intake.evidence), ["report.json"]);
    assert_eq!(intake.notes, ["left out, since only .wgsl files are marked: `run.sh`"]);
}

#[test]
fn a_folder_a_zip_and_a_file_of_the_same_kernel_give_the_same_text() {
    let root = folder("same");
    write(&root.join("exercise.wgsl"), "\u{feff}// a kernel");
    let file = take(&root.join("exercise.wgsl")).expect("it can be taken");
    let tree = take(&root).expect("it can be taken");
    let zip = zipped("same-zip", &[("exercise.wgsl", "\u{feff}// a kernel".as_bytes())]);
    let zip = take(&zip).expect("it can be taken");
    assert_eq!(file, tree);
    assert_eq!(tree, zip);
    assert_eq!(file.sources[0].text, Ok("// a kernel".to_owned()));
    assert_eq!(file.digest(), zip.digest());
}

#[test]
fn a_source_of_a_hundred_megabytes_is_not_read_to_its_end() {
    let root = folder("large");
    let path = root.join("exercise.wgsl");
    let file = fs::File::create(&path).expect("it can be made");
    file.set_len(100 << 20).expect("it can be as large");
    let intake = take(&root).expect("the folder can be taken");
    assert!(why(&intake, 0).contains("more than 1048576 bytes"));
}

#[test]
fn text_that_is_not_utf_8_is_refused_with_its_place() {
    let root = folder("utf-8");
    write(&root.join("a.wgsl"), b"// caf\xe9");
    let intake = take(&root).expect("the folder can be taken");
    assert!(why(&intake, 0).contains("not UTF-8 text: the byte at 6"));
}

#[cfg(unix)]
#[test]
fn links_are_never_followed_and_pipes_never_waited_for() {
    use std::os::unix::fs::symlink;
    let root = folder("links");
    write(&root.join("elsewhere/secret.wgsl"), "secret");
    let handed_in = root.join("handed-in");
    fs::create_dir_all(&handed_in).expect("it can be made");
    symlink(root.join("elsewhere/secret.wgsl"), handed_in.join("a.wgsl")).expect("a link");
    symlink(root.join("elsewhere"), handed_in.join("shaders")).expect("a link");
    symlink(&handed_in, handed_in.join("loop")).expect("a link");
    let pipe = handed_in.join("b.wgsl");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo makes a pipe");
    let intake = take(&handed_in).expect("the folder can be taken");
    assert_eq!(intake.sources, []);
    let notes = intake.notes.join("\n");
    assert!(notes.contains("`a.wgsl` was left out: it is a symbolic link"), "{notes}");
    assert!(notes.contains("`shaders` was left out"), "{notes}");
    assert!(notes.contains("`b.wgsl` was left out: it is a pipe"), "{notes}");
    symlink(root.join("elsewhere"), root.join("whole")).expect("a link");
    assert!(refused(&root.join("whole")).contains("links are never followed"));
    assert!(refused(&pipe).contains("neither a folder nor a file"));
}

#[test]
fn names_that_lead_out_of_a_zip_are_left_out_and_nothing_is_written() {
    let entries: &[(&str, &[u8])] = &[
        ("../../up.wgsl", b"1"),
        ("/etc/root.wgsl", b"2"),
        ("C:/drive.wgsl", b"3"),
        ("a/../../b.wgsl", b"4"),
        ("..\\windows.wgsl", b"5"),
        ("./fine.wgsl", b"6"),
    ];
    let intake = take(&zipped("slip", entries)).expect("the rest can be taken");
    assert_eq!(paths(&intake.sources), ["fine.wgsl"]);
    assert_eq!(intake.notes.len(), 5, "{:?}", intake.notes);
}

#[test]
fn a_zip_bomb_costs_one_message() {
    let zeros = vec![b' '; 900 << 10];
    let huge = vec![0; 64 << 20];
    let entries: &[(&str, &[u8])] = &[("a.wgsl", &zeros), ("b.wgsl", &huge), ("c.wgsl", b"// fine")];
    let intake = take(&zipped("bomb", entries)).expect("the rest can be taken");
    assert!(why(&intake, 0).contains("times its packed size"));
    assert!(why(&intake, 1).contains("more than 1048576 bytes"));
    assert_eq!(intake.sources[2].text, Ok("// fine".to_owned()));
}

#[test]
fn a_zip_within_a_zip_stays_closed() {
    let inner = fs::read(zipped("inner", &[("a.wgsl", b"// deep")])).expect("it can be read");
    let intake = take(&zipped("outer", &[("in.zip", &inner)])).expect("it can be taken");
    assert_eq!(intake.sources, []);
    assert_eq!(intake.notes, ["`in.zip` was left out: an archive within an archive is not opened"]);
}

#[test]
fn a_zip_that_holds_a_name_twice_is_refused() {
    let path = zipped("twice", &[("aa.wgsl", b"// one"), ("ab.wgsl", b"// two")]);
    let mut bytes = fs::read(&path).expect("it can be read");
    while let Some(at) = bytes.windows(7).position(|window| window == b"ab.wgsl") {
        bytes[at + 1] = b'a';
    }
    write(&path, bytes);
    assert!(refused(&path).contains("same name twice"));
}

#[test]
fn a_zip_with_a_password_is_told_so() {
    let path = zipped("password", &[("a.wgsl", b"// one")]);
    let mut bytes = fs::read(&path).expect("it can be read");
    // The bit of the flags that says so, of the entry and of its place in the list.
    for (sign, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = bytes.windows(4).position(|window| window == sign).expect("it is there");
        bytes[at + flags] |= 1;
    }
    write(&path, bytes);
    assert!(why(&take(&path).expect("the zip can be opened"), 0).contains("encrypted"));
}

#[test]
fn links_and_devices_in_a_tar_are_left_out_and_so_are_names_that_lead_out_of_it() {
    use tar::EntryType;
    let entries: &[(&str, EntryType, &[u8])] = &[
        ("a.wgsl", EntryType::Symlink, b""),
        ("b.wgsl", EntryType::Link, b""),
        ("c.wgsl", EntryType::Char, b""),
        ("d.wgsl", EntryType::Fifo, b""),
        ("../e.wgsl", EntryType::Regular, b"// up"),
        ("/f.wgsl", EntryType::Regular, b"// root"),
        ("hw/g.wgsl", EntryType::Regular, b"// fine"),
    ];
    let intake = take(&tarred("tar", entries)).expect("the rest can be taken");
    assert_eq!(paths(&intake.sources), ["hw/g.wgsl"]);
    assert_eq!(intake.notes.len(), 6, "{:?}", intake.notes);
}

#[test]
fn a_tar_that_holds_a_name_twice_is_cut_off_or_unpacks_without_end_is_refused() {
    use tar::EntryType;
    let one: (&str, EntryType, &[u8]) = ("a.wgsl", EntryType::Regular, b"// one");
    assert!(refused(&tarred("tar-twice", &[one, one])).contains("same name twice"));
    let path = tarred("tar-cut", &[one]);
    let bytes = fs::read(&path).expect("it can be read");
    write(&path, &bytes[..bytes.len() / 2]);
    assert!(refused(&path).contains("not a tar that can be opened"));
    let endless = vec![b' '; LARGEST_UNPACKED as usize];
    let bomb = tarred("tar-bomb", &[("a.txt", EntryType::Regular, &endless), one]);
    assert!(refused(&bomb).contains("unpacks to more than"));
}

#[test]
fn what_is_no_zip_is_refused_whatever_its_bytes_are() {
    let root = folder("no-zip");
    let good = fs::read(zipped("cut", &[("a.wgsl", b"// a kernel that is long enough to pack")]));
    let good = good.expect("it can be read");
    for (at, bytes) in [&b"PK"[..], b"", &[0; 4096], &good[..good.len() / 2]].iter().enumerate() {
        let path = root.join(format!("{at}.zip"));
        write(&path, bytes);
        assert!(refused(&path).contains("neither a zip that can be opened"), "{at}");
    }
    // One byte changed at a time: an error or a text, never a panic.
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 0xff;
        let path = root.join("changed.zip");
        write(&path, bytes);
        let _ = take(&path);
    }
}

#[test]
fn a_submission_of_ten_thousand_files_is_refused() {
    let names: Vec<String> = (0..=MOST_ENTRIES).map(|i| format!("{i}.txt")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), &b""[..])).collect();
    assert!(refused(&zipped("many", &entries)).contains("more than 10000 files"));
}

#[test]
fn only_so_many_kernels_are_read() {
    let root = folder("kernels");
    for i in 0..MOST_FILES + 30 {
        write(&root.join(format!("{i}.wgsl")), "");
    }
    let intake = take(&root).expect("it can be taken");
    assert_eq!(intake.sources.len(), MOST_FILES);
    assert_eq!(intake.notes.len(), 21, "a note each, and one for the rest");
}

#[test]
fn folders_within_folders_end_somewhere() {
    let root = folder("deep");
    let mut deep = root.clone();
    for _ in 0..60 {
        deep = deep.join("d");
    }
    write(&deep.join("a.wgsl"), "");
    let intake = take(&root).expect("it can be taken");
    assert_eq!(intake.sources, []);
    assert!(intake.notes[0].contains("it lies too deep"));
}

#[test]
fn names_with_escapes_are_shown_and_not_sent() {
    let entries: &[(&str, &[u8])] = &[("../\u{1b}[2J\n\u{202e}x.wgsl", b"")];
    let intake = take(&zipped("escapes", entries)).expect("it can be taken");
    assert_eq!(intake.notes, ["`../\\u{1b}[2J\\n\\u{202e}x.wgsl` was left out: its name leads out of the archive"]);
}

#[test]
fn other_files_are_no_submission() {
    let root = folder("other");
    write(&root.join("essay.pdf"), "%PDF");
    assert!(refused(&root.join("essay.pdf")).contains("neither a folder, a zip, a .tar.gz nor a .wgsl"));
    assert!(refused(&root.join("missing")).contains("cannot be read"));
}
