use std::ptr;

use crate::error::{given, made, text, Error, Result};
use crate::ffi;
use crate::problem::Problem;

/// The names of all suites.
pub fn suites() -> Vec<&'static str> {
    // SAFETY: the names are constant.
    unsafe {
        (0..ffi::optimeter_number_of_suites())
            .map(|position| text(ffi::optimeter_suite_name_at(position)))
            .collect()
    }
}

/// Which problems of a suite; what is not set is as usual.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    functions: Option<Vec<i64>>,
    dimensions: Option<Vec<i64>>,
    instances: Option<Vec<i64>>,
    year: i64,
    coco_noise: bool,
}

impl Selection {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn functions(mut self, numbers: &[i64]) -> Self {
        self.functions = Some(numbers.to_vec());
        self
    }

    pub fn dimensions(mut self, numbers: &[i64]) -> Self {
        self.dimensions = Some(numbers.to_vec());
        self
    }

    /// In this order, repetitions kept.
    pub fn instances(mut self, numbers: &[i64]) -> Self {
        self.instances = Some(numbers.to_vec());
        self
    }

    /// The instances of that year's workshop.
    pub fn year(mut self, year: i64) -> Self {
        self.year = year;
        self
    }

    /// Noisy problems take the numbers of COCO.
    pub fn coco_noise(mut self) -> Self {
        self.coco_noise = true;
        self
    }
}

/// An ordered collection of problems that are made when asked for; instances vary fastest, then
/// functions, then dimensions.
pub struct Suite {
    handle: *mut ffi::Suite,
}

// SAFETY: the library is thread-safe.
unsafe impl Send for Suite {}
unsafe impl Sync for Suite {}

impl Drop for Suite {
    fn drop(&mut self) {
        // SAFETY: the handle is our own and not used afterwards.
        unsafe { ffi::optimeter_suite_free(self.handle) }
    }
}

fn part(numbers: &Option<Vec<i64>>) -> (*const i64, usize) {
    match numbers {
        Some(all) => (all.as_ptr(), all.len()),
        None => (ptr::null(), 0),
    }
}

// SAFETY of all blocks below: the handle is valid as long as `self` lives.
impl Suite {
    pub fn new(name: &str, selection: &Selection) -> Result<Self> {
        let name = given(name)?;
        let (functions, number_of_functions) = part(&selection.functions);
        let (dimensions, number_of_dimensions) = part(&selection.dimensions);
        let (instances, number_of_instances) = part(&selection.instances);
        let chosen = ffi::Selection {
            size: std::mem::size_of::<ffi::Selection>(),
            functions,
            number_of_functions,
            dimensions,
            number_of_dimensions,
            instances,
            number_of_instances,
            year: selection.year,
            coco_noise: selection.coco_noise.into(),
        };
        let handle = unsafe { ffi::optimeter_suite_new(name.as_ptr(), &chosen) };
        made(handle).map(|handle| Suite { handle })
    }

    pub fn name(&self) -> &str {
        unsafe { text(ffi::optimeter_suite_name(self.handle)) }
    }

    pub fn len(&self) -> usize {
        unsafe { ffi::optimeter_suite_size(self.handle) }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A new problem: that at a position from 0.
    pub fn problem(&self, position: usize) -> Result<Problem> {
        made(unsafe { ffi::optimeter_suite_problem(self.handle, position) })
            .map(|handle| Problem { handle })
    }

    /// A new problem: that with these numbers.
    pub fn find(&self, function: i64, dimension: i64, instance: i64) -> Result<Problem> {
        let position =
            unsafe { ffi::optimeter_suite_find(self.handle, function, dimension, instance) };
        if position >= self.len() {
            return Err(Error::last());
        }
        self.problem(position)
    }

    /// The problems one after the other, each made anew.
    pub fn iter(&self) -> impl Iterator<Item = Result<Problem>> + '_ {
        (0..self.len()).map(move |position| self.problem(position))
    }
}

impl<'a> IntoIterator for &'a Suite {
    type Item = Result<Problem>;
    type IntoIter = Box<dyn Iterator<Item = Result<Problem>> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
