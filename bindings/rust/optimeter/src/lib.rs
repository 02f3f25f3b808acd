//! Benchmark problems for black-box optimizers, and records of runs on them.
//!
//! ```no_run
//! use optimeter::{Observer, Options, Selection, Suite};
//!
//! # fn main() -> optimeter::Result<()> {
//! let suite = Suite::new("bbob", &Selection::new().dimensions(&[2, 5]).instances(&[1, 2]))?;
//! let options = Options::coco()?.text("algorithm", "mine")?;
//! let observer = Observer::new("exdata/mine", &options)?;
//! for problem in &suite {
//!     let mut problem = problem?;
//!     observer.observe(&mut problem)?;
//!     let y = problem.evaluate(&vec![0.0; problem.dimension()])?;
//!     println!("{} {}", problem.id(), y);
//! }
//! observer.close()
//! # }
//! ```
//!
//! Nothing panics and nothing ends the process: what is wrong is an [`Error`]. Everything belongs to its
//! owner, so that there is no use after the end.
#[macro_use]
#[path = "../../macros.rs"]
mod macros;

mod error;
mod ffi;
mod observer;
mod problem;
mod suite;

pub use error::{Error, ErrorKind, Result};
pub use observer::{Observer, Options};
pub use problem::{CocoRandom, Problem};
pub use suite::{suites, Selection, Suite};

/// The release of the library.
pub fn version() -> &'static str {
    // SAFETY: the text is constant.
    unsafe { error::text(ffi::optimeter_version()) }
}

/// The number of the binary interface that the library has; this crate was written for 1.
pub fn abi() -> i32 {
    // SAFETY: may be called at any time.
    unsafe { ffi::optimeter_abi() }
}
