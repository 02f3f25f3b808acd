use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_int};

use crate::ffi;

/// What kind of failure it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Unknown name, number out of range, wrong length.
    InvalidArgument,
    /// The limit of the problem is reached.
    Stopped,
    /// A file could not be written.
    File,
    /// Anything else.
    Failure,
}

/// A failure; its text names what was given and what is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub(crate) fn last() -> Self {
        // SAFETY: both functions may be called at any time; the text is copied at once.
        let (status, message) = unsafe {
            (ffi::optimeter_last_status(), text(ffi::optimeter_last_message()).to_owned())
        };
        let kind = match status {
            1 | 2 | 7 => ErrorKind::InvalidArgument,
            3 => ErrorKind::Stopped,
            4 => ErrorKind::File,
            _ => ErrorKind::Failure,
        };
        Error { kind, message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

pub(crate) fn check(status: c_int) -> Result<()> {
    if status == ffi::OK {
        Ok(())
    } else {
        Err(Error::last())
    }
}

pub(crate) fn made<T>(handle: *mut T) -> Result<*mut T> {
    if handle.is_null() {
        Err(Error::last())
    } else {
        Ok(handle)
    }
}

/// A text of the library, which is UTF-8.
///
/// # Safety
/// `chars` is null or a text that lives as long as the result is used.
pub(crate) unsafe fn text<'a>(chars: *const c_char) -> &'a str {
    if chars.is_null() {
        return "";
    }
    CStr::from_ptr(chars).to_str().unwrap_or("")
}

/// A text for the library.
pub(crate) fn given(value: &str) -> Result<CString> {
    CString::new(value).map_err(|_| Error {
        kind: ErrorKind::InvalidArgument,
        message: format!("a text must not hold a zero byte; got {:?}", value),
    })
}
