//! Work on two threads or more, with the feature `parallel`: the same operations on the same words, so that
//! results do not depend on the number of threads.

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

/// Does both at once.
///
/// By pointers: so rayon's code is once in a program, not once for every pair of closures.
#[cfg(feature = "parallel")]
fn join(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    rayon::join(first, second);
}

/// Calls `f` for every `size` elements, and the rest, in any order if `parallel`.
pub(super) fn each_chunk<T: Send>(
    parallel: bool,
    elements: &mut [T],
    size: usize,
    f: impl Fn(&mut [T]) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if parallel {
        use rayon::prelude::*;
        // By a pointer: see `join`.
        let f: &(dyn Fn(&mut [T]) + Sync) = &f;
        elements.par_chunks_mut(size).for_each(f);
        return;
    }
    let _ = parallel;
    elements.chunks_mut(size).for_each(f);
}
