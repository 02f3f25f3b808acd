// What both crates write by macros.

/// Types of the library that are only pointed to.
macro_rules! opaque {
    ($($name:ident),*) => { $( #[repr(C)] pub struct $name { _private: [u8; 0] } )* };
}

/// Methods that ask the library, each by a function of the handle.
macro_rules! getters {
    ($($(#[$text:meta])* $name:ident: $kind:ty = |$handle:ident| $value:expr;)*) => {
        $(
            $(#[$text])*
            pub fn $name(&self) -> $kind {
                let $handle = self.handle;
                unsafe { $value }
            }
        )*
    };
}
