//! What a person types, and machine files, mutated: each is read or refused with a message.

use fastrand::Rng;
use lockstep::device::Selector;
use lockstep::harness::{BindingPoint, Fill};
use lockstep::sim::machine::Machine;

const TYPED: [&str; 14] = [
    "0.1",
    "4294967295.4294967295",
    "zero:4096",
    "rand:f32:1024",
    "rand:u32:64:10",
    "rand:f16:18446744073709551615",
    "unwritten:0",
    "zero:-1",
    "a/file.bin",
    "sim:ampere-8.6",
    "sim:no/such/file.toml",
    "auto",
    "18446744073709551616",
    "rand:i32:9:0x7",
];

const MACHINE: &str = r#"
name = "mine"
device = "My GPU"
architecture = "Mine"
unit_name = "core"
adapters = ["My GPU 9*"]
[subgroup]
source = "a guide"
width = 32
max_width = 64
[shared]
banks = { value = 32, source = "measured" }
[cache]
source = "a guide"
line_bytes = 128
sector_bytes = 32
l1_bytes = 131072
shared_carveouts = [0, 65536]
[dram]
byte_per_s = { value = 1e9, source = "a guide" }
"#;

/// A few characters removed, doubled or replaced.
fn mutate(random: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(0..5) {
        if chars.is_empty() {
            break;
        }
        let at = random.usize(0..chars.len());
        match random.u8(0..4) {
            0 => {
                chars.remove(at);
            }
            1 => chars.insert(at, chars[at]),
            2 => chars[at] = [':', '.', '-', '=', '0', '9', 'é', '\u{0}', '"', '['][random.usize(0..10)],
            _ => chars[at] = random.char(..),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn no_argument_and_no_machine_file_panics() {
    let mut random = Rng::with_seed(1);
    let (mut places, mut fills, mut machines) = (0, 0, 0);
    for _ in 0..20_000 {
        let typed = TYPED[random.usize(0..TYPED.len())];
        let text = mutate(&mut random, typed);
        places += u32::from(text.parse::<BindingPoint>().is_ok());
        fills += u32::from(text.parse::<Fill>().is_ok());
        let Ok(selector) = text.parse::<Selector>();
        assert!(!format!("{selector:?}").is_empty());
    }
    for _ in 0..3000 {
        let text = mutate(&mut random, MACHINE);
        machines += u32::from(Machine::parse("mine.toml", &text).is_ok());
    }
    assert!(Machine::parse("mine.toml", MACHINE).is_ok());
    assert!(places > 100 && fills > 100 && machines > 100);
}
