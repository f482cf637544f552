//! Work on two threads, with the feature `parallel`: the same operations on the same words, so that results do not
//! depend on the number of threads.

#[cfg(feature = "parallel")]
use core::sync::atomic::{AtomicBool, Ordering};

/// Does both, at once if `parallel`: the first on this thread, the second on one of rayon's pool.
pub(super) fn both(parallel: bool, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if parallel {
        let (mut first, mut second) = (Some(first), Some(second));
        at_once(&mut || once(&mut first), &mut || once(&mut second));
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

/// The pauses for which a thread waits for the other, some 200 to 500 microseconds.
#[cfg(feature = "parallel")]
const PAUSES: usize = 10_000;

/// Does both at once. Each waits a while for the other before it returns: a thread of rayon's falls asleep before a product
/// has its next work for it, and one that is still at work when the scope ends puts the calling thread to sleep; to wake
/// either takes as long as much of that work. For that reason the calling thread works, too, instead of one of the pool's
/// for it.
///
/// By pointers: so rayon's code is once in a program, not once for every pair of closures.
#[cfg(feature = "parallel")]
fn at_once(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    let (begun, first_done, second_done) = <(AtomicBool, AtomicBool, AtomicBool)>::default();
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| {
            begun.store(true, Ordering::Relaxed);
            second();
            wait_until(|| first_done.load(Ordering::Relaxed));
            second_done.store(true, Ordering::Relaxed);
        });
        first();
        first_done.store(true, Ordering::Relaxed);
        if begun.load(Ordering::Relaxed) {
            wait_until(|| second_done.load(Ordering::Relaxed));
        }
    });
}

/// Waits until `is_done`, or for [`PAUSES`].
#[cfg(feature = "parallel")]
fn wait_until(is_done: impl Fn() -> bool) {
    for _ in 0..PAUSES {
        if is_done() {
            break;
        }
        core::hint::spin_loop();
    }
}

/// Reads what another thread may have written, a word of every cache line: in order all of it comes sooner than line by
/// line where it is needed.
pub(super) fn fetch(words: &[u64]) {
    let sum = words.iter().step_by(LINE_WORDS).fold(0, |sum, word| sum ^ word);
    core::hint::black_box(sum);
}

/// The words of a cache line.
const LINE_WORDS: usize = 8;
