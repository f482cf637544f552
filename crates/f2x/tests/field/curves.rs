//! The curves of NIST over binary fields (FIPS 186-4, Appendix D): the arithmetic of a field, all of
//! it, in one number that is known from elsewhere, the order of a point.
//!
//! y² + xy = x³ + ax² + b. The base point satisfies the equation and, times the order, is the point
//! at infinity, by doubling and adding in affine coordinates. The order is prime and not 1, so no
//! smaller multiple is.

use super::{Field, On, each_nist_field};
use crate::words::levels;
use f2x::field::{Element, Modulus};
use f2x::isa::Isa;
use f2x::{Level, Operation};

/// Numbers in hexadecimal digits.
struct Constants {
    name: &'static str,
    a: u64,
    b: &'static str,
    x: &'static str,
    y: &'static str,
    order: &'static str,
}

const CURVES: [Constants; 10] = [
    Constants {
        name: "B-163",
        a: 1,
        b: "20a601907b8c953ca1481eb10512f78744a3205fd",
        x: "03f0eba16286a2d57ea0991168d4994637e8343e36",
        y: "00d51fbc6c71a0094fa2cdd545b11c5c0c797324f1",
        order: "40000000000000000000292fe77e70c12a4234c33",
    },
    Constants {
        name: "K-163",
        a: 1,
        b: "1",
        x: "02fe13c0537bbc11acaa07d793de4e6d5e5c94eee8",
        y: "0289070fb05d38ff58321f2e800536d538ccdaa3d9",
        order: "4000000000000000000020108a2e0cc0d99f8a5ef",
    },
    Constants {
        name: "B-233",
        a: 1,
        b: "66647ede6c332c7f8c0923bb58213b333b20e9ce4281fe115f7d8f90ad",
        x: "00fac9dfcbac8313bb2139f1bb755fef65bc391f8b36f8f8eb7371fd558b",
        y: "01006a08a41903350678e58528bebf8a0beff867a7ca36716f7e01f81052",
        order: "1000000000000000000000000000013e974e72f8a6922031d2603cfe0d7",
    },
    Constants {
        name: "K-233",
        a: 0,
        b: "1",
        x: "017232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126",
        y: "01db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3",
        order: "8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf",
    },
    Constants {
        name: "B-283",
        a: 1,
        b: "27b680ac8b8596da5a4af8a19a0303fca97fd7645309fa2a581485af6263e313b79a2f5",
        x: "05f939258db7dd90e1934f8c70b0dfec2eed25b8557eac9c80e2e198f8cdbecd86b12053",
        y: "03676854fe24141cb98fe6d4b20d02b4516ff702350eddb0826779c813f0df45be8112f4",
        order: "3ffffffffffffffffffffffffffffffffffef90399660fc938a90165b042a7cefadb307",
    },
    Constants {
        name: "K-283",
        a: 0,
        b: "1",
        x: "0503213f78ca44883f1a3b8162f188e553cd265f23c1567a16876913b0c2ac2458492836",
        y: "01ccda380f1c9e318d90f95d07e5426fe87e45c0e8184698e45962364e34116177dd2259",
        order: "1ffffffffffffffffffffffffffffffffffe9ae2ed07577265dff7f94451e061e163c61",
    },
    Constants {
        name: "B-409",
        a: 1,
        b: concat!(
            "21a5c2c8ee9feb5c4b9a753b7b476b7fd6422ef1f3dd674761fa99d6ac27c8a9a197b272",
            "822f6cd57a55aa4f50ae317b13545f"
        ),
        x: concat!(
            "015d4860d088ddb3496b0c6064756260441cde4af1771d4db01ffe5b34e59703dc255a86",
            "8a1180515603aeab60794e54bb7996a7"
        ),
        y: concat!(
            "0061b1cfab6be5f32bbfa78324ed106a7636b9c5a7bd198d0158aa4f5488d08f38514f1f",
            "df4b4f40d2181b3681c364ba0273c706"
        ),
        order: concat!(
            "10000000000000000000000000000000000000000000000000001e2aad6a612f33307be5",
            "fa47c3c9e052f838164cd37d9a21173"
        ),
    },
    Constants {
        name: "K-409",
        a: 0,
        b: "1",
        x: concat!(
            "0060f05f658f49c1ad3ab1890f7184210efd0987e307c84c27accfb8f9f67cc2c460189e",
            "b5aaaa62ee222eb1b35540cfe9023746"
        ),
        y: concat!(
            "01e369050b7c4e42acba1dacbf04299c3460782f918ea427e6325165e9ea10e3da5f6c42",
            "e9c55215aa9ca27a5863ec48d8e0286b"
        ),
        order: concat!(
            "7ffffffffffffffffffffffffffffffffffffffffffffffffffe5f83b2d4ea20400ec455",
            "7d5ed3e3e7ca5b4b5c83b8e01e5fcf"
        ),
    },
    Constants {
        name: "B-571",
        a: 1,
        b: concat!(
            "2f40e7e2221f295de297117b7f3d62f5c6a97ffcb8ceff1cd6ba8ce4a9a18ad84ffabbd8",
            "efa59332be7ad6756a66e294afd185a78ff12aa520e4de739baca0c7ffeff7f2955727a"
        ),
        x: concat!(
            "0303001d34b856296c16c0d40d3cd7750a93d1d2955fa80aa5f40fc8db7b2abdbde53950",
            "f4c0d293cdd711a35b67fb1499ae60038614f1394abfa3b4c850d927e1e7769c8eec2d19"
        ),
        y: concat!(
            "037bf27342da639b6dccfffeb73d69d78c6c27a6009cbbca1980f8533921e8a684423e43",
            "bab08a576291af8f461bb2a8b3531d2f0485c19b16e2f1516e23dd3c1a4827af1b8ac15b"
        ),
        order: concat!(
            "3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe",
            "661ce18ff55987308059b186823851ec7dd9ca1161de93d5174d66e8382e9bb2fe84e47"
        ),
    },
    Constants {
        name: "K-571",
        a: 0,
        b: "1",
        x: concat!(
            "026eb7a859923fbc82189631f8103fe4ac9ca2970012d5d46024804801841ca443709584",
            "93b205e647da304db4ceb08cbbd1ba39494776fb988b47174dca88c7e2945283a01c8972"
        ),
        y: concat!(
            "0349dc807f4fbf374f4aeade3bca95314dd58cec9f307a54ffc61efc006d8a2c9d4979c0",
            "ac44aea74fbebbb9f772aedcb620b01a7ba7af1b320430c8591984f601cd4c143ef1c7a3"
        ),
        order: concat!(
            "200000000000000000000000000000000000000000000000000000000000000000000001",
            "31850e1f19a63e4b391a8db917f4138b630d84be5d639381e91deb45cfe778f637c1001"
        ),
    },
];

/// The words of hexadecimal digits.
fn words<const W: usize>(digits: &str) -> [u64; W] {
    let mut words = [0; W];
    for (i, digit) in digits.chars().rev().enumerate() {
        words[i / 16] |= u64::from(digit.to_digit(16).expect("a digit")) << (4 * (i % 16));
    }
    words
}

fn element<F: Modulus, const W: usize>(digits: &str) -> Element<F, W> {
    words(digits).try_into().expect("an element")
}

/// A point other than the one at infinity.
type Point<F, const W: usize> = [Element<F, W>; 2];

/// The curve equation's coefficients a and b, on one instruction set.
struct Curve<I, F, const W: usize> {
    on: On<I>,
    a: Element<F, W>,
    b: Element<F, W>,
}

impl<I: Isa, F: Modulus, const W: usize> Curve<I, F, W> {
    fn contains(&self, [x, y]: Point<F, W>) -> bool {
        let (on, x2) = (self.on, self.on.square(x));
        on.square(y) + on.mul(x, y) == on.mul(x2, x + self.a) + self.b
    }

    fn double(&self, p: Option<Point<F, W>>) -> Option<Point<F, W>> {
        let (on, [x, y]) = (self.on, p?);
        if x == Element::ZERO {
            return None;
        }
        let slope = x + on.mul(y, on.inverse(x));
        let x3 = on.square(slope) + slope + self.a;
        Some([x3, on.square(x) + on.mul(slope + Element::ONE, x3)])
    }

    fn add(&self, p: Option<Point<F, W>>, q: Option<Point<F, W>>) -> Option<Point<F, W>> {
        let (Some([x1, y1]), Some([x2, y2])) = (p, q) else {
            return p.or(q);
        };
        if x1 == x2 {
            return if y1 == y2 { self.double(p) } else { None };
        }
        let on = self.on;
        let slope = on.mul(y1 + y2, on.inverse(x1 + x2));
        let x3 = on.square(slope) + slope + x1 + x2 + self.a;
        Some([x3, on.mul(slope, x1 + x3) + x3 + y1])
    }

    /// The multiple of a point by a number of hexadecimal digits.
    fn multiple(&self, p: Point<F, W>, digits: &str) -> Option<Point<F, W>> {
        let bits = digits.chars().flat_map(|digit| {
            let digit = digit.to_digit(16).expect("a digit");
            [3, 2, 1, 0].map(|i| digit >> i & 1 == 1)
        });
        bits.fold(None, |sum, bit| {
            let sum = self.double(sum);
            if bit { self.add(sum, Some(p)) } else { sum }
        })
    }
}

struct Check<'c, F, const W: usize>(&'c Constants, core::marker::PhantomData<F>);

impl<F: Modulus, const W: usize> Operation for Check<'_, F, W> {
    type Output = ();
    fn run<I: Isa>(self, isa: I) {
        let Constants { name, a, b, x, y, order } = self.0;
        let level = I::LEVEL;
        let mut words_of_a = [0; W];
        words_of_a[0] = *a;
        let a = words_of_a.try_into().expect("an element");
        let on = On(isa);
        let curve = Curve { on, a, b: element::<F, W>(b) };
        let base = [element(x), element(y)];
        assert!(curve.contains(base), "{name} on {level}: the base point is not on the curve");
        assert!(curve.multiple(base, order).is_none(), "{name} on {level}: order");
        // y = x·z with z² + z = x + a + b/x², as points are decompressed.
        let [x, y] = base;
        let c = x + a + on.mul(curve.b, on.inverse(on.square(x)));
        let (z, solved) = on.solve_quadratic(c);
        assert!(bool::from(solved), "{name} on {level}: the point is not decompressed");
        let root = on.mul(z, x);
        assert!(root == y || root + x == y, "{name} on {level}: the point is decompressed wrongly");
    }
}

struct Curves(Level);

impl Field for Curves {
    fn field<F: Modulus, const W: usize>(&mut self) {
        let of_the_field = |curve: &&Constants| curve.name[2..] == F::BITS.to_string();
        let curves: Vec<_> = CURVES.iter().filter(of_the_field).collect();
        assert_eq!(curves.len(), 2);
        for curve in curves {
            let check = Check::<F, W>(curve, core::marker::PhantomData);
            self.0.dispatch(check).expect("an available level");
        }
    }
}

#[test]
fn base_points_have_their_orders() {
    for level in levels() {
        each_nist_field(&mut Curves(level));
    }
}
