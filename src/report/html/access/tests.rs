//! Pictures of requests with known shapes.

use super::banks::Banks;
use super::picture;
use super::picture::Drawing;
use super::sectors::Sectors;
use crate::sim::{AccessKind, AccessSample, AccessTotals, MemorySpace};

fn request(goes: MemorySpace, bytes: u32, address: fn(u32) -> u32) -> AccessSample {
    AccessSample {
        buffer_bytes: 0,
        line: 7,
        name: "data".to_owned(),
        does: AccessKind::Reads,
        goes,
        bytes,
        workgroup: [0; 3],
        subgroup: 0,
        width: 8,
        lanes: (0..8).map(|lane| (lane, address(lane))).collect(),
        beside: None,
        phase: Default::default(),
        row_bytes: 0,
        returns: false,
        combined_by: None,
        merged: false,
        turns_left: None,
        checksum: 0,
        all: AccessTotals::default(),
    }
}

fn storage(sectors: u64, ideal: u64) -> MemorySpace {
    MemorySpace::Storage { sector_bytes: 32, sectors, ideal }
}

#[test]
fn neighbouring_lanes_share_a_sector_and_strided_ones_do_not() {
    let words = |request| Drawing::of(&request).words;
    let packed = request(storage(1, 1), 4, |lane| lane * 4);
    assert_eq!(words(packed), ["bytes 0 to 31: lanes 0 to 7"]);
    let strided = words(request(storage(8, 1), 4, |lane| lane * 64));
    assert_eq!(strided.len(), 8, "the untouched ones between them are not told");
    assert_eq!(strided[1], "bytes 64 to 95: lane 1");
}

#[test]
fn an_access_over_the_edge_of_a_sector_touches_both() {
    let across = request(storage(8, 8), 16, |lane| lane * 24 + 8);
    let sectors = Sectors::of(&across, 32);
    let pieces: Vec<(u32, u32, u32)> = sectors.pieces(24, 16).collect();
    assert_eq!(pieces, [(0, 24, 32), (1, 0, 8)]);
    assert_eq!(sectors.used(0, &across), [(8, 24)]);
}

#[test]
fn a_far_away_lane_leaves_a_gap_and_not_a_million_sectors() {
    let far = request(storage(8, 1), 4, |lane| lane * 100_000_000);
    let drawing = Drawing::of(&far);
    assert_eq!(drawing.words.len(), 8);
    assert!(drawing.shapes.into_string().contains("class=\"gap\""));
}

#[test]
fn lanes_at_one_bank_stand_on_each_other_and_those_at_one_word_do_not() {
    let goes = MemorySpace::Workgroup { banks: 4, bank_bytes: 4, wavefronts: 8, ideal: 2 };
    let conflict = request(goes.clone(), 4, |lane| lane * 16);
    let banks = Banks::of(&conflict, 4, 4);
    assert_eq!((banks.stacks.len(), banks.deepest), (1, 8));
    let broadcast = request(goes, 4, |_| 20);
    let banks = Banks::of(&broadcast, 4, 4);
    assert_eq!(banks.deepest, 1);
    assert_eq!(banks.draw(&broadcast).words, ["bank 1, word 5: lanes 0 to 7"]);
}

#[test]
fn a_picture_that_costs_more_than_it_must_is_marked() {
    let strided = picture(&request(storage(8, 1), 4, |lane| lane * 64)).into_string();
    assert!(strided.contains("class=\"access worse\""), "{strided}");
    assert!(strided.contains("8 sectors of 32 bytes where 1 could hold the data"));
    let packed = picture(&request(storage(1, 1), 4, |lane| lane * 4)).into_string();
    assert!(packed.contains("class=\"access\""), "{packed}");
}
