//! What the crate does, and that every wrong call is an error.
use optimeter::{
    suites, CocoRandom, ErrorKind, Observer, Options, Problem, Result, Selection, Suite,
};

fn invalid<T>(result: Result<T>) {
    let error = result.err().expect("a wrong call is an error");
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(!error.to_string().is_empty());
}

#[test]
fn problems() -> Result<()> {
    let x = [1.0, 2.0];
    let mut problem = Problem::new("bbob", 1, 2, 1)?;
    assert!((problem.evaluate(&x)? - 90.00369408).abs() < 1e-12);
    let mut y = [0.0; 3];
    problem.evaluate_batch(3, &[1.0, 2.0, 0.0, 0.0, f64::NAN, 0.0], &mut y)?;
    assert!(y[2].is_nan());
    assert_eq!((problem.evaluations(), problem.best_value()), (3, y[1]));
    assert_eq!(problem.id(), "bbob_f001_i01_d02");
    assert_eq!(
        (problem.lower_bounds(), problem.initial_solution()),
        (&[-5.0, -5.0][..], &[0.0, 0.0][..])
    );
    assert!(problem.nadir().is_empty());
    let best = problem.reveal()?;
    assert_eq!(problem.evaluate(&best)?, problem.optimal_value());
    assert!(problem.target_hit());
    assert_eq!(problem.try_clone()?.evaluations(), 4);

    invalid(problem.evaluate(&[1.0]));
    invalid(problem.evaluate(&[]));
    invalid(problem.evaluate_into(&x, &mut [0.0, 0.0]));
    invalid(problem.evaluate_batch(2, &x, &mut y));
    invalid(problem.evaluate_constraints(&x, &mut []));
    invalid(problem.recommend(&[1.0, 2.0, 3.0]));
    invalid(problem.indicator());
    invalid(Problem::new("bob", 1, 2, 1));
    invalid(Problem::new("bb\0ob", 1, 2, 1));
    invalid(Problem::new("bbob", 25, 2, 1));
    invalid(Problem::new("bbob", 1, -2, 1));
    problem.limit(4, false)?;
    assert_eq!(problem.evaluate(&x).unwrap_err().kind(), ErrorKind::Stopped);

    let mut several = Problem::new("bbob-biobj", 1, 2, 1)?;
    invalid(several.evaluate(&x));
    several.evaluate_into(&x, &mut y[..2])?;
    assert!((y[1] + 150.10242816).abs() < 1e-10 && several.indicator()?.is_finite());
    let mut constrained = Problem::new("bbob-constrained", 3, 2, 1)?;
    let start = constrained.initial_solution().to_vec();
    constrained.evaluate_constraints(&start, &mut vec![0.0; constrained.constraints()])?;
    assert_eq!(constrained.evaluations_constraints(), 1);
    Ok(())
}

#[test]
fn collections() -> Result<()> {
    assert!(suites().contains(&"bbob-noisy") && optimeter::abi() == 1);
    let chosen = Selection::new().functions(&[1, 2]).dimensions(&[2, 3]).instances(&[5]);
    let suite = Suite::new("bbob", &chosen)?;
    let mut sum = 0;
    for problem in &suite {
        sum += problem?.dimension();
    }
    assert_eq!((suite.len(), sum), (4, 10));
    assert_eq!(suite.find(2, 3, 5)?.id(), "bbob_f002_i05_d03");
    invalid(suite.find(3, 3, 5));
    invalid(suite.problem(4));
    invalid(Suite::new("bob", &Selection::new()));
    invalid(Suite::new("bbob", &Selection::new().year(1999)));
    invalid(Suite::new("bbob", &Selection::new().functions(&[])));
    Ok(())
}

#[test]
fn observers() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("optimeter-rust-{}", std::process::id()));
    let folder = folder.to_str().unwrap();
    invalid(Options::coco()?.integer("precision_x", 50));
    invalid(Options::coco()?.text("algoritm", "a"));
    invalid(Options::coco()?.trigger("each", &[1.0]));
    let options = Options::coco()?.text("algorithm", "a")?.integer("log_discrete_as_int", 1)?;
    let observer = Observer::new(folder, &options)?;
    assert_eq!(Observer::new("/proc/no/such", &options).err().unwrap().kind(), ErrorKind::File);
    let mut problem = Problem::new("bbob", 1, 2, 1)?;
    observer.observe(&mut problem)?;
    std::thread::scope(|scope| {
        scope.spawn(|| problem.evaluate(&[1.0, 2.0]).unwrap());
    });
    problem.restart()?;
    assert!(problem.is_observed());
    observer.close()?;
    assert!(!problem.is_observed());
    invalid(observer.observe(&mut problem));
    drop(observer);
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(CocoRandom::new(42)?.uniform(), 0.91467030647086689);
    Ok(())
}
