//! The functions of `optimeter.h` that this crate uses.
use std::os::raw::{c_char, c_int};

opaque!(Suite, Problem, Options, Observer, Random);

#[repr(C)]
pub struct Selection {
    pub size: usize,
    pub functions: *const i64,
    pub number_of_functions: usize,
    pub dimensions: *const i64,
    pub number_of_dimensions: usize,
    pub instances: *const i64,
    pub number_of_instances: usize,
    pub year: i64,
    pub coco_noise: c_int,
}

pub const OK: c_int = 0;

extern "C" {
    pub fn optimeter_version() -> *const c_char;
    pub fn optimeter_abi() -> c_int;
    pub fn optimeter_last_status() -> c_int;
    pub fn optimeter_last_message() -> *const c_char;
    pub fn optimeter_clear_error();

    pub fn optimeter_number_of_suites() -> usize;
    pub fn optimeter_suite_name_at(position: usize) -> *const c_char;
    pub fn optimeter_suite_new(name: *const c_char, selection: *const Selection) -> *mut Suite;
    pub fn optimeter_suite_free(suite: *mut Suite);
    pub fn optimeter_suite_name(suite: *const Suite) -> *const c_char;
    pub fn optimeter_suite_size(suite: *const Suite) -> usize;
    pub fn optimeter_suite_problem(suite: *const Suite, position: usize) -> *mut Problem;
    pub fn optimeter_suite_find(suite: *const Suite, f: i64, d: i64, i: i64) -> usize;

    pub fn optimeter_problem_new(suite: *const c_char, f: i64, d: i64, i: i64) -> *mut Problem;
    pub fn optimeter_problem_free(problem: *mut Problem);
    pub fn optimeter_problem_copy(problem: *const Problem) -> *mut Problem;
    pub fn optimeter_problem_evaluate(
        problem: *mut Problem,
        x: *const f64,
        x_size: usize,
        y: *mut f64,
        y_size: usize,
    ) -> c_int;
    pub fn optimeter_problem_evaluate_batch(
        problem: *mut Problem,
        points: usize,
        x: *const f64,
        x_size: usize,
        y: *mut f64,
        y_size: usize,
    ) -> c_int;
    pub fn optimeter_problem_evaluate_constraints(
        problem: *mut Problem,
        x: *const f64,
        x_size: usize,
        g: *mut f64,
        g_size: usize,
    ) -> c_int;
    pub fn optimeter_problem_recommend(
        problem: *mut Problem,
        x: *const f64,
        x_size: usize,
    ) -> c_int;
    pub fn optimeter_problem_restart(problem: *mut Problem) -> c_int;
    pub fn optimeter_problem_limit(
        problem: *mut Problem,
        evaluations: u64,
        at_target: c_int,
    ) -> c_int;
    pub fn optimeter_problem_reseed(problem: *mut Problem, seed: u64) -> c_int;
    pub fn optimeter_problem_release(problem: *mut Problem) -> c_int;
    pub fn optimeter_problem_is_observed(problem: *const Problem) -> c_int;
    pub fn optimeter_problem_id(problem: *const Problem) -> *const c_char;
    pub fn optimeter_problem_name(problem: *const Problem) -> *const c_char;
    pub fn optimeter_problem_suite(problem: *const Problem) -> *const c_char;
    pub fn optimeter_problem_group(problem: *const Problem) -> *const c_char;
    pub fn optimeter_problem_function(problem: *const Problem) -> i64;
    pub fn optimeter_problem_instance(problem: *const Problem) -> i64;
    pub fn optimeter_problem_dimension(problem: *const Problem) -> usize;
    pub fn optimeter_problem_objectives(problem: *const Problem) -> usize;
    pub fn optimeter_problem_constraints(problem: *const Problem) -> usize;
    pub fn optimeter_problem_integer_variables(problem: *const Problem) -> usize;
    pub fn optimeter_problem_lower_bounds(problem: *const Problem) -> *const f64;
    pub fn optimeter_problem_upper_bounds(problem: *const Problem) -> *const f64;
    pub fn optimeter_problem_initial_solution(problem: *const Problem) -> *const f64;
    pub fn optimeter_problem_ideal(problem: *const Problem) -> *const f64;
    pub fn optimeter_problem_nadir(problem: *const Problem) -> *const f64;
    pub fn optimeter_problem_evaluations(problem: *const Problem) -> u64;
    pub fn optimeter_problem_evaluations_constraints(problem: *const Problem) -> u64;
    pub fn optimeter_problem_best_value(problem: *const Problem) -> f64;
    pub fn optimeter_problem_target_hit(problem: *const Problem) -> c_int;
    pub fn optimeter_problem_indicator(problem: *const Problem) -> f64;
    pub fn optimeter_problem_optimal_value(problem: *const Problem) -> f64;
    pub fn optimeter_problem_reveal(
        problem: *mut Problem,
        x: *mut f64,
        x_size: usize,
        quietly: c_int,
    ) -> c_int;
    pub fn optimeter_problem_set_attribute(
        problem: *mut Problem,
        name: *const c_char,
        value: f64,
    ) -> c_int;

    pub fn optimeter_options_new(format: *const c_char) -> *mut Options;
    pub fn optimeter_options_free(options: *mut Options);
    pub fn optimeter_options_set_text(
        o: *mut Options,
        name: *const c_char,
        v: *const c_char,
    ) -> c_int;
    pub fn optimeter_options_set_integer(o: *mut Options, name: *const c_char, v: i64) -> c_int;
    pub fn optimeter_options_set_real(o: *mut Options, name: *const c_char, v: f64) -> c_int;
    pub fn optimeter_options_set_integers(
        o: *mut Options,
        name: *const c_char,
        values: *const i64,
        size: usize,
    ) -> c_int;
    pub fn optimeter_options_add_text(
        o: *mut Options,
        name: *const c_char,
        v: *const c_char,
    ) -> c_int;
    pub fn optimeter_options_add_trigger(
        o: *mut Options,
        trigger: *const c_char,
        values: *const f64,
        size: usize,
    ) -> c_int;

    pub fn optimeter_observer_new(folder: *const c_char, options: *const Options) -> *mut Observer;
    pub fn optimeter_observer_free(observer: *mut Observer);
    pub fn optimeter_observer_close(observer: *mut Observer) -> c_int;
    pub fn optimeter_observer_folder(observer: *const Observer) -> *const c_char;
    pub fn optimeter_observer_observe(observer: *mut Observer, problem: *mut Problem) -> c_int;

    pub fn optimeter_random_new(seed: u32) -> *mut Random;
    pub fn optimeter_random_free(random: *mut Random);
    pub fn optimeter_random_uniform(random: *mut Random) -> f64;
    pub fn optimeter_random_normal(random: *mut Random) -> f64;
}
