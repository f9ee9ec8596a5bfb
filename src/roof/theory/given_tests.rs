use super::*;

fn identity(name: &str) -> Identity {
    Identity { name: name.to_owned(), vendor: 0x10de, device: 0x9999, ..Identity::default() }
}

fn error_of(text: &str) -> String {
    match parse(Path::new("lockstep.toml"), text) {
        Ok(devices) => panic!("accepted: {devices:?}"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn the_printed_lines_are_read_back_and_used() {
    let me = identity("A \"strange\" GPU");
    let lines = lines_to_add(&me, &Theory::default(), Some(12.3e12), Some(456e9));
    let devices = parse(Path::new("lockstep.toml"), &lines).unwrap_or_else(|e| panic!("{e}\n{lines}"));
    let peaks = GivenPeaks { devices, ..GivenPeaks::default() };
    let f32 = peaks.f32(&me).unwrap_or_default();
    assert_eq!((f32.value, f32.source), (Some(12.3e12), Source::User));
    assert!(f32.detail.contains("measured by lockstep"), "{}", f32.detail);
    assert_eq!(peaks.memory(&me).and_then(|f| f.value), Some(456e9));
}

#[test]
fn lines_without_a_measurement_leave_the_peak_unknown() {
    let me = identity("Unheard of");
    let devices = parse(Path::new("lockstep.toml"), &lines_to_add(&me, &Theory::default(), None, None))
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(GivenPeaks { devices, ..GivenPeaks::default() }.f32(&me), None);
}

#[test]
fn a_pci_id_alone_is_enough_and_a_name_binds() {
    let text = "[[device]]\npci = \"10DE:9999\"\nflop_per_s = 1e12\n[[device]]\nname = \"other\"\npci = \"10de:9999\"\nflop_per_s = 2e12\n";
    let devices = parse(Path::new("x"), text).unwrap_or_else(|e| panic!("{e}"));
    let peaks = GivenPeaks { devices, ..GivenPeaks::default() };
    assert_eq!(peaks.f32(&identity("anything")).and_then(|f| f.value), Some(1e12));
    assert_eq!(peaks.f32(&identity("OTHER")).and_then(|f| f.value), Some(2e12));
}

#[test]
fn flags_win_over_files() {
    let mut peaks = GivenPeaks { flop_per_s: Some(5e12), ..GivenPeaks::default() };
    peaks.devices = parse(Path::new("x"), "[[device]]\nname = \"g\"\nflop_per_s = 1e12\n").unwrap_or_default();
    let figure = peaks.f32(&identity("g")).unwrap_or_default();
    assert_eq!(figure.value, Some(5e12));
    assert!(figure.detail.contains("--peak-flops"));
}

#[test]
fn errors_say_where_and_what_to_write() {
    let unknown = error_of("[[device]]\nname = \"g\"\nflops = 1e12\n");
    assert!(unknown.contains("flops") && unknown.contains("line 3") && unknown.contains("flop_per_s"), "{unknown}");
    assert!(error_of("[[device]]\nflop_per_s = 1e12\n").contains("neither a name nor a pci id"));
    assert!(error_of("[[device]]\nname = \"g\"\nflop_per_s = -1.0\n").contains("is not a peak"));
    assert!(error_of("[[device]]\nname = \"g\"\nflop_per_s = 12.5\n").contains("12.5e12?"));
    assert!(error_of("[[device]]\npci = \"zz\"\n").contains("10de:2684"));
    assert!(error_of("device = 3").contains("lockstep.toml"));
}

#[test]
fn rates_are_read_with_prefixes_and_units() {
    for text in ["82.6e12", "82.6T", "82.6 TFLOP/s", "82.6tflops".to_uppercase().as_str(), "82600G"] {
        let value = parse_flops(text).unwrap_or_else(|e| panic!("{e}"));
        assert!((value - 82.6e12).abs() < 1e6, "{text}: {value}");
    }
    assert_eq!(parse_bandwidth("1008GB/s").ok(), Some(1008e9));
    assert_eq!(parse_bandwidth("1.008 TB/s").ok(), Some(1.008e12));
    for text in ["", "fast", "-3T", "0", "82", "é", "NaN", "inf", "1e400"] {
        assert!(parse_flops(text).is_err(), "{text}");
    }
}

#[test]
fn the_configuration_directory_follows_the_platform() {
    let dir = config_dir(|name| match name {
        "HOME" => Some("/home/me".into()),
        "APPDATA" => Some("C:\\Users\\me".into()),
        _ => None,
    });
    assert!(dir.is_some_and(|d| d.ends_with("lockstep")));
    assert_eq!(config_dir(|_| None), None);
}

#[test]
fn a_known_peak_gets_no_line_that_would_hide_it() {
    let theory = Theory { f32: Figure::new(473e9, Source::Derived, "cores"), ..Theory::default() };
    let lines = lines_to_add(&identity("llvmpipe"), &theory, Some(95e9), Some(8e9));
    assert!(!lines.contains("flop_per_s") && lines.contains("byte_per_s = 8.000e9"), "{lines}");
}
