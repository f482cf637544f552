//! Work on two threads or more, with the feature `parallel`: the same operations on the same words, so that
//! results do not depend on the number of threads.

/// Does both, at once if `parallel`.
pub(super) fn both(parallel: bool, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if parallel {
        rayon::join(first, second);
        return;
    }
    let _ = parallel;
    first();
    second();
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
        elements.par_chunks_mut(size).for_each(f);
        return;
    }
    let _ = parallel;
    elements.chunks_mut(size).for_each(f);
}
