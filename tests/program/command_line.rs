//! What a person gets wrong is answered with one clear message and the right exit status.

use std::fs;

use crate::common::{folder, has_device, lockstep, stderr, stdout, unwrapped};

/// The exit status and stderr of `lockstep` with `arguments`.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = lockstep(arguments);
    (output.status.code(), stderr(&output))
}

#[test]
fn a_lab_that_does_not_exist_is_answered_with_those_that_do() {
    let (status, text) = refused(&["run", "tilling"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("no lab `tilling`") && text.contains("tiling"), "{text}");
}

#[test]
fn a_variant_that_does_not_exist_is_answered_with_those_that_do() {
    if !has_device() {
        return;
    }
    let (status, text) = refused(&["run", "coalescing", "--variant", "kopy"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("no variant `kopy`") && text.contains("stride-2"), "{text}");
}

#[test]
fn a_device_that_matches_none_is_answered_with_the_list() {
    if !has_device() {
        return;
    }
    let (status, text) = refused(&["run", "coalescing", "--device", "voodoo 2"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("no device matches `voodoo 2`") && text.contains("0: "), "{text}");
}

#[test]
fn a_size_that_does_not_fit_is_answered_with_the_limit_and_the_largest_that_does() {
    if !has_device() {
        return;
    }
    let (status, text) = refused(&["run", "coalescing", "--size", "200000000"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("too large") && text.contains("largest size that fits is"), "{text}");
}

#[test]
fn numbers_that_make_no_sense_are_refused_by_the_flag_that_got_them() {
    for arguments in [
        ["--size", "0"],
        ["--size", "-3"],
        ["--timeout", "nan"],
        ["--timeout", "0"],
        ["--peak-flops", "fast"],
        ["--checks", "maybe"],
    ] {
        let (status, text) = refused(&["run", "coalescing", arguments[0], arguments[1]]);
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(text.contains(arguments[0]), "{arguments:?}: {text}");
    }
}

#[test]
fn a_folder_of_shaders_that_holds_none_of_the_lab_is_refused() {
    if !has_device() {
        return;
    }
    let empty = folder("no-shaders");
    let (status, text) = refused(&["run", "coalescing", "--shaders", &empty.to_string_lossy()]);
    assert_eq!(status, Some(2));
    assert!(text.contains("coalescing/copy.wgsl"), "{text}");
    let (status, text) = refused(&["run", "coalescing", "--shaders", "/nonexistent"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("no such folder"), "{text}");
}

#[test]
fn an_output_that_cannot_be_written_is_said_before_anything_runs() {
    let (status, text) = refused(&["run", "coalescing", "--json", "/nonexistent/result.json"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("/nonexistent/result.json"), "{text}");
}

#[test]
fn source_that_does_not_compile_is_shown_with_file_line_and_caret() {
    if !has_device() {
        return;
    }
    let folder = folder("does-not-compile");
    fs::create_dir_all(folder.join("coalescing")).expect("the folder can be made");
    let source = "@compute @workgroup_size(64)\nfn main() {\n    let x: f32 = nonsense;\n}\n";
    fs::write(folder.join("coalescing/copy.wgsl"), source).expect("it can be written");
    let folder = folder.to_string_lossy();
    let output = lockstep(&["run", "coalescing", "--quick", "--size", "8", "--variant", "copy", "--shaders", &folder]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("copy.wgsl:3:18") && text.contains('^'), "{text}");
    assert!(!text.contains("RUST_BACKTRACE"), "{text}");
}

#[test]
fn bindings_that_do_not_match_are_answered_with_the_contract() {
    if !has_device() {
        return;
    }
    let folder = folder("wrong-bindings");
    fs::create_dir_all(folder.join("coalescing")).expect("the folder can be made");
    let source = "@group(0) @binding(2) var<storage, read_write> out: array<u32>;\n\
                  @compute @workgroup_size(64)\nfn main() { out[0] = 1u; }\n";
    fs::write(folder.join("coalescing/copy.wgsl"), source).expect("it can be written");
    let folder = folder.to_string_lossy();
    let output = lockstep(&["run", "coalescing", "--quick", "--size", "8", "--variant", "copy", "--shaders", &folder]);
    assert_eq!(output.status.code(), Some(1));
    // Line breaks are where 80 columns put them.
    let text = unwrapped(&stdout(&output));
    assert!(text.contains("bindings do not match") && text.contains("@binding(1)"), "{text}");
}

#[test]
fn a_command_without_arguments_says_what_there_is() {
    let output = lockstep(&[]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("lab-coalescing"), "{text}");
}

#[test]
fn listing_the_devices_lets_no_driver_complain_of_a_missing_display() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .arg("devices")
        .arg("--quick")
        .env_remove("XDG_RUNTIME_DIR")
        .output()
        .expect("the command starts");
    assert!(!stderr(&output).contains("XDG_RUNTIME_DIR"), "{}", stderr(&output));
}

#[test]
fn doctor_says_what_another_machine_tells_of_itself_and_what_to_change() {
    let system = folder("doctor");
    let battery = system.join("sys/class/power_supply/BAT0");
    fs::create_dir_all(&battery).expect("it can be made");
    fs::write(battery.join("type"), "Battery\n").expect("it can be written");
    fs::write(battery.join("status"), "Discharging\n").expect("it can be written");
    let output = lockstep(&["doctor", "--device", "sim", "--system", &system.display().to_string()]);
    let text = unwrapped(&stdout(&output));
    assert!(output.status.success(), "{}", stderr(&output));
    for said in ["simulator", "on battery", "plug it in", "what else runs is not known", "governor not known"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}
