//! Operations in the rings that schemes use, compiled in this crate.
//!
//! They are those of [`ring`](crate::ring) by the same names; inverses are there where a scheme takes them. A crate that calls the generic methods compiles
//! all kernels of all levels again, which takes a minute; one that calls these functions does not.

macro_rules! compiled {
    ($(#[$doc:meta] $name:ident: $ring:ty $(, $inverse:ident)?;)*) => {$(
        #[$doc]
        pub mod $name {
            /// An element.
            pub type Element = $ring;

            /// [`a.product(b)`](crate::ring::Cyclic::product)
            #[inline(never)]
            pub fn product(a: &Element, b: &Element) -> Element {
                a.product(b)
            }

            /// [`a.square()`](crate::ring::Cyclic::square)
            #[inline(never)]
            pub fn square(a: &Element) -> Element {
                a.square()
            }

            $(
                /// [`a.inverse()`](crate::ring::Cyclic::inverse)
                #[inline(never)]
                pub fn $inverse(a: &Element) -> (Element, crate::field::Choice) {
                    a.inverse()
                }
            )?
        }
    )*};
}

compiled! {
    /// The ring of HQC-1.
    hqc1: crate::ring::Hqc1;
    /// The ring of HQC-3.
    hqc3: crate::ring::Hqc3;
    /// The ring of HQC-5.
    hqc5: crate::ring::Hqc5;
    /// The ring of BIKE, level 1.
    bike1: crate::ring::Bike1, inverse;
    /// The ring of BIKE, level 3.
    bike3: crate::ring::Bike3, inverse;
    /// The ring of BIKE, level 5.
    bike5: crate::ring::Bike5, inverse;
}
