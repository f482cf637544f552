//! What operations leave on the stack.
//!
//! Each runs on a stack of its own that was filled before, with one secret and then with another in the same
//! place. What is left below the frame of its caller must not tell the two apart: no byte of it depends on a
//! secret, or on what was computed from one. A product that wipes nothing must be told apart, or the check
//! itself fails.
#![cfg(target_arch = "x86_64")]
#![allow(unsafe_code, reason = "a stack is switched by instructions")]

use f2x::isa::Isa;
use f2x::ring::{self, Cyclic};
use f2x::{Level, Operation};
use f2x_hqc::{DecapsulationKey, Hqc1, Hqc3, Hqc5, Parameters, SALT_BYTES};
use rand_core::{TryCryptoRng, TryRng};
use shake::{ExtendableOutput, Shake256, Update, XofReader};
use std::arch::{asm, naked_asm};
use std::collections::HashSet;
use std::convert::Infallible;
use std::hint::black_box;

/// Words of the stack, more than any operation needs.
const WORDS: usize = 1 << 16;

/// Calls `function(argument)` with the stack pointer at `top`, and zeros in the registers that functions save.
#[unsafe(naked)]
unsafe extern "sysv64" fn call_on(
    argument: *mut (),
    function: unsafe extern "sysv64" fn(*mut ()),
    top: *mut u64,
) {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov rbp, rsp",
        "mov rsp, rdx",
        "xor ebx, ebx",
        "xor r12d, r12d",
        "xor r13d, r13d",
        "xor r14d, r14d",
        "xor r15d, r15d",
        "call rsi",
        "mov rsp, rbp",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    );
}

/// An operation, its input and its result, and the address of the frame that called it.
struct Call<'v, I, R> {
    operation: &'v dyn Fn(&mut I) -> R,
    input: I,
    result: Option<R>,
    frame: usize,
}

/// The caller of an operation. Its frame may have the result, until that is moved.
unsafe extern "sysv64" fn caller<I, R>(argument: *mut ()) {
    // SAFETY: `below` passes nothing else.
    let call = unsafe { &mut *argument.cast::<Call<'_, I, R>>() };
    call.result = Some((call.operation)(&mut call.input));
    // SAFETY: the instruction reads the stack pointer, which does not move within the function.
    unsafe { asm!("mov {}, rsp", out(reg) call.frame, options(nomem, nostack)) };
}

/// The bytes that an operation leaves below its caller for each of two inputs, from the caller down; those
/// of its result that are public are zeros.
fn below<I, R>(
    inputs: [I; 2],
    operation: impl Fn(&mut I) -> R,
    public: impl Fn(&R) -> &[u8],
) -> [Vec<u8>; 2] {
    let mut stack = vec![0; WORDS];
    let [input, mut other] = inputs;
    let mut call = Box::new(Call { operation: &operation, input, result: None, frame: 0 });
    let mut left = [const { Vec::new() }; 2];
    for left in &mut left {
        stack.fill(0x5a5a_5a5a_5a5a_5a5a);
        let range = stack.as_mut_ptr_range();
        let top = range.end.map_addr(|end| end & !15);
        // SAFETY: the call is of the types that `caller` expects, the top is aligned as functions demand,
        // and no operation needs as much as the stack has.
        unsafe { call_on((&raw mut *call).cast(), caller::<I, R>, top) };
        // The assembly wrote to it.
        let below = (call.frame - black_box(range.start).addr()) / 8;
        let public = call.result.as_ref().map(&public).unwrap();
        *left = secret_bytes(&stack[..below], public);
        call.result = None;
        std::mem::swap(&mut call.input, &mut other);
    }
    left
}

/// The bytes of `stack` from the top down, zeros for those in parts of `public` of eight bytes.
fn secret_bytes(stack: &[u64], public: &[u8]) -> Vec<u8> {
    let public: HashSet<&[u8]> = public.windows(8).collect();
    let mut bytes: Vec<u8> = stack.iter().flat_map(|word| word.to_le_bytes()).collect();
    let is_public = |part: &[u8]| part.iter().any(|byte| *byte != part[0]) && public.contains(part);
    let parts: Vec<usize> = (0..bytes.len() - 7).filter(|i| is_public(&bytes[*i..i + 8])).collect();
    parts.into_iter().for_each(|start| bytes[start..start + 8].fill(0));
    bytes.reverse();
    bytes
}

/// The first and the last place, in bytes below the caller, that tell the secrets apart.
fn told_apart(left: &[Vec<u8>; 2]) -> Option<[usize; 2]> {
    let mut places = (0..left[0].len()).filter(|i| left[0][*i] != left[1][*i]);
    let first = places.next()?;
    Some([first, places.next_back().unwrap_or(first)])
}

/// Gives a message, then a salt.
struct Fixed {
    message: u8,
}

impl TryRng for Fixed {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("only bytes are drawn")
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("only bytes are drawn")
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(if bytes.len() == SALT_BYTES { 5 } else { self.message });
        Ok(())
    }
}

impl TryCryptoRng for Fixed {}

fn operations<P: Parameters>(level: Level) {
    let name = P::NAME;
    let left = below(
        [[1; 32], [2; 32]],
        |seed| DecapsulationKey::<P>::from_seed(seed),
        |key| key.encapsulation_key().as_bytes(),
    );
    assert_eq!(told_apart(&left), None, "{name} {level} key generation");

    let keys = [1, 2].map(|byte| DecapsulationKey::<P>::from_seed(&[byte; 32]));
    let public = keys[0].encapsulation_key();
    let messages = [3, 4].map(|message| Fixed { message });
    let encapsulate = |random: &mut Fixed| public.encapsulate(random);
    let left = below(messages, encapsulate, |(ciphertext, _)| ciphertext.as_bytes());
    assert_eq!(told_apart(&left), None, "{name} {level} encapsulation");

    // One of the keys accepts.
    let (ciphertext, _) = encapsulate(&mut Fixed { message: 3 });
    let left = below(keys.clone(), |key| key.decapsulate(&ciphertext), |_| &[]);
    assert_eq!(told_apart(&left), None, "{name} {level} decapsulation");
}

#[test]
fn operations_leave_nothing() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        level.make_current().unwrap();
        operations::<Hqc1>(level);
        operations::<Hqc3>(level);
        operations::<Hqc5>(level);
    }
}

struct Products<'v, const N: usize, const W: usize, const C: usize>(
    &'v Cyclic<N, W>,
    [&'v mut Cyclic<N, W>; C],
);

impl<const N: usize, const W: usize, const C: usize> Operation for Products<'_, N, W, C> {
    type Output = ();
    fn run<I: Isa>(self, isa: I) {
        self.0.multiply_each(isa, self.1);
    }
}

/// One secret or another times `C` other elements.
fn products<const N: usize, const W: usize, const C: usize>(level: Level) {
    let mut random = Shake256::default().chain(N.to_le_bytes()).finalize_xof();
    let mut element = || Cyclic::random(|bytes| random.read(bytes));
    let secrets: [Cyclic<N, W>; 2] = [element(), element()];
    let others = [(); C].map(|()| element());
    let left = below(
        secrets.map(|secret| (secret, others.clone())),
        |(secret, others)| level.dispatch(Products(secret, others.each_mut())).unwrap(),
        |()| &[],
    );
    assert_eq!(told_apart(&left), None, "{level}, products of {W} words: {C}");
}

/// Without GFNI level vpclmul has Toom-3 for the shortest of them, and transforms for the others.
#[test]
fn products_of_long_elements_leave_nothing() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        products::<101_377, 1585, 1>(level);
        products::<101_377, 1585, 2>(level);
        products::<117_759, 1840, 1>(level);
        products::<117_759, 1840, 2>(level);
        products::<134_399, 2100, 1>(level);
        products::<134_399, 2100, 2>(level);
    }
}

#[test]
fn a_product_that_wipes_nothing_is_told_apart() {
    struct Product<'v>(&'v ring::Hqc1);
    impl Operation for Product<'_> {
        type Output = ring::Hqc1;
        fn run<I: Isa>(self, isa: I) -> ring::Hqc1 {
            self.0.product_by(isa, self.0)
        }
    }
    let elements = [1, 2].map(|amount| ring::Hqc1::ONE.rotate(amount));
    let product = |element: &mut ring::Hqc1| Level::best().dispatch(Product(element)).unwrap();
    let left = below(elements, product, |_| &[]);
    assert!(told_apart(&left).is_some());
}
