//! Observers of COCO.
use crate::ffi;
use crate::problem::Problem;

names! {
    "The names of the observers.":
    Bbob = "bbob",
    BbobBiobj = "bbob-biobj",
    Toy = "toy",
    None = "no_observer",
    BbobBoxed = "bbob-boxed",
    BbobBiobjExt = "bbob-biobj-ext",
    BbobLargescale = "bbob-largescale",
    BbobConstrained = "bbob-constrained",
    BbobMixint = "bbob-mixint",
    BbobBiobjMixint = "bbob-biobj-mixint",
    BbobNoisy = "bbob-noisy",
}

/// Records runs. A run that is under way when the observer goes is recorded to its end.
pub struct Observer {
    pub(crate) handle: *mut ffi::Observer,
}

// SAFETY of all blocks below: the handle is valid as long as `self` lives, texts live during the calls.
impl Observer {
    /// `None` if there is none to be had; `Name::None` asks for that.
    pub fn new(name: Name, options: &str) -> Option<Observer> {
        ffi::begin();
        let (name, options) = (ffi::given(name.text()), ffi::given(options));
        ffi::made(unsafe { ffi::coco_observer(name.as_ptr(), options.as_ptr()) })
            .map(|handle| Observer { handle })
    }

    pub fn result_folder(&self) -> &str {
        unsafe { ffi::text(ffi::coco_observer_get_result_folder(self.handle)) }
    }

    pub fn signal_restart(&self, problem: &Problem) {
        unsafe { ffi::coco_observer_signal_restart(self.handle, problem.handle) };
        ffi::check();
    }
}

impl Drop for Observer {
    fn drop(&mut self) {
        unsafe { ffi::coco_observer_free(self.handle) }
    }
}
