//! Telling a caller how far a long product is.

/// Told of the words that have been done since it was told before, on whatever thread.
pub(crate) type Tell<'t> = dyn Fn(usize) + Sync + 't;

/// Who is told, if anyone, and of how many words when all of some work is done.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'t> {
    tell: Option<&'t Tell<'t>>,
    words: usize,
}

impl<'t> Watch<'t> {
    pub(crate) const NONE: Watch<'static> = Watch { tell: None, words: 0 };

    /// All of some work stands for `words` words.
    #[cfg(feature = "parallel")]
    pub(crate) fn new(tell: &'t Tell<'t>, words: usize) -> Watch<'t> {
        Watch { tell: Some(tell), words }
    }

    /// So much of the work; its words, rounded down.
    pub(crate) fn part(self, count: usize, of: usize) -> Watch<'t> {
        if self.tell.is_none() {
            return self;
        }
        // In longer integers, for the product of two lengths.
        let words = self.words as u128 * count as u128 / of as u128;
        Watch { words: words as usize, ..self }
    }

    /// The work is done.
    pub(crate) fn done(self) {
        if let Some(tell) = self.tell {
            tell(self.words);
        }
    }
}
