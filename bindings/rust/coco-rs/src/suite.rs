//! Suites of COCO.
use std::ptr;

use crate::ffi;
use crate::observer::Observer;
use crate::problem::Problem;

names! {
    "The names of the suites.":
    Bbob = "bbob",
    BbobBiobj = "bbob-biobj",
    BbobBiobjExt = "bbob-biobj-ext",
    BbobLargescale = "bbob-largescale",
    BbobConstrained = "bbob-constrained",
    BbobMixint = "bbob-mixint",
    BbobBiobjMixint = "bbob-biobj-mixint",
    /// Another name of `BbobBoxed`.
    SboxCost = "bbob-boxed",
    Toy = "toy",
    BbobBoxed = "bbob-boxed",
    BbobNoisy = "bbob-noisy",
}

macro_rules! index {
    ($($(#[$text:meta])* $name:ident),*) => {
        $(
            $(#[$text])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub struct $name(pub usize);
        )*
    };
}
index!(
    /// A problem of the complete suite, from 0.
    ProblemIdx,
    /// A function of the complete suite, from 0.
    FunctionIdx,
    /// An instance of the complete suite, from 0.
    InstanceIdx,
    /// A dimension of the complete suite, from 0.
    DimensionIdx
);

/// Problems, by COCO's three strings.
pub struct Suite {
    handle: *mut ffi::Suite,
    name: Name,
    instance: String,
    options: String,
}

// SAFETY: the library is thread-safe.
unsafe impl Send for Suite {}

// SAFETY of all blocks below: the handle is valid as long as `self` lives, texts live during the calls.
impl Suite {
    pub fn new(name: Name, instance: &str, options: &str) -> Option<Suite> {
        ffi::begin();
        let strings = (ffi::given(name.text()), ffi::given(instance), ffi::given(options));
        let handle =
            unsafe { ffi::coco_suite(strings.0.as_ptr(), strings.1.as_ptr(), strings.2.as_ptr()) };
        ffi::made(handle).map(|handle| Suite {
            handle,
            name,
            instance: instance.to_owned(),
            options: options.to_owned(),
        })
    }

    /// The next problem, observed if wanted; `None` at the end, after which it begins again.
    pub fn next_problem<'s>(&'s mut self, observer: Option<&mut Observer>) -> Option<Problem<'s>> {
        let observer = observer.map_or(ptr::null_mut(), |one| one.handle);
        self.own(unsafe { ffi::coco_suite_get_next_problem(self.handle, observer) })
    }

    /// `None` if the index is too large or filtered out.
    pub fn problem(&mut self, problem_idx: ProblemIdx) -> Option<Problem<'_>> {
        self.own(unsafe { ffi::coco_suite_get_problem(self.handle, problem_idx.0) })
    }

    pub fn problem_by_function_dimension_instance(
        &mut self,
        function: usize,
        dimension: usize,
        instance: usize,
    ) -> Option<Problem<'_>> {
        self.own(unsafe {
            ffi::coco_suite_get_problem_by_function_dimension_instance(
                self.handle,
                function,
                dimension,
                instance,
            )
        })
    }

    fn own(&self, problem: *mut ffi::Problem) -> Option<Problem<'_>> {
        ffi::check();
        if problem.is_null() {
            None
        } else {
            Some(Problem::own(problem))
        }
    }

    /// Of the complete suite, whatever the options left of it.
    pub fn number_of_problems(&self) -> usize {
        unsafe { ffi::coco_suite_get_number_of_problems(self.handle) }
    }

    pub fn function_from_function_index(&self, function_idx: FunctionIdx) -> usize {
        self.checked(unsafe {
            ffi::coco_suite_get_function_from_function_index(self.handle, function_idx.0)
        })
    }

    pub fn dimension_from_dimension_index(&self, dimension_idx: DimensionIdx) -> usize {
        self.checked(unsafe {
            ffi::coco_suite_get_dimension_from_dimension_index(self.handle, dimension_idx.0)
        })
    }

    pub fn instance_from_instance_index(&self, instance_idx: InstanceIdx) -> usize {
        self.checked(unsafe {
            ffi::coco_suite_get_instance_from_instance_index(self.handle, instance_idx.0)
        })
    }

    fn checked(&self, number: usize) -> usize {
        ffi::check();
        number
    }
}

impl Clone for Suite {
    /// The suite made anew from its strings: the iteration begins again.
    fn clone(&self) -> Self {
        Suite::new(self.name, &self.instance, &self.options).expect("it could be made before")
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        unsafe { ffi::coco_suite_free(self.handle) }
    }
}
