//! Random programs: the simulator and a Vulkan device must agree on them.

mod generate;

use generate::Program;

/// Validates a program as naga does, or says what is wrong with it.
fn validate(source: &str) -> Result<(), String> {
    let module =
        naga::front::wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::default(),
    );
    validator
        .validate(&module)
        .map(drop)
        .map_err(|error| error.emit_to_string(source))
}

#[test]
fn every_random_program_is_valid_wgsl() {
    for seed in 0..500 {
        let program = Program::new(seed);
        if let Err(error) = validate(&program.source) {
            panic!("seed {seed}: {error}\n{}", program.source);
        }
    }
}

#[test]
fn a_seed_makes_the_same_program_every_time() {
    assert_eq!(Program::new(7).source, Program::new(7).source);
    assert_ne!(Program::new(7).source, Program::new(8).source);
    assert_eq!(Program::input(7), Program::input(7));
}
