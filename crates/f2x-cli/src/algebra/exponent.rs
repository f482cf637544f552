//! Exponents: numbers of any length.

/// A number that is not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exponent {
    /// Its words, least significant first.
    Words(Vec<u64>),
    /// 2^K
    PowerOfTwo(usize),
}

/// Reads decimal digits, 0x and hexadecimal digits, or 2^K.
pub(crate) fn parse(text: &str) -> Result<Exponent, String> {
    if let Some(k) = text.strip_prefix("2^") {
        return k.parse().map(Exponent::PowerOfTwo).map_err(|error| format!("2^K: {error}"));
    }
    let (digits, base) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    if digits.is_empty() {
        return Err("there are no digits".into());
    }
    let mut words = Vec::new();
    for character in digits.chars() {
        let digit = character.to_digit(base).ok_or_else(|| format!("'{character}' is no digit"))?;
        let mut carry = u128::from(digit);
        for word in &mut words {
            carry += u128::from(*word) * u128::from(base);
            *word = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            words.push(carry as u64);
        }
    }
    Ok(Exponent::Words(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_words() {
        let words = |text: &str| parse(text).unwrap();
        assert_eq!(words("0"), Exponent::Words(vec![]));
        assert_eq!(words("18446744073709551617"), Exponent::Words(vec![1, 1]));
        assert_eq!(words("0x10000000000000001"), Exponent::Words(vec![1, 1]));
        assert_eq!(
            words("340282366920938463463374607431768211455"),
            words(&format!("0x{}", "f".repeat(32)))
        );
        assert_eq!(words("2^521"), Exponent::PowerOfTwo(521));
        for bad in ["", "0x", "-1", "2^", "2^-1", "1e3", "12f"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
