//! Random search on some problems of bbob, recorded in exdata/random-rust.
//!
//!     OPTIMETER_DIR=PREFIX cargo run --release --example random_search
use optimeter::{CocoRandom, Observer, Options, Selection, Suite};

fn main() -> optimeter::Result<()> {
    let suite = Suite::new(
        "bbob",
        &Selection::new().dimensions(&[2, 5]).instances(&[1, 2, 3]),
    )?;
    let options = Options::coco()?.text("algorithm", "random search")?;
    let observer = Observer::new("exdata/random-rust", &options)?;
    let mut random = CocoRandom::new(1)?;
    for problem in &suite {
        let mut problem = problem?;
        observer.observe(&mut problem)?;
        let lower = problem.lower_bounds().to_vec();
        let upper = problem.upper_bounds().to_vec();
        let mut x = vec![0.0; problem.dimension()];
        while problem.evaluations() < 100 * x.len() as u64 {
            for i in 0..x.len() {
                x[i] = lower[i] + random.uniform() * (upper[i] - lower[i]);
            }
            problem.evaluate(&x)?;
        }
    }
    observer.close()?;
    println!("{} problems recorded in {}", suite.len(), observer.folder());
    Ok(())
}
