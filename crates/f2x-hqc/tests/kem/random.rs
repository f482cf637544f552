//! Random bytes: the generator of the known answers.

use rand_core::{TryCryptoRng, TryRng};
use shake::{ExtendableOutput, Shake256, Update, XofReader};
use std::convert::Infallible;

/// SHAKE256 of an entropy input and a zero byte.
pub(crate) struct Random(shake::Shake256Reader);

impl Random {
    pub(crate) fn new(entropy: &[u8]) -> Self {
        let mut shake = Shake256::default();
        shake.update(entropy);
        shake.update(&[0]);
        Self(shake.finalize_xof())
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read(&mut bytes);
        bytes
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        u64::from_le_bytes(self.bytes()) as usize % bound
    }
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_le_bytes(self.bytes()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_le_bytes(self.bytes()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.read(bytes);
        Ok(())
    }
}

impl TryCryptoRng for Random {}
