//! Rules R1 to R6 of COCO's crate, by number.
use std::panic::catch_unwind;

use coco_rs::suite::{DimensionIdx, FunctionIdx, InstanceIdx, Name, ProblemIdx};
use coco_rs::{observer, LogLevel, Observer, RandomState, Suite};

fn folder(name: &str) -> String {
    let place = std::env::temp_dir().join(format!("coco-rs-{}-{}", std::process::id(), name));
    format!("outer_folder: {}", place.display())
}

#[test]
fn r1_problems_belong_to_their_values() {
    LogLevel::Error.set();
    let options = folder("r1");
    let observer = &mut Observer::new(observer::Name::Bbob, &options).unwrap();
    let mut suite =
        Suite::new(Name::Bbob, "instances: 1-2", "dimensions: 2 function_indices: 1-3").unwrap();
    for round in 0..2 {
        let mut count = 0;
        while let Some(problem) = &mut suite.next_problem(Some(observer)) {
            assert!(problem.name().starts_with("bbob(BBOB suite problem f"));
            problem.evaluate_function(&[1.0, 2.0], &mut [0.0]);
            observer.signal_restart(problem);
            assert_eq!(problem.evaluations(), 1);
            count += 1;
        }
        assert_eq!(count, 6, "round {}", round);
    }
    assert!(std::path::Path::new(observer.result_folder()).join("bbobexp_f3.info").exists());
    std::fs::remove_dir_all(options.strip_prefix("outer_folder: ").unwrap()).unwrap();
}

#[test]
fn r2_wrong_lengths_panic() {
    let mut suite = Suite::new(Name::Bbob, "", "").unwrap();
    assert!(suite.problem(ProblemIdx(100_000)).is_none());
    assert!(suite.problem_by_function_dimension_instance(25, 2, 1).is_none());
    for lengths in [(1, 1), (3, 1), (2, 2), (2, 0)] {
        let failed = catch_unwind(|| {
            let mut suite = Suite::new(Name::Bbob, "", "").unwrap();
            let mut problem = suite.problem(ProblemIdx(0)).unwrap();
            problem.evaluate_function(&vec![0.0; lengths.0], &mut vec![0.0; lengths.1]);
        });
        assert!(failed.is_err(), "{:?}", lengths);
    }
    assert!(catch_unwind(|| Suite::new(Name::Bbob, "a\0b", "")).is_err());
    assert!(catch_unwind(|| {
        let mut suite = Suite::new(Name::Bbob, "", "").unwrap();
        suite.problem(ProblemIdx(0)).unwrap().evaluate_constraint(&[0.0, 0.0], &mut []);
    })
    .is_err());
}

#[test]
fn r3_clones_begin_again() {
    let mut suite = Suite::new(Name::Bbob, "", "dimensions: 3").unwrap();
    suite.next_problem(None);
    let mut other = suite.clone();
    assert_eq!(suite.next_problem(None).unwrap().id(), "bbob_f001_i02_d03");
    assert_eq!(other.next_problem(None).unwrap().id(), "bbob_f001_i01_d03");
    assert_eq!(suite.number_of_problems(), 2160);
    assert_eq!(suite.function_from_function_index(FunctionIdx(23)), 24);
    assert_eq!(suite.dimension_from_dimension_index(DimensionIdx(1)), 3);
    assert_eq!(suite.dimension_from_dimension_index(DimensionIdx(0)), 0);
    assert_eq!(suite.instance_from_instance_index(InstanceIdx(5)), 71);
}

#[test]
fn r4_the_observer_may_go_first() {
    let options = folder("r4");
    let observer = Observer::new(observer::Name::Bbob, &options).unwrap();
    let place = observer.result_folder().to_owned();
    let mut suite = Suite::new(Name::Bbob, "", "").unwrap();
    let mut problem = suite.problem(ProblemIdx(0)).unwrap();
    problem.add_observer(&observer);
    problem.evaluate_function(&[1.0, 2.0], &mut [0.0]);
    drop(observer);
    problem.evaluate_function(&[1.0, 2.0], &mut [0.0]);
    drop(problem);
    let lines = std::fs::read_to_string(format!("{}/data_f1/bbobexp_f1_DIM2.tdat", place)).unwrap();
    assert!(lines.lines().last().unwrap().starts_with("2 0 "));
    std::fs::remove_dir_all(options.strip_prefix("outer_folder: ").unwrap()).unwrap();
}

#[test]
fn r5_names() {
    assert!(Observer::new(observer::Name::None, "").is_none());
    let mut boxed = Suite::new(Name::SboxCost, "", "").unwrap();
    assert!(boxed.problem(ProblemIdx(0)).unwrap().id().starts_with("bbob-boxed_f001"));
    assert!(Suite::new(Name::BbobNoisy, "", "").is_some());
}

#[test]
fn r6_errors_do_not_end_the_process() {
    assert!(Suite::new(Name::Bbob, "year: 1999", "").is_none());
    assert!(Suite::new(Name::Bbob, "", "dimensions: 7").is_none());
    let suite = Suite::new(Name::Bbob, "", "").unwrap();
    assert!(catch_unwind(std::panic::AssertUnwindSafe(
        || suite.function_from_function_index(FunctionIdx(24))
    ))
    .is_err());
    assert_eq!(coco_rs::version(), "2.8.2");
    let mut state = RandomState::new(0);
    assert_eq!(state.uniform(), 0.74328671087121745);
    assert!((state.normal() - 1.9173130596993433).abs() < 1e-15);
}
