//! The functions of `coco.h` that this crate uses, and how their errors come back.
use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int};
use std::sync::Once;

opaque!(Suite, Problem, Observer, RandomState);

extern "C" {
    pub static coco_version: *const c_char;
    fn coco_set_error_handler(handler: Option<extern "C" fn(*const c_char, c_int)>);
    pub fn coco_set_log_level(level: *const c_char) -> *const c_char;

    pub fn coco_random_new(seed: u32) -> *mut RandomState;
    pub fn coco_random_free(state: *mut RandomState);
    pub fn coco_random_uniform(state: *mut RandomState) -> f64;
    pub fn coco_random_normal(state: *mut RandomState) -> f64;

    pub fn coco_suite(n: *const c_char, i: *const c_char, o: *const c_char) -> *mut Suite;
    pub fn coco_suite_free(suite: *mut Suite);
    pub fn coco_suite_get_next_problem(suite: *mut Suite, observer: *mut Observer) -> *mut Problem;
    pub fn coco_suite_get_problem(suite: *mut Suite, index: usize) -> *mut Problem;
    pub fn coco_suite_get_problem_by_function_dimension_instance(
        suite: *mut Suite,
        f: usize,
        d: usize,
        i: usize,
    ) -> *mut Problem;
    pub fn coco_suite_get_number_of_problems(suite: *const Suite) -> usize;
    pub fn coco_suite_get_function_from_function_index(suite: *const Suite, i: usize) -> usize;
    pub fn coco_suite_get_dimension_from_dimension_index(suite: *const Suite, i: usize) -> usize;
    pub fn coco_suite_get_instance_from_instance_index(suite: *const Suite, i: usize) -> usize;

    pub fn coco_observer(name: *const c_char, options: *const c_char) -> *mut Observer;
    pub fn coco_observer_free(observer: *mut Observer);
    pub fn coco_observer_get_result_folder(observer: *const Observer) -> *const c_char;
    pub fn coco_observer_signal_restart(observer: *mut Observer, problem: *mut Problem);
    pub fn coco_problem_add_observer(problem: *mut Problem, o: *mut Observer) -> *mut Problem;
    pub fn coco_problem_remove_observer(problem: *mut Problem, o: *mut Observer) -> *mut Problem;

    pub fn coco_problem_is_valid(problem: *const Problem) -> c_int;
    pub fn coco_problem_free(problem: *mut Problem);
    pub fn coco_evaluate_function(problem: *mut Problem, x: *const f64, y: *mut f64);
    pub fn coco_evaluate_constraint(problem: *mut Problem, x: *const f64, y: *mut f64);
    pub fn coco_problem_get_id(problem: *const Problem) -> *const c_char;
    pub fn coco_problem_get_name(problem: *const Problem) -> *const c_char;
    pub fn coco_problem_get_type(problem: *const Problem) -> *const c_char;
    pub fn coco_problem_get_suite_dep_index(problem: *const Problem) -> usize;
    pub fn coco_problem_get_initial_solution(problem: *const Problem, x: *mut f64);
    pub fn coco_problem_final_target_hit(problem: *const Problem) -> c_int;
    pub fn coco_problem_get_final_target_fvalue1(problem: *const Problem) -> f64;
    pub fn coco_problem_get_best_value(problem: *const Problem) -> f64;
    pub fn coco_problem_get_best_observed_fvalue1(problem: *const Problem) -> f64;
    pub fn coco_problem_get_dimension(problem: *const Problem) -> usize;
    pub fn coco_problem_get_number_of_objectives(problem: *const Problem) -> usize;
    pub fn coco_problem_get_number_of_constraints(problem: *const Problem) -> usize;
    pub fn coco_problem_get_number_of_integer_variables(problem: *const Problem) -> usize;
    pub fn coco_problem_get_smallest_values_of_interest(problem: *const Problem) -> *const f64;
    pub fn coco_problem_get_largest_values_of_interest(problem: *const Problem) -> *const f64;
    pub fn coco_problem_get_evaluations(problem: *const Problem) -> usize;
    pub fn coco_problem_get_evaluations_constraints(problem: *const Problem) -> usize;
}

thread_local! {
    static REPORTED: RefCell<Option<String>> = RefCell::new(None);
}

extern "C" fn note(message: *const c_char, _invalid_handle: c_int) {
    // SAFETY: the library gives a text that lives during the call.
    let message = unsafe { text(message) }.to_owned();
    REPORTED.with(|last| {
        last.borrow_mut().get_or_insert(message);
    });
}

/// Lets errors come to this crate; before the first call of the library.
pub fn begin() {
    static ONCE: Once = Once::new();
    // SAFETY: the handler does not unwind and lives for ever.
    ONCE.call_once(|| unsafe { coco_set_error_handler(Some(note)) });
}

/// What was reported in this thread since the last time.
pub fn taken() -> Option<String> {
    REPORTED.with(|last| last.borrow_mut().take())
}

/// Panics with what the library reported, if it did.
pub fn check() {
    if let Some(message) = taken() {
        panic!("{}", message);
    }
}

/// For constructors: nothing, and one line on the error stream.
pub fn made<T>(handle: *mut T) -> Option<*mut T> {
    if let Some(message) = taken() {
        eprintln!("COCO ERROR: {}", message);
    }
    if handle.is_null() {
        None
    } else {
        Some(handle)
    }
}

pub fn given(value: &str) -> CString {
    CString::new(value).expect("a text must not hold a zero byte")
}

/// # Safety
/// `chars` is a text that lives as long as the result is used.
pub unsafe fn text<'a>(chars: *const c_char) -> &'a str {
    CStr::from_ptr(chars).to_str().unwrap_or("")
}
