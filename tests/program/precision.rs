//! The lab `precision`, run: where sums stall, what a compiler makes of Kahan's, and what values in few bits become.

use std::fs;

use serde_json::Value;

use crate::common::{folder, has_device, json, lockstep, lockstep_in, stderr, typed, variant};

/// The sums that a kernel of the lab makes of these terms on `device`, all by one invocation.
fn sum(kernel: &str, binding: u32, terms: &[f32], device: &str) -> f32 {
    let folder = folder(&format!("precision-{kernel}-{device}"));
    let at = |name: &str| folder.join(name).display().to_string();
    let params: Vec<u8> = [terms.len() as u32, 1].iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(at("params"), params).expect("it can be written");
    fs::write(at("x"), terms.iter().flat_map(|term| term.to_le_bytes()).collect::<Vec<u8>>())
        .expect("it can be written");
    let line = format!(
        "exec shaders/precision/{kernel}.wgsl --device {device} --dispatch 1 --buffer 0.0={} --buffer 0.1={} \
         --buffer 0.{binding}=zero:4 --save 0.{binding}={}",
        at("params"),
        at("x"),
        at("sum")
    );
    let output = lockstep(&typed(&line));
    assert!(output.status.success(), "{line}: {}", stderr(&output));
    let bytes = fs::read(at("sum")).expect("it was saved");
    f32::from_le_bytes(bytes[..4].try_into().expect("one number"))
}

/// The devices on which a test that needs none runs, too.
fn devices() -> Vec<&'static str> {
    if has_device() { vec!["sim", "auto"] } else { vec!["sim"] }
}

#[test]
fn ones_stall_at_2048_in_f16_at_256_in_bf16_and_at_2_to_the_24th_in_f32() {
    for device in devices() {
        assert_eq!(sum("sum-f16", 2, &[1.0; 2100], device), 2048.0, "{device}");
        assert_eq!(sum("sum-bf16", 3, &[1.0; 300], device), 256.0, "{device}");
        let near: Vec<f32> = std::iter::once(16_777_200.0).chain([1.0; 40]).collect();
        assert_eq!(sum("sum-f32", 4, &near, device), 16_777_216.0, "{device}");
    }
}

/// Lab `precision` with `text` in place of a variant's shader.
fn with_shader(name: &str, text: &str) -> Value {
    let folder = folder(&format!("precision-{name}"));
    fs::create_dir_all(folder.join("s/precision")).expect("it can be made");
    fs::write(folder.join("s/precision/kahan.wgsl"), text).expect("it can be written");
    let line = "run precision --device sim --quick --variant kahan --shaders s --no-log --json -";
    json(&lockstep_in(&folder, &typed(line), ""))
}

#[test]
fn a_compensated_sum_from_which_a_compiler_took_the_compensation_is_right_and_the_row_names_it() {
    let kahan = fs::read_to_string("shaders/precision/kahan.wgsl").expect("it is there");
    let whole = with_shader("whole", &kahan);
    assert_eq!(
        (&variant(&whole, "kahan")["status"], &variant(&whole, "kahan")["reason"]),
        (&"ok".into(), &Value::Null)
    );
    let plain = with_shader("plain", &kahan.replace("lost = (t - sum) - y;", "lost = 0.0;"));
    let row = variant(&plain, "kahan");
    let reason = row["check"]["undone"].as_str().expect("it is named");
    assert_eq!(row["status"], "ok", "{reason}");
    assert!(reason.contains("compiler") && reason.contains("plain sum in f32"), "{reason}");
    let error = |report: &Value| variant(report, "kahan")["check"]["accuracy"]["error_l2"].as_f64().expect("measured");
    assert!(error(&plain) > 3.0 * error(&whole));
    let other = with_shader("other", &kahan.replace("lost = (t - sum) - y;", "lost = y - (t - sum);"));
    assert_eq!(variant(&other, "kahan")["status"], "wrong");
}

#[test]
fn three_products_of_f16_are_within_four_times_the_error_of_f32_and_one_loses_three_digits() {
    let line = "run precision --device sim --quick --size 1048576 --variant product-f32 --variant product-stored \
                --variant matrix-f32-sum --variant matrix-f16-sum --variant split-3 --json -";
    let report = json(&lockstep(&typed(line)));
    let error = |name: &str| variant(&report, name)["check"]["accuracy"]["error_l2"].as_f64().expect("measured");
    assert!(error("split-3") < 4.0 * error("product-f32"));
    assert!(error("matrix-f32-sum") > 300.0 * error("split-3"));
    assert!((error("matrix-f32-sum") / error("product-stored") - 1.0).abs() < 0.01, "that of storing alone");
    assert!(error("matrix-f16-sum") > 1.5 * error("matrix-f32-sum"));
}

#[test]
fn half_the_bits_are_half_the_bytes_to_and_from_memory_and_the_error_stands_beside_the_time() {
    let line = "run precision --device sim --size 1048576 --points 64 --json - \
                --variant stored-f32,stored-f16,stored-bf16,stored-e4m3,kahan";
    let report = json(&lockstep(&typed(line)));
    let row = |name: &str| variant(&report, name);
    let bytes = |name: &str| row(name)["counters"]["dram_bytes"].as_f64().expect("modelled");
    for (name, share) in [("stored-f16", 0.5), ("stored-bf16", 0.5), ("stored-e4m3", 0.25)] {
        assert!((bytes(name) / bytes("stored-f32") / share - 1.0).abs() < 0.02, "{name}");
        assert!((row(name)["problem"]["byte"].as_f64().expect("known") / bytes(name) - 1.0).abs() < 0.02, "{name}");
    }
    let errors: Vec<f64> = ["stored-f32", "stored-f16", "stored-bf16", "stored-e4m3"]
        .map(|name| row(name)["check"]["accuracy"]["error_l2"].as_f64().expect("measured"))
        .into();
    assert!(errors.windows(2).all(|pair| 4.0 * pair[0] < pair[1]), "{errors:?}");
    assert!(row("kahan")["check"]["accuracy"]["max_ulp"].as_f64().expect("measured") <= 1.0);
}

/// Of the gradients of the lab, the share whose size is below 2^`power`: their logarithms are distributed normally around -22, with a
/// deviation of 5.
fn below(power: f64) -> f64 {
    0.5 * libm::erfc((-22.0 - power) / 5.0 / std::f64::consts::SQRT_2)
}

#[test]
fn a_loss_scale_keeps_the_gradients_that_f16_takes_for_zeros_and_too_large_a_one_makes_the_largest_infinite() {
    for device in devices() {
        let line = format!(
            "run precision --device {device} --quick --variant gradient-f16 --variant gradient-scaled \
             --variant gradient-bf16 --size 65536 --points 1,300,16777216 --json -"
        );
        let report = json(&lockstep(&typed(&line)));
        let sweep = &report["sweeps"][0];
        assert_eq!((&sweep["ordinate"], &sweep["ordinate_unit"]), (&"lost".into(), &"share lost".into()));
        let lost = |name: &str, at: usize| {
            let curves = sweep["curves"].as_array().expect("curves");
            let curve = curves.iter().find(|curve| curve["name"] == name).expect("it is there");
            curve["points"][at]["value"].as_f64().expect("a share")
        };
        // Below half of 2^-24, the smallest there is, and above 65504; of 65536 gradients.
        let near = |found: f64, expected: f64| (found - expected).abs() < 5.0 * (expected / 65536.0).sqrt();
        let without = below(-25.0);
        assert!((0..3).all(|at| near(lost("gradient-f16", at), without)), "{device}");
        assert!(near(lost("gradient-scaled", 0), without), "{device}");
        assert!(near(lost("gradient-scaled", 1), below(-25.0 - 300f64.log2())), "{device}");
        assert!(near(lost("gradient-scaled", 2), 1.0 - below(16.0 - 24.0)), "{device}");
        assert!((0..3).all(|at| lost("gradient-bf16", at) == 0.0), "{device}");
    }
}
