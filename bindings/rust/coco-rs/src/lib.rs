//! The names of COCO's crate, so that its programs run unchanged on Optimeter.
//!
//! Constructors return `None` where COCO would end the process; elsewhere a wrong call panics.
#[macro_use]
#[path = "../../macros.rs"]
mod macros;

/// Names of COCO with the words that the library knows them by.
macro_rules! names {
    ($text:literal: $($(#[$note:meta])* $name:ident = $word:expr,)*) => {
        #[doc = $text]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Name {
            $($(#[$note])* $name,)*
        }

        impl Name {
            fn text(self) -> &'static str {
                match self {
                    $(Name::$name => $word,)*
                }
            }
        }
    };
}

mod ffi;
pub mod observer;
mod problem;
pub mod suite;

pub use observer::Observer;
pub use problem::Problem;
pub use suite::Suite;

/// The release of COCO whose files are written.
pub fn version() -> &'static str {
    // SAFETY: the text is constant.
    unsafe { ffi::text(ffi::coco_version) }
}

/// What is shown on the standard streams; one level a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    Error,
    Warning,
    #[default]
    Info,
    Debug,
}

impl LogLevel {
    pub fn set(self) {
        ffi::begin();
        let level = ffi::given(match self {
            LogLevel::Error => "error",
            LogLevel::Warning => "warning",
            LogLevel::Info => "info",
            LogLevel::Debug => "debug",
        });
        // SAFETY: the text lives during the call.
        unsafe { ffi::coco_set_log_level(level.as_ptr()) };
    }
}

/// COCO's generator of random numbers, bit for bit.
pub struct RandomState {
    handle: *mut ffi::RandomState,
}

// SAFETY of all blocks below: the handle is valid as long as `self` lives.
impl RandomState {
    pub fn new(seed: u32) -> Self {
        ffi::begin();
        let handle = unsafe { ffi::coco_random_new(seed) };
        ffi::check();
        RandomState { handle }
    }

    pub fn normal(&mut self) -> f64 {
        unsafe { ffi::coco_random_normal(self.handle) }
    }

    pub fn uniform(&mut self) -> f64 {
        unsafe { ffi::coco_random_uniform(self.handle) }
    }
}

impl Drop for RandomState {
    fn drop(&mut self) {
        unsafe { ffi::coco_random_free(self.handle) }
    }
}
