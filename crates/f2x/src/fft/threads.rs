//! Work on two threads, with the feature `parallel`: the same operations on the same words, so that results do not
//! depend on the number of threads.

#[cfg(feature = "parallel")]
use core::sync::atomic::{AtomicUsize, Ordering};

/// Does both, at once if `parallel`.
pub(super) fn both(parallel: bool, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if parallel {
        let (mut first, mut second) = (Some(first), Some(second));
        join(&mut || once(&mut first), &mut || once(&mut second));
        return;
    }
    let _ = parallel;
    first();
    second();
}

/// Does what has not been done.
#[cfg(feature = "parallel")]
fn once(work: &mut Option<impl FnOnce()>) {
    if let Some(work) = work.take() {
        work();
    }
}

/// The pauses for which a thread waits for the other, some 50 to 100 microseconds.
#[cfg(feature = "parallel")]
const PAUSES: usize = 2000;

/// Does both at once. Who is done first waits a while for the other, if there is one: a thread of rayon's falls asleep
/// before a product has its next work for it, and to wake it takes as long as much of that work.
///
/// By pointers: so rayon's code is once in a program, not once for every pair of closures.
#[cfg(feature = "parallel")]
fn join(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let run = |work: &mut (dyn FnMut() + Send)| {
        begun.fetch_add(1, Ordering::Relaxed);
        work();
        done.fetch_add(1, Ordering::Relaxed);
        for _ in 0..PAUSES {
            if done.load(Ordering::Relaxed) == begun.load(Ordering::Relaxed) {
                break;
            }
            core::hint::spin_loop();
        }
    };
    rayon::join(|| run(first), || run(second));
}
