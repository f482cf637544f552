//! Compositions for carry-less products of one pair of words at a time, in vectors of four words for
//! all else: operands interleaved in memory.

use super::leaves::{Leaf3, Leaf4, Leaf5};
use crate::mul::{Interleave, Join, Karatsuba, Kernel, StagedHalves, StagedQuarters};

type Stages8 = Join<Kernel<Leaf4>>;
type Stages10 = Join<Kernel<Leaf5>>;
type Stages12 = Join<Join<Kernel<Leaf3>>>;
type Staged32 = StagedQuarters<Stages8>;
type Staged40 = StagedQuarters<Stages10>;
type Staged48 = StagedQuarters<Stages12>;

super::compositions! {
    24 => Interleave<StagedHalves<Stages12>>,
    32 => Interleave<Staged32>,
    40 => Interleave<Staged40>,
    48 => Interleave<Staged48>,
    64 => Interleave<Karatsuba<Staged32>>,
    80 => Interleave<Karatsuba<Staged40>>,
    96 => Interleave<Karatsuba<Staged48>>,
    128 => Interleave<Karatsuba<Karatsuba<Staged32>>>,
    160 => Interleave<Karatsuba<Karatsuba<Staged40>>>,
    192 => Interleave<Karatsuba<Karatsuba<Staged48>>>,
    256 => Interleave<Karatsuba<Karatsuba<Karatsuba<Staged32>>>>,
    320 => Interleave<Karatsuba<Karatsuba<Karatsuba<Staged40>>>>,
}
