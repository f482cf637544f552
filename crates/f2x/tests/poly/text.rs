//! Polynomials as text, bytes and words.

use crate::naive::polys;
use f2x::Poly;
use proptest::prelude::*;

proptest! {
    #[test]
    fn every_form_is_read_back(a in polys()) {
        for text in [format!("{a}"), format!("{a:x}"), format!("{a:#}"), format!("{a:#x}")] {
            // Of hexadecimal digits without 0x, 1 and 0 are numbers too.
            prop_assert_eq!(text.parse(), Ok(a.clone()), "{}", text);
        }
        prop_assert_eq!(Poly::from_le_bytes(&a.to_le_bytes()), a.clone());
        prop_assert_eq!(Poly::from_be_bytes(&a.to_be_bytes()), a.clone());
        prop_assert_eq!(a.to_le_bytes().len(), a.bits().div_ceil(8));
        prop_assert_eq!(Poly::from_words(a.words()), a.clone());
        prop_assert_eq!(Poly::from_words(a.clone().into_words()), a);
    }
}

#[test]
fn text_is_what_it_looks_like() {
    let poly = |text: &str| text.parse::<Poly>();
    let p163 = Poly::from_exponents([163, 7, 6, 3, 0]);
    assert_eq!(poly("x^163+x^7+x^6+x^3+1"), Ok(p163.clone()));
    assert_eq!(p163.to_string(), "x^163+x^7+x^6+x^3+1");
    assert_eq!(format!("{p163:#x}"), "0x800000000000000000000000000000000000000c9");
    assert_eq!(poly(" 1 + x ^ 2\n+ X"), Ok(Poly::from(7)));
    assert_eq!(poly("x+x"), Ok(Poly::ZERO));
    assert_eq!(poly("0+1"), Ok(Poly::one()));
    assert_eq!(poly("10"), Ok(Poly::from(16)));
    assert_eq!(poly("0XfF_fF"), Ok(Poly::from(0xffff)));
    assert_eq!(Poly::ZERO.to_string(), "0");
    assert_eq!(format!("{:#x}", Poly::ZERO), "0x0");
    assert_eq!(format!("{:?}", Poly::from(0xab)), "Poly(0xab)");
}

#[test]
fn what_is_no_polynomial_is_refused_where_it_goes_wrong() {
    let at = |text: &str| text.parse::<Poly>().unwrap_err().at;
    for (text, place) in [
        ("", 0),
        ("0x", 2),
        ("12g", 2),
        ("x^", 2),
        ("x^a", 2),
        ("x+", 2),
        ("x-1", 1),
        ("x+y", 2),
        ("x^4294967296", 11),
        ("1+2", 2),
        ("x 1", 2),
    ] {
        assert_eq!(at(text), place, "{text}");
    }
    let error = "x+y".parse::<Poly>().unwrap_err();
    assert_eq!(error.to_string(), "byte 2: expected a term (0, 1, x or x^N)");
}
