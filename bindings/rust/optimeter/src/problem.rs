use std::fmt;
use std::slice;

use crate::error::{check, given, made, text, Error, Result};
use crate::ffi;

/// A problem with its counters. It may outlive the suite that it came from; when it goes, its record is
/// complete.
pub struct Problem {
    pub(crate) handle: *mut ffi::Problem,
}

// SAFETY: the library is thread-safe.
unsafe impl Send for Problem {}
unsafe impl Sync for Problem {}

impl Drop for Problem {
    fn drop(&mut self) {
        // SAFETY: the handle is our own and not used afterwards.
        unsafe { ffi::optimeter_problem_free(self.handle) }
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Problem({})", self.id())
    }
}

// SAFETY of all blocks below: the handle is valid as long as `self` lives; texts and vectors of the
// library live as long as the handle, which their lifetimes tell; lengths are those of the slices and
// are checked by the library.
impl Problem {
    /// Any possible dimension and instance, published or not.
    pub fn new(suite: &str, function: i64, dimension: i64, instance: i64) -> Result<Self> {
        let suite = given(suite)?;
        let handle =
            unsafe { ffi::optimeter_problem_new(suite.as_ptr(), function, dimension, instance) };
        made(handle).map(|handle| Problem { handle })
    }

    /// A problem with the same counters that is not observed.
    pub fn try_clone(&self) -> Result<Self> {
        made(unsafe { ffi::optimeter_problem_copy(self.handle) }).map(|handle| Problem { handle })
    }

    /// The value at a point, of a problem with one objective.
    pub fn evaluate(&mut self, x: &[f64]) -> Result<f64> {
        let mut y = 0.0;
        check(unsafe {
            ffi::optimeter_problem_evaluate(self.handle, x.as_ptr(), x.len(), &mut y, 1)
        })?;
        Ok(y)
    }

    /// The values at a point, one for each objective.
    pub fn evaluate_into(&mut self, x: &[f64], y: &mut [f64]) -> Result<()> {
        check(unsafe {
            ffi::optimeter_problem_evaluate(
                self.handle,
                x.as_ptr(),
                x.len(),
                y.as_mut_ptr(),
                y.len(),
            )
        })
    }

    /// The values at points that lie one behind the other.
    pub fn evaluate_batch(&mut self, points: usize, x: &[f64], y: &mut [f64]) -> Result<()> {
        check(unsafe {
            ffi::optimeter_problem_evaluate_batch(
                self.handle,
                points,
                x.as_ptr(),
                x.len(),
                y.as_mut_ptr(),
                y.len(),
            )
        })
    }

    /// Constraint values; a point is feasible where all are at most 0.
    pub fn evaluate_constraints(&mut self, x: &[f64], g: &mut [f64]) -> Result<()> {
        check(unsafe {
            ffi::optimeter_problem_evaluate_constraints(
                self.handle,
                x.as_ptr(),
                x.len(),
                g.as_mut_ptr(),
                g.len(),
            )
        })
    }

    /// Tells the record which point the optimizer would return now; it is not counted.
    pub fn recommend(&mut self, x: &[f64]) -> Result<()> {
        check(unsafe { ffi::optimeter_problem_recommend(self.handle, x.as_ptr(), x.len()) })
    }

    /// Tells the record that the optimizer restarts.
    pub fn restart(&mut self) -> Result<()> {
        check(unsafe { ffi::optimeter_problem_restart(self.handle) })
    }

    /// From now on evaluations beyond this number, those of constraints included, and, if wanted, those
    /// after the final target was hit, are `ErrorKind::Stopped`.
    pub fn limit(&mut self, evaluations: u64, at_target: bool) -> Result<()> {
        check(unsafe { ffi::optimeter_problem_limit(self.handle, evaluations, at_target.into()) })
    }

    /// Begins a new stream of noise.
    pub fn reseed(&mut self, seed: u64) -> Result<()> {
        check(unsafe { ffi::optimeter_problem_reseed(self.handle, seed) })
    }

    /// Completes the record.
    pub fn release(&mut self) -> Result<()> {
        check(unsafe { ffi::optimeter_problem_release(self.handle) })
    }

    getters! {
        is_observed: bool = |p| ffi::optimeter_problem_is_observed(p) != 0;
        id: &str = |p| text(ffi::optimeter_problem_id(p));
        name: &str = |p| text(ffi::optimeter_problem_name(p));
        suite: &str = |p| text(ffi::optimeter_problem_suite(p));
        group: &str = |p| text(ffi::optimeter_problem_group(p));
        function: i64 = |p| ffi::optimeter_problem_function(p);
        instance: i64 = |p| ffi::optimeter_problem_instance(p);
        dimension: usize = |p| ffi::optimeter_problem_dimension(p);
        objectives: usize = |p| ffi::optimeter_problem_objectives(p);
        constraints: usize = |p| ffi::optimeter_problem_constraints(p);
        /// They come first.
        integer_variables: usize = |p| ffi::optimeter_problem_integer_variables(p);
        evaluations: u64 = |p| ffi::optimeter_problem_evaluations(p);
        evaluations_constraints: u64 = |p| ffi::optimeter_problem_evaluations_constraints(p);
        /// Of feasible points, one objective; infinity before the first.
        best_value: f64 = |p| ffi::optimeter_problem_best_value(p);
        target_hit: bool = |p| ffi::optimeter_problem_target_hit(p) != 0;
        /// The value of the optimum; NaN where it is not known or not one.
        optimal_value: f64 = |p| ffi::optimeter_problem_optimal_value(p);
    }

    pub fn lower_bounds(&self) -> &[f64] {
        unsafe { self.vector(ffi::optimeter_problem_lower_bounds(self.handle), self.dimension()) }
    }

    pub fn upper_bounds(&self) -> &[f64] {
        unsafe { self.vector(ffi::optimeter_problem_upper_bounds(self.handle), self.dimension()) }
    }

    pub fn initial_solution(&self) -> &[f64] {
        unsafe {
            self.vector(ffi::optimeter_problem_initial_solution(self.handle), self.dimension())
        }
    }

    /// Several objectives; empty where it is not known.
    pub fn ideal(&self) -> &[f64] {
        unsafe { self.vector(ffi::optimeter_problem_ideal(self.handle), self.objectives()) }
    }

    /// Several objectives; empty where it is not known.
    pub fn nadir(&self) -> &[f64] {
        unsafe { self.vector(ffi::optimeter_problem_nadir(self.handle), self.objectives()) }
    }

    unsafe fn vector(&self, values: *const f64, size: usize) -> &[f64] {
        if values.is_null() {
            return &[];
        }
        slice::from_raw_parts(values, size)
    }

    /// Several objectives: what is to be minimised.
    pub fn indicator(&self) -> Result<f64> {
        unsafe {
            ffi::optimeter_clear_error();
            let value = ffi::optimeter_problem_indicator(self.handle);
            if ffi::optimeter_last_status() != ffi::OK {
                return Err(Error::last());
            }
            Ok(value)
        }
    }

    /// The optimum; a record tells that the user looked at it.
    pub fn reveal(&mut self) -> Result<Vec<f64>> {
        let mut x = vec![0.0; self.dimension()];
        check(unsafe { ffi::optimeter_problem_reveal(self.handle, x.as_mut_ptr(), x.len(), 0) })?;
        Ok(x)
    }

    /// Sets a number of the optimizer that the record was told to expect.
    pub fn set_attribute(&mut self, name: &str, value: f64) -> Result<()> {
        let name = given(name)?;
        check(unsafe { ffi::optimeter_problem_set_attribute(self.handle, name.as_ptr(), value) })
    }
}

/// The generator of COCO's programs; its numbers are the same bit for bit.
pub struct CocoRandom {
    handle: *mut ffi::Random,
}

// SAFETY: the handle may go to another thread; it is used by one at a time.
unsafe impl Send for CocoRandom {}

impl CocoRandom {
    pub fn new(seed: u32) -> Result<Self> {
        made(unsafe { ffi::optimeter_random_new(seed) }).map(|handle| CocoRandom { handle })
    }

    pub fn uniform(&mut self) -> f64 {
        unsafe { ffi::optimeter_random_uniform(self.handle) }
    }

    pub fn normal(&mut self) -> f64 {
        unsafe { ffi::optimeter_random_normal(self.handle) }
    }
}

impl Drop for CocoRandom {
    fn drop(&mut self) {
        unsafe { ffi::optimeter_random_free(self.handle) }
    }
}
