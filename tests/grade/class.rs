//! A class, made up.

use std::time::Instant;

use lockstep::labs;

use crate::common::stderr;
use crate::kernels;
use crate::setup::Course;

/// Students, by the variable LOCKSTEP_CLASS.
fn students(otherwise: usize) -> usize {
    let asked = std::env::var("LOCKSTEP_CLASS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(otherwise)
}

/// A class of `count`: right, slow, wrong, faulty and hostile in turn, each with a text of its own.
fn class(name: &str, labs: &[&str], count: usize) -> Course {
    let course = Course::of(name, labs);
    let kinds: &[fn() -> String] = &[
        kernels::right,
        kernels::slow,
        kernels::halfway,
        kernels::wrong,
        kernels::edge,
        kernels::racy,
        kernels::out_of_bounds,
        kernels::tuned,
        kernels::fast_where_seen,
        kernels::endless,
        kernels::does_not_compile,
        kernels::huge_workgroup_array,
        kernels::deep_blocks,
    ];
    for student in 0..count {
        let first = kinds[student % kinds.len()]();
        let mut files = vec![("coalescing/exercise.wgsl".to_owned(), format!("// {student}\n{first}"))];
        for lab in labs {
            for exercise in ["exercise", "exercise-2"] {
                let path = format!("{lab}/{exercise}.wgsl");
                if files[0].0 != path {
                    let text = match student % 3 {
                        0 => kernels::start(lab, exercise),
                        _ => kernels::solution(lab, exercise),
                    };
                    files.push((path, text));
                }
            }
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        course.hand_in(&format!("student-{student:03}"), &files);
    }
    course
}

#[test]
fn two_runs_with_other_jobs_give_the_same_gradebook() {
    let course = class("two-runs", &["coalescing"], students(13));
    for (out, jobs) in [("one", "1"), ("four", "4")] {
        let output = course.grade(out, &["--jobs", jobs]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let book = |out: &str| std::fs::read(course.root.join(out).join("gradebook.json")).expect("there");
    assert!(book("one") == book("four"), "the same bytes");
    let text = String::from_utf8(book("one")).expect("it is text");
    assert!(!text.contains(&*course.root.to_string_lossy()), "no path of this machine");
}

/// Not a test of time: it prints what a class takes on one core and on four.
#[test]
#[ignore = "minutes of work: run it by name, with LOCKSTEP_CLASS=300"]
fn a_large_class_on_one_core_and_on_four() {
    let course = class("large", &labs::ALL.iter().map(|lab| lab.name).collect::<Vec<_>>(), students(300));
    let mut taken = Vec::new();
    for jobs in ["4", "1"] {
        let start = Instant::now();
        let output = course.grade(jobs, &["--jobs", jobs, "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
        taken.push(start.elapsed().as_secs_f64());
        println!("{} students, --jobs {jobs}: {:.1} s", students(300), taken[taken.len() - 1]);
    }
    println!("{:.2} times as fast on 4 as on 1", taken[1] / taken[0]);
    let book = |out: &str| std::fs::read(course.root.join(out).join("gradebook.json")).expect("there");
    assert!(book("1") == book("4"), "the same bytes");
}
