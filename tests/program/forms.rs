//! Every flag that names a file for a result has that file written, or is refused: none is left empty by a command that succeeds.

use std::fs;

use crate::common::{folder, for_each, lockstep, lockstep_in, stderr, stdout};

/// What each command is given beside the flag; `K` is a kernel.
const COMMANDS: [(&str, &str); 9] = [
    ("run", "coalescing --device sim --quick --variant copy --size 4096"),
    ("try", "coalescing --device sim"),
    ("devices", "--lookup RTX5090"),
    ("choose", "--flop 2e15 --byte 4e12 --capacity 14G RTX5090"),
    ("doctor", "--device sim"),
    ("exec", "K --device sim --buffer 0.0=zero:256"),
    ("explain", "K --buffer 0.0=zero:256"),
    ("diff", "K K --device sim --buffer 0.0=zero:256 --dispatch 1"),
    ("tune", "K --vary SIZE=32,64 --device sim --buffer 0.0=zero:256"),
];

const KERNEL: &str = "
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
const SIZE: u32 = 64u;
@compute @workgroup_size(SIZE) fn main(@builtin(local_invocation_index) i: u32) { y[i] += i; }";

/// The names of a command's flags that name a file to write: their value is called PATH.
fn writing(command: &str) -> Vec<String> {
    let help = stdout(&lockstep(&[command, "--help"]));
    let words: Vec<&str> = help.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0].starts_with("--") && pair[1].starts_with("<PATH"));
    pairs.map(|pair| pair[0].to_owned()).collect()
}

#[test]
fn a_flag_that_names_a_file_has_it_written_or_is_refused() {
    let folder = folder("forms");
    let kernel = folder.join("k.wgsl");
    fs::write(&kernel, KERNEL).expect("it can be written");
    let flags = COMMANDS
        .iter()
        .flat_map(|&(command, more)| writing(command).into_iter().map(move |flag| (command, more, flag)));
    let all: Vec<(&str, &str, String)> = flags.collect();
    assert!(all.len() > COMMANDS.len(), "{all:?}");
    for_each(&all, |(command, more, flag)| {
        let file = folder.join(format!("{command}{flag}"));
        let (path, kernel) = (file.display().to_string(), kernel.display().to_string());
        let more = more.split(' ').map(|word| if word == "K" { kernel.as_str() } else { word });
        let arguments: Vec<&str> = std::iter::once(*command).chain(more).chain([flag.as_str(), &path]).collect();
        let output = lockstep_in(&folder, &arguments, "");
        let length = fs::metadata(&file).map_or(0, |file| file.len());
        let rule = "a flag's file has what its command writes, or the command refuses the flag (`devices`: src/cli/devices.rs)";
        let refused = output.status.code() == Some(2);
        assert_eq!(length == 0, refused, "{rule}; {arguments:?}: {length} bytes\n{}", stderr(&output));
    });
}

#[test]
fn every_command_with_such_a_flag_is_tried() {
    let help = stdout(&lockstep(&["--help"]));
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let names = listed.lines().map_while(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    for command in names {
        let tried = COMMANDS.iter().any(|(name, _)| *name == command);
        assert_eq!(!writing(command).is_empty(), tried, "COMMANDS has `{command}` where its flags write files");
    }
}
