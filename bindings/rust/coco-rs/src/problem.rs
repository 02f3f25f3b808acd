use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::slice;

use crate::ffi;
use crate::observer::Observer;
use crate::suite::ProblemIdx;

/// A problem of a suite. When it goes, its record is complete.
pub struct Problem<'suite> {
    pub(crate) handle: *mut ffi::Problem,
    suite: PhantomData<&'suite ()>,
}

// SAFETY: the library is thread-safe.
unsafe impl Send for Problem<'_> {}

impl Drop for Problem<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is not used afterwards; the suite notices that it is gone.
        unsafe {
            if ffi::coco_problem_is_valid(self.handle) != 0 {
                ffi::coco_problem_free(self.handle);
            }
        }
    }
}

// SAFETY of all blocks below: the handle is valid as long as `self` lives; texts and vectors of the
// library live as long as the handle; lengths are asserted.
impl Problem<'_> {
    pub(crate) fn own(handle: *mut ffi::Problem) -> Self {
        Problem { handle, suite: PhantomData }
    }

    getters! {
        id: &str = |p| ffi::text(ffi::coco_problem_get_id(p));
        name: &str = |p| ffi::text(ffi::coco_problem_get_name(p));
        typ: &str = |p| ffi::text(ffi::coco_problem_get_type(p));
        final_target_hit: bool = |p| ffi::coco_problem_final_target_hit(p) != 0;
        final_target_value: f64 = |p| ffi::coco_problem_get_final_target_fvalue1(p);
        best_value: f64 = |p| ffi::coco_problem_get_best_value(p);
        best_observed_value: f64 = |p| ffi::coco_problem_get_best_observed_fvalue1(p);
        dimension: usize = |p| ffi::coco_problem_get_dimension(p);
        number_of_objectives: usize = |p| ffi::coco_problem_get_number_of_objectives(p);
        number_of_constraints: usize = |p| ffi::coco_problem_get_number_of_constraints(p);
        number_of_integer_variables: usize = |p| ffi::coco_problem_get_number_of_integer_variables(p);
        evaluations: u64 = |p| ffi::coco_problem_get_evaluations(p) as u64;
        evaluations_constraints: u64 = |p| ffi::coco_problem_get_evaluations_constraints(p) as u64;
    }

    pub fn add_observer(&mut self, observer: &Observer) {
        self.handle = unsafe { ffi::coco_problem_add_observer(self.handle, observer.handle) };
        ffi::check();
    }

    pub fn remove_observer(&mut self, observer: &Observer) {
        self.handle = unsafe { ffi::coco_problem_remove_observer(self.handle, observer.handle) };
        ffi::check();
    }

    pub fn suite_index(&self) -> ProblemIdx {
        ProblemIdx(unsafe { ffi::coco_problem_get_suite_dep_index(self.handle) })
    }

    pub fn evaluate_function(&mut self, x: &[f64], y: &mut [f64]) {
        assert_eq!(x.len(), self.dimension(), "x has one value for each variable");
        assert_eq!(y.len(), self.number_of_objectives(), "y has one value for each objective");
        unsafe { ffi::coco_evaluate_function(self.handle, x.as_ptr(), y.as_mut_ptr()) };
        ffi::check();
    }

    pub fn evaluate_constraint(&mut self, x: &[f64], y: &mut [f64]) {
        assert_eq!(x.len(), self.dimension(), "x has one value for each variable");
        assert_eq!(y.len(), self.number_of_constraints(), "y has one value for each constraint");
        unsafe { ffi::coco_evaluate_constraint(self.handle, x.as_ptr(), y.as_mut_ptr()) };
        ffi::check();
    }

    pub fn initial_solution(&self, x: &mut [f64]) {
        assert_eq!(x.len(), self.dimension(), "x has one value for each variable");
        unsafe { ffi::coco_problem_get_initial_solution(self.handle, x.as_mut_ptr()) };
        ffi::check();
    }

    pub fn ranges_of_interest(&self) -> Vec<RangeInclusive<f64>> {
        let (lower, upper) = unsafe {
            (
                slice::from_raw_parts(
                    ffi::coco_problem_get_smallest_values_of_interest(self.handle),
                    self.dimension(),
                ),
                slice::from_raw_parts(
                    ffi::coco_problem_get_largest_values_of_interest(self.handle),
                    self.dimension(),
                ),
            )
        };
        lower.iter().zip(upper).map(|(&low, &high)| low..=high).collect()
    }
}
