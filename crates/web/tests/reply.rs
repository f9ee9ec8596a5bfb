//! Questions and their answers.

use serde_json::{Value, json};

const COPY: &str = "@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    b[id.x] = a[id.x * 8u];
}";

fn reply(question: &Value) -> Value {
    let answer = pollster::block_on(lockstep_web::reply(&question.to_string(), &mut |_| {}));
    serde_json::from_str(&answer).expect("an answer is JSON")
}

fn ask(question: &Value) -> Value {
    reply(&json!({ "kernel": question }))
}

#[test]
fn a_kernel_s_bindings_are_told_without_a_run() {
    let answer = ask(&json!({ "source": COPY }));
    assert_eq!((&answer["error"], &answer["run"], &answer["entry"]), (&Value::Null, &Value::Null, &json!("main")));
    let bindings: Vec<_> =
        answer["bindings"].as_array().expect("an array").iter().map(|b| (&b["name"], &b["writable"])).collect();
    assert_eq!(bindings, [(&json!("a"), &json!(false)), (&json!("b"), &json!(true))]);
}

#[test]
fn a_run_has_outputs_findings_and_the_lanes_in_motion() {
    let buffers = json!([
        { "group": 0, "binding": 0, "fill": { "counting": 512 } },
        { "group": 0, "binding": 1, "fill": { "zeros": 64 } },
    ]);
    let question =
        json!({ "source": COPY, "run": true, "workgroups": [2, 1, 1], "traced": [1, 0, 0], "buffers": buffers });
    let run = &ask(&question)["run"];
    assert_eq!((&run["outputs"][0]["values"][33], &run["outputs"][0]["count"]), (&json!("264"), &json!(64)));
    let kinds: Vec<_> = run["findings"].as_array().expect("an array").iter().map(|finding| &finding["kind"]).collect();
    assert!(kinds.contains(&&json!("uncoalesced")), "{kinds:?}");
    let load = &run["trace"]["steps"][0]["requests"][0];
    assert_eq!((&load["cost"], &load["ideal"], &load["addresses"][0]), (&json!(32), &json!(4), &json!(1024)));
}

#[test]
fn what_cannot_be_run_is_said_and_why() {
    let said = |question: Value, part: &str| {
        let answer = ask(&question);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(part), "{error}");
        assert_eq!(answer["run"], Value::Null);
    };
    said(json!({ "source": "fn" }), "does not compile");
    said(json!({ "source": COPY, "run": true, "machine": "abacus" }), "abacus");
    said(json!({ "source": COPY, "run": true, "workgroups": [0, 1, 1] }), "1 to");
    said(json!({ "source": COPY, "run": true, "traced": [1, 0, 0] }), "no workgroup (1, 0, 0)");
    let many = json!([{ "group": 0, "binding": 0, "fill": { "zeros": 4_000_000_000_u32 } }]);
    said(json!({ "source": COPY, "run": true, "buffers": many }), "at most");
    said(json!({ "sauce": COPY }), "this is not a question");
}

#[test]
fn an_attempt_is_judged_and_what_changed_since_the_one_before_is_told() {
    let [lab, ..] = lockstep::labs::ALL else { panic!("there are labs") };
    let exercise = &lab.exercises[0];
    let ask = |text: &str, before: &Value| {
        reply(&json!({ "attempt": { "lab": lab.name, "exercise": exercise.name, "text": text, "before": before } }))
    };
    let wrong = ask("fn main() {\n    let x = ;\n}\n", &json!([]));
    assert_eq!((&wrong["solved"], &wrong["marks"][0]["line"]), (&json!(false), &json!(2)), "{wrong}");
    let start = ask(exercise.start, &wrong["judgement"]["goals"]);
    let panel = start["panel"].as_str().expect("a text");
    assert!(panel.contains("Since the last try") && panel.contains("met now"), "{panel}");
    assert!(!start["margin"]["lines"].as_array().expect("an array").is_empty());
    let unknown = reply(&json!({ "attempt": { "lab": "no-lab", "exercise": "x", "text": "" } }));
    assert!(unknown["error"].as_str().is_some_and(|why| why.contains("no lab `no-lab`")), "{unknown}");
}

#[test]
fn work_packed_as_a_zip_comes_out_as_it_went_in_and_what_is_no_exercise_is_told() {
    let [lab, ..] = lockstep::labs::ALL else { panic!("there are labs") };
    let name = format!("{}/{}", lab.name, lab.exercises[0].name);
    let zip = reply(&json!({ "zip": { &name: "// mine", "other/thing": "// not" } }));
    let work = reply(&json!({ "unzip": zip["bytes"] }));
    assert_eq!(work["attempts"], json!({ &name: "// mine" }));
    assert!(work["notes"][0].as_str().is_some_and(|note| note.contains("no exercise")), "{work}");
    assert!(reply(&json!({ "unzip": [1, 2, 3] }))["error"].is_string());
}

#[test]
fn the_lanes_of_an_attempt_are_traced_on_the_data_on_which_it_is_judged() {
    for lab in lockstep::labs::ALL {
        for exercise in lab.exercises {
            let ask = |workgroup: [u32; 3]| {
                let (lab, exercise, text) = (lab.name, exercise.name, exercise.start);
                reply(&json!({ "motion": { "lab": lab, "exercise": exercise, "text": text, "workgroup": workgroup } }))
            };
            let answer = ask([0, 0, 0]);
            assert_eq!(answer["source"], json!(exercise.start), "{}/{}", lab.name, exercise.name);
            assert!(answer["trace"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()), "{answer}");
            let none = ask([u32::MAX, 0, 0]);
            assert!(none["error"].as_str().is_some_and(|why| why.contains("no workgroup")), "{none}");
        }
    }
}

#[test]
fn a_second_kernel_stands_beside_the_first_as_lockstep_diff_holds_two() {
    let buffers = json!([{ "group": 0, "binding": 0, "fill": { "zeros": 16384 } }, { "group": 0, "binding": 1, "fill": { "zeros": 2048 } }]);
    let ask = |beside: &str| {
        ask(&json!({ "source": COPY, "beside": beside, "run": true, "workgroups": [64, 1, 1], "buffers": buffers }))
    };
    let page = ask(&COPY.replace("id.x * 8u", "id.x"))["beside"].to_string();
    for part in [r#"data-idea=\"coalescing\""#, "the same bit for bit", "B / A"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let other = ask(&COPY.replace("a[id.x * 8u]", "1.0"))["beside"].to_string();
    assert!(other.contains("do not compute the same"), "{other}");
    let same = ask(&COPY.replace("id.x", "lane.x").replace(" id:", " lane:"))["beside"].to_string();
    assert!(same.contains("the same program"), "{same}");
    assert_eq!(ask("  ")["beside"], Value::Null);
    let wrong = ask("fn main() { let x = ; }");
    assert!(wrong["error"].as_str().is_some_and(|why| why.contains("second.wgsl:1:")), "{wrong}");
}
