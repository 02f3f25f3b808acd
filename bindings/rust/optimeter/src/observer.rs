use crate::error::{check, given, made, text, Result};
use crate::ffi;
use crate::problem::Problem;

/// What is recorded and how; names, defaults and limits are those of the other languages.
pub struct Options {
    handle: *mut ffi::Options,
}

impl Drop for Options {
    fn drop(&mut self) {
        // SAFETY: the handle is our own and not used afterwards.
        unsafe { ffi::optimeter_options_free(self.handle) }
    }
}

// SAFETY of all blocks below: the handle is valid as long as `self` lives, and so are texts and slices
// during the calls.
impl Options {
    /// COCO's format.
    pub fn coco() -> Result<Self> {
        Self::of("coco")
    }

    /// IOHprofiler's format.
    pub fn ioh() -> Result<Self> {
        Self::of("ioh")
    }

    fn of(format: &str) -> Result<Self> {
        let format = given(format)?;
        made(unsafe { ffi::optimeter_options_new(format.as_ptr()) })
            .map(|handle| Options { handle })
    }

    pub fn text(self, name: &str, value: &str) -> Result<Self> {
        let (name, value) = (given(name)?, given(value)?);
        check(unsafe {
            ffi::optimeter_options_set_text(self.handle, name.as_ptr(), value.as_ptr())
        })?;
        Ok(self)
    }

    /// Also for options that are on (1) or off (0).
    pub fn integer(self, name: &str, value: i64) -> Result<Self> {
        let name = given(name)?;
        check(unsafe { ffi::optimeter_options_set_integer(self.handle, name.as_ptr(), value) })?;
        Ok(self)
    }

    pub fn real(self, name: &str, value: f64) -> Result<Self> {
        let name = given(name)?;
        check(unsafe { ffi::optimeter_options_set_real(self.handle, name.as_ptr(), value) })?;
        Ok(self)
    }

    pub fn integers(self, name: &str, values: &[i64]) -> Result<Self> {
        let name = given(name)?;
        check(unsafe {
            ffi::optimeter_options_set_integers(
                self.handle,
                name.as_ptr(),
                values.as_ptr(),
                values.len(),
            )
        })?;
        Ok(self)
    }

    /// Adds to an option that is a list of words; the first one replaces the default.
    pub fn add(self, name: &str, value: &str) -> Result<Self> {
        let (name, value) = (given(name)?, given(value)?);
        check(unsafe {
            ffi::optimeter_options_add_text(self.handle, name.as_ptr(), value.as_ptr())
        })?;
        Ok(self)
    }

    /// When a line is written (IOHprofiler's format): "always", "on_improvement",
    /// "on_delta_improvement", "each", "at" or "during".
    pub fn trigger(self, trigger: &str, values: &[f64]) -> Result<Self> {
        let trigger = given(trigger)?;
        check(unsafe {
            ffi::optimeter_options_add_trigger(
                self.handle,
                trigger.as_ptr(),
                values.as_ptr(),
                values.len(),
            )
        })?;
        Ok(self)
    }
}

/// Records runs in one folder. When it goes, all records are complete.
pub struct Observer {
    handle: *mut ffi::Observer,
}

// SAFETY: the library is thread-safe.
unsafe impl Send for Observer {}
unsafe impl Sync for Observer {}

impl Drop for Observer {
    fn drop(&mut self) {
        // SAFETY: the handle is our own and not used afterwards.
        unsafe { ffi::optimeter_observer_free(self.handle) }
    }
}

impl Observer {
    /// Makes the folder, or one with a number behind its name if it exists.
    pub fn new(folder: &str, options: &Options) -> Result<Self> {
        let folder = given(folder)?;
        made(unsafe { ffi::optimeter_observer_new(folder.as_ptr(), options.handle) })
            .map(|handle| Observer { handle })
    }

    /// Records the problem from now on. Any number of problems may be observed at once.
    pub fn observe(&self, problem: &mut Problem) -> Result<()> {
        check(unsafe { ffi::optimeter_observer_observe(self.handle, problem.handle) })
    }

    /// The folder that was made.
    pub fn folder(&self) -> &str {
        unsafe { text(ffi::optimeter_observer_folder(self.handle)) }
    }

    /// Completes all records and tells what went wrong.
    pub fn close(&self) -> Result<()> {
        check(unsafe { ffi::optimeter_observer_close(self.handle) })
    }
}
