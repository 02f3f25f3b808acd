//! What one evaluation costs from Rust. One line a problem: what, function, dimension, nanoseconds. Read
//! by benchmarks/languages.py.
use std::time::Instant;

use optimeter::Problem;

const CALLS: u32 = 1000;
const ROUNDS: u32 = 300;

fn main() -> optimeter::Result<()> {
    for function in [1, 8, 15] {
        for dimension in [2, 5, 20, 40] {
            let mut problem = Problem::new("bbob", function, dimension, 1)?;
            let x = vec![0.25; dimension as usize];
            let mut best = f64::INFINITY;
            for _ in 0..ROUNDS {
                let begin = Instant::now();
                for _ in 0..CALLS {
                    problem.evaluate(&x)?;
                }
                best = best.min(begin.elapsed().as_nanos() as f64 / f64::from(CALLS));
            }
            println!("Rust {} {} {:.2}", function, dimension, best);
        }
    }
    Ok(())
}
