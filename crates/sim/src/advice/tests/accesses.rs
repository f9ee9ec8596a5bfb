//! What first requests let findings say of single accesses.

use super::*;

/// The first request of a line: lane l at `l * step`.
fn first(line: u32, does: AccessKind, bytes: u32, step: u32, goes: MemorySpace) -> AccessSample {
    AccessSample {
        line,
        name: "x".to_owned(),
        does,
        goes,
        bytes,
        workgroup: [0; 3],
        subgroup: 0,
        width: 32,
        lanes: (0..32).map(|lane| (lane, lane * step)).collect(),
        beside: None,
        phase: Phase::default(),
        row_bytes: 0,
        buffer_bytes: 0,
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
fn a_strided_access_is_named_with_its_stride_and_what_to_try() {
    let lines = [global(14, 32, 4)];
    let (counters, nothing) = (totals(&lines), limited(Limit::Dram));
    let requests = [first(14, AccessKind::Reads, 4, 128, storage(32, 4))];
    let flat = Evidence { access_samples: &requests, ..evidence(machine(), &counters, &lines, None, &nothing) };
    let [(_, Some(14), message)] = &said(&flat)[..] else { panic!() };
    assert!(
        message.starts_with("each subgroup's load of `x` touches 32 sectors of 32 bytes where 4 would do, because neighbouring lanes read 128 bytes apart"),
        "{message}"
    );
    assert!(message.contains("Next: let invocation i of the workgroup take element i"), "{message}");
    // Neighbours along y are neighbours in memory.
    let tall = AccessSample {
        lanes: (0..32).map(|lane| (lane, lane % 16 * 128 + lane / 16 * 4)).collect(),
        all: AccessTotals { requests: 100, ..AccessTotals::default() },
        ..first(14, AccessKind::Reads, 4, 128, storage(16, 4))
    };
    let tall = [tall];
    let square = Evidence { workgroup_size: [16, 16, 1], access_samples: &tall, ..flat };
    assert!(said(&square)[0].2.contains("run along the rows: swap x and y"), "{:?}", said(&square));
    let quads = [first(14, AccessKind::Writes, 4, 16, storage(16, 4))];
    let quads = Evidence { access_samples: &quads, ..square };
    assert!(said(&quads)[0].2.contains("adjacent elements at once, as a vec4"), "{:?}", said(&quads));
    let records = [first(14, AccessKind::Writes, 4, 32, storage(32, 4))];
    let records = Evidence { access_samples: &records, ..flat };
    let message = &said(&records)[0].2;
    assert!(message.contains("store of `x`") && message.contains("write 32 bytes apart"), "{message}");
    assert!(message.contains("instead of an array of 32-byte structures"), "{message}");
}

#[test]
fn what_several_lines_have_in_common_is_told_once() {
    let lines = [7, 8, 9].map(|line| global(line, 32, 4));
    let (counters, nothing) = (totals(&lines), limited(Limit::Dram));
    let [first, second] = [7, 8].map(|line| first(line, AccessKind::Writes, 4, 32, storage(32, 4)));
    let requests = [first, second, self::first(9, AccessKind::Writes, 4, 48, storage(32, 4))];
    let records = Evidence { access_samples: &requests, ..evidence(machine(), &counters, &lines, None, &nothing) };
    let said = said(&records);
    assert!(said[0].2.contains("array of 32-byte structures"), "{said:?}");
    let short = "each subgroup's store of `x` touches 32 sectors of 32 bytes where 4 would do, for the same reason as on line 7; the \
                 same is worth trying";
    assert_eq!((said[1].1, said[1].2.as_str()), (Some(8), short));
    assert!(said[2].2.contains("array of 48-byte structures"), "another reason: {said:?}");
}

#[test]
fn lanes_that_work_with_idle_ones_between_them_are_said_to() {
    let lines = [global(28, 4, 2)];
    let (counters, nothing) = (totals(&lines), limited(Limit::Dram));
    let even = AccessSample {
        lanes: (0..16).map(|pair| (2 * pair, 8 * pair)).collect(),
        ..first(28, AccessKind::Writes, 4, 4, storage(4, 2))
    };
    assert_eq!(request::Request(&even).step_of_some(), Some((2, 8)));
    let uneven =
        AccessSample { lanes: vec![(0, 0), (2, 8), (5, 16)], ..first(28, AccessKind::Writes, 4, 4, storage(4, 2)) };
    assert_eq!(request::Request(&uneven).step_of_some(), None);
    assert_eq!(request::Request(&first(28, AccessKind::Writes, 4, 8, storage(4, 2))).step_of_some(), None);
    let requests = [even];
    let even = Evidence { access_samples: &requests, ..evidence(machine(), &counters, &lines, None, &nothing) };
    let message = &said(&even)[0].2;
    assert!(message.contains("only one lane in 2 is active, and these lanes write 8 bytes apart"), "{message}");
    assert!(message.contains("let invocation i do what invocation 2 * i does now"), "{message}");
    let apart = AccessSample { lanes: (0..16).map(|pair| (2 * pair, 64 * pair)).collect(), ..requests[0].clone() };
    let message = &said(&Evidence { access_samples: &[apart], ..even })[0].2;
    assert!(message.contains("Next: let invocation i of the workgroup take element i"), "{message}");
}

#[test]
fn rows_are_seen_where_the_edge_of_a_launch_leaves_lanes_idle() {
    // 8 x 4 lanes without the first row and the first column, rows of 4096 bytes.
    let inside = (0..32u32).filter(|lane| lane % 8 > 0 && lane / 8 > 0);
    let lanes = inside.map(|lane| (lane, (1 << 20) + lane / 8 * 4096 + lane % 8 * 4)).collect();
    let edge = AccessSample { lanes, ..first(28, AccessKind::Reads, 4, 4, storage(6, 3)) };
    assert_eq!(request::Request(&edge).rows(), Some((8, 4096)));
    let line = AccessSample { lanes: (1..32).map(|lane| (lane, 4 * lane)).collect(), ..edge };
    assert_eq!(request::Request(&line).rows(), None, "one row");
}

#[test]
fn of_a_line_with_two_accesses_the_wasteful_one_is_named_beside_the_average() {
    // A load that touches 32 and a store that touches 4.
    let lines = [global(6, 18, 4)];
    let (counters, nothing) = (totals(&lines), limited(Limit::Dram));
    let requests =
        [first(6, AccessKind::Writes, 4, 4, storage(4, 4)), first(6, AccessKind::Reads, 4, 4096, storage(32, 4))];
    let both = Evidence { access_samples: &requests, ..evidence(machine(), &counters, &lines, None, &nothing) };
    let message = &said(&both)[0].2;
    assert!(
        message.contains("load of `x` touches 32 sectors of 32 bytes where 4 would do (its first request; on average over the line, 18.0 where 4.00 would do)"),
        "{message}"
    );
}

#[test]
fn addresses_without_a_step_are_said_to_have_none() {
    let mut request = first(3, AccessKind::Reads, 4, 4, storage(32, 4));
    request.lanes = (0..32).map(|lane| (lane, lane * lane * 40)).collect();
    assert_eq!(request::Request(&request).step(), None);
    // Rows of 16: one break in 31 is none.
    request.lanes = (0..32).map(|lane| (lane, lane % 16 * 4 + lane / 16 * 1000)).collect();
    assert_eq!(request::Request(&request).step(), Some(4));
    request.lanes = vec![(3, 0)];
    assert_eq!(request::Request(&request).step(), None);
}

#[test]
fn a_bank_conflict_is_named_with_its_pitch_and_the_padded_one() {
    let lines = [LineCounters {
        line: 42,
        shared_requests: 10,
        shared_wavefronts: Some(320),
        shared_wavefronts_ideal: Some(10),
        ..LineCounters::default()
    }];
    let (counters, nothing) = (totals(&lines), limited(Limit::SharedMemory));
    let goes = MemorySpace::Workgroup { banks: 32, bank_bytes: 4, wavefronts: 32, ideal: 1 };
    let requests = [first(42, AccessKind::Reads, 4, 128, goes)];
    let column = Evidence { access_samples: &requests, ..evidence(machine(), &counters, &lines, None, &nothing) };
    let [(kind, Some(42), message)] = &said(&column)[..] else { panic!() };
    assert_eq!(*kind, "bank-conflict");
    assert!(
        message.contains(
            "load of `x` takes 32 passes over the banks where 1 would do, because neighbouring lanes ask for words 32 apart"
        ),
        "{message}"
    );
    assert!(message.contains("a pitch of 33 words instead of 32"), "{message}");
}

#[test]
fn atomics_at_one_address_are_found_and_scattered_ones_are_not() {
    let line = |serializations| LineCounters {
        line: 9,
        atomic_requests: 10,
        atomic_serializations: serializations,
        ..LineCounters::default()
    };
    let on = |serializations| {
        let lines = [line(serializations)];
        let counters = Counters { atomic_serializations: serializations, ..Counters::default() };
        said(&evidence(machine(), &counters, &lines, None, &limited(Limit::Atomics)))
    };
    let contended = on(320);
    let [(kind, Some(9), message)] = &contended[..] else { panic!("{contended:?}") };
    assert_eq!(*kind, "atomics");
    assert!(
        message.contains("has 32.0 lanes at one address") && message.contains("(320 turns for 10 requests)"),
        "{message}"
    );
    assert_eq!(on(15), []);
}

#[test]
fn loads_of_the_same_values_are_found_where_the_caches_limit() {
    let lines = [LineCounters { line: 24, global_requests: 1000, global_bytes: 1_000_000, ..LineCounters::default() }];
    let on = |dram: u64, limit| {
        let counters = Counters { global_bytes: 1_000_000, dram_bytes: Some(dram), ..Counters::default() };
        said(&evidence(machine(), &counters, &lines, None, &limited(limit)))
    };
    let again = on(20_000, Limit::Level1);
    let [(kind, Some(24), message)] = &again[..] else { panic!("{again:?}") };
    assert_eq!(*kind, "redundant-loads");
    assert!(message.contains("50.0 times what DRAM moves (1.00 MB against 20.0 kB)"), "{message}");
    assert_eq!(on(20_000, Limit::Dram), []);
    assert_eq!(on(500_000, Limit::Level1), []);
}

#[test]
fn dense_scalars_are_found_where_requests_limit() {
    let lines = [global(30, 4, 4)];
    let counters = Counters { global_requests: 100, ..totals(&lines) };
    let all = AccessTotals { requests: 100, ..AccessTotals::default() };
    let requests = [AccessSample { all, ..first(30, AccessKind::Reads, 4, 4, storage(4, 4)) }];
    let vectors = [first(30, AccessKind::Reads, 16, 16, storage(16, 16))];
    let demand = |instructions| {
        let lengths = Lengths { heaviest: 1, ..Lengths::default() };
        Demand { global_requests: 100, subgroup_instructions: instructions, lengths, ..*MANY }
    };
    let on = |access_samples, limit| {
        let demand = demand(200);
        let estimate = Estimate { limiter: Some(limit), ..estimate(machine(), &demand) };
        said(&Evidence { access_samples, demand: &demand, ..evidence(machine(), &counters, &lines, None, &estimate) })
    };
    let scalars = on(&requests, Limit::Issue);
    let [(kind, Some(30), message)] = &scalars[..] else { panic!("{scalars:?}") };
    assert_eq!(*kind, "scalar-loads");
    assert!(message.contains("load of `x` moves 4 bytes") && message.contains("100 requests"), "{message}");
    assert_eq!(on(&vectors, Limit::Issue), []);
    assert_eq!(on(&requests, Limit::Dram), []);
    let hot = Counters { subgroup_instructions: 100_000, ..counters.clone() };
    let (busy, demand) = (limited(Limit::Issue), demand(100_000));
    let rest =
        Evidence { access_samples: &requests, demand: &demand, ..evidence(machine(), &hot, &lines, None, &busy) };
    assert_eq!(said(&rest), [], "few of the instructions are requests");
}

#[test]
fn a_workgroup_that_is_no_multiple_of_a_subgroup_is_found() {
    let (counters, nothing) = (Counters::default(), limited(Limit::Issue));
    let of = |size: [u32; 3]| {
        said(&Evidence {
            workgroup_size: size,
            footprint: Footprint { workgroup_size: size.iter().product(), shared_bytes: 0, registers: None },
            ..evidence(machine(), &counters, &[], None, &nothing)
        })
    };
    let partial = of([48, 1, 1]);
    let [(kind, None, message)] = &partial[..] else { panic!("{partial:?}") };
    assert_eq!(*kind, "partial-subgroups");
    assert!(
        message.contains("48 x 1 x 1 = 48 invocations takes 2 subgroups of 32")
            && message.contains("25 % of their lanes"),
        "{message}"
    );
    assert_eq!(of([64, 1, 1]), []);
    assert_eq!(of([255, 1, 1]), [], "one lane of 256 is no loss");
}

#[test]
fn few_subgroups_are_found_where_latency_limits_with_what_keeps_more_away() {
    let (counters, waiting) = (Counters::default(), limited(Limit::Latency));
    let of = |workgroup_size, shared_bytes| {
        let footprint = Footprint { workgroup_size, shared_bytes, registers: None };
        let resident = occupancy(machine(), footprint).expect("modelled");
        let findings = said(&Evidence {
            footprint,
            workgroup_size: [workgroup_size, 1, 1],
            occupancy: Some(&resident),
            demand: &MANY,
            ..evidence(machine(), &counters, &[], None, &waiting)
        });
        (resident.limit, findings)
    };
    let (limit, tiles) = of(128, 40 << 10);
    assert_eq!(limit, OccupancyLimit::SharedMemory);
    assert!(
        tiles[0].2.contains("each takes 41.0 kB, and 1.02 kB that the system reserves, of the unit's 102 kB"),
        "{tiles:?}"
    );
    assert!(tiles[0].2.contains("with 20.5 kB per workgroup, 4 fit"), "{tiles:?}");
    let (limit, small) = of(32, 0);
    assert_eq!(limit, OccupancyLimit::Workgroups);
    assert!(small[0].2.contains("workgroups of 32 invocations are small"), "{small:?}");
    assert!(small[0].2.contains("64 invocations would fill"), "{small:?}");
    assert_eq!(of(256, 0).1, [], "full");
}

#[test]
fn what_dispatches_hand_on_through_memory_is_named_with_its_bytes() {
    let handed = [Handed { name: "biased".to_owned(), from: 1, to: 2, bytes: 1_000_000 }];
    let finding = unfused(2, &handed, Some(4_000_000)).expect("found");
    assert_eq!(finding.kind, FindingKind::UnfusedTraffic);
    assert!(
        finding.message.contains("`biased` (1.00 MB) from dispatch 1 to 2")
            && finding.message.contains("2.00 MB are written and read again"),
        "{}",
        finding.message
    );
    assert_eq!(unfused(2, &[], None), None);
    assert_eq!(unfused(2, &handed, Some(50_000_000)), None, "it is a small part of what is moved");
}

#[test]
fn a_buffer_is_handed_on_where_the_next_to_touch_it_only_reads_it() {
    let (writes, reads) = (Some(Touch::Writes), Some(Touch::Reads));
    assert_eq!(hand_overs(&[writes, None, reads, reads]), [(1, 3)]);
    assert_eq!(hand_overs(&[writes, writes, reads]), [(2, 3)], "the second hands on what it wrote");
    assert_eq!(hand_overs(&[writes, reads, writes, reads]), [(1, 2), (3, 4)]);
    assert_eq!(hand_overs(&[reads, None, writes]), []);
}
