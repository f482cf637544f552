//! `f2x hqc`: key generation, encapsulation and decapsulation on files.

use crate::level;
use crate::output::{self, Complete};
use anyhow::{Context, Result, bail};
use f2x_hqc::{
    Ciphertext, DecapsulationKey, EncapsulationKey, Hqc1, Hqc3, Hqc5, Parameters, SharedKey,
};
use getrandom::SysRng;
use rand_core::UnwrapErr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Agree on a key by HQC, the code-based key encapsulation mechanism.
///
/// The owner of a secret key gives the public one away. Whoever has it makes a shared key of 32 bytes
/// and a ciphertext, from which the owner gets the same key. A ciphertext that was damaged, or made for
/// another key, gives a key that nobody else has, and no error.
///
/// Files hold the bytes of the specification of 2025-08-22 with its update of 2026-02-10, nothing else;
/// their lengths tell the parameter set. They are written whole or not at all, and replace no file
/// unless --force is given. Secret keys and shared keys can be read by their owner alone.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  f2x hqc keygen hqc-1 secret.key public.key
  f2x hqc encaps public.key message.ct             prints the shared key
  f2x hqc decaps secret.key message.ct             prints the same one
  f2x hqc decaps secret.key message.ct --key shared.key")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make a secret key and its public key
    Keygen {
        /// The parameter set
        #[arg(value_enum)]
        parameters: Set,
        /// Where to write the secret key
        secret: PathBuf,
        /// Where to write the public key
        public: PathBuf,
        /// Replace files of these names
        #[arg(long)]
        force: bool,
    },
    /// Make a shared key and the ciphertext for the owner of the secret key
    Encaps {
        /// The public key
        public: PathBuf,
        /// Where to write the ciphertext
        ciphertext: PathBuf,
        #[command(flatten)]
        shared: Shared,
    },
    /// Get the shared key of a ciphertext
    Decaps {
        /// The secret key
        secret: PathBuf,
        /// The ciphertext
        ciphertext: PathBuf,
        #[command(flatten)]
        shared: Shared,
    },
}

/// Where the shared key goes.
#[derive(Debug, clap::Args)]
struct Shared {
    /// Write the 32 bytes of the shared key to FILE rather than their hexadecimal digits to standard
    /// output
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Set {
    #[value(name = "hqc-1")]
    Hqc1,
    #[value(name = "hqc-3")]
    Hqc3,
    #[value(name = "hqc-5")]
    Hqc5,
}

/// Does what the subcommand says.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    level::current()?;
    match &arguments.command {
        Command::Keygen { parameters, secret, public, force } => match parameters {
            Set::Hqc1 => keygen::<Hqc1>(secret, public, *force),
            Set::Hqc3 => keygen::<Hqc3>(secret, public, *force),
            Set::Hqc5 => keygen::<Hqc5>(secret, public, *force),
        },
        Command::Encaps { public, ciphertext, shared } => {
            let key = read("the public key", public)?;
            match key.len() {
                Hqc1::ENCAPSULATION_KEY_BYTES => encaps::<Hqc1>(&key, ciphertext, shared),
                Hqc3::ENCAPSULATION_KEY_BYTES => encaps::<Hqc3>(&key, ciphertext, shared),
                Hqc5::ENCAPSULATION_KEY_BYTES => encaps::<Hqc5>(&key, ciphertext, shared),
                bytes => bail!(
                    "{}: is no public key: those have {}, {} and {} bytes, not {}",
                    public.display(),
                    Hqc1::ENCAPSULATION_KEY_BYTES,
                    Hqc3::ENCAPSULATION_KEY_BYTES,
                    Hqc5::ENCAPSULATION_KEY_BYTES,
                    count(bytes)
                ),
            }
        }
        Command::Decaps { secret, ciphertext, shared } => {
            let key = read("the secret key", secret)?;
            let received = read("the ciphertext", ciphertext)?;
            match key.len() {
                Hqc1::DECAPSULATION_KEY_BYTES => decaps::<Hqc1>(&key, &received, shared),
                Hqc3::DECAPSULATION_KEY_BYTES => decaps::<Hqc3>(&key, &received, shared),
                Hqc5::DECAPSULATION_KEY_BYTES => decaps::<Hqc5>(&key, &received, shared),
                bytes => bail!(
                    "{}: is no secret key: those have {}, {} and {} bytes, not {}",
                    secret.display(),
                    Hqc1::DECAPSULATION_KEY_BYTES,
                    Hqc3::DECAPSULATION_KEY_BYTES,
                    Hqc5::DECAPSULATION_KEY_BYTES,
                    count(bytes)
                ),
            }
        }
    }
}

fn keygen<P: Parameters>(secret: &Path, public: &Path, force: bool) -> Result<()> {
    let key = DecapsulationKey::<P>::generate(&mut random()?);
    let secret_file = Complete::secret(secret, key.as_bytes(), force)?;
    let public_file = Complete::public(public, key.encapsulation_key().as_bytes(), force)?;
    secret_file.name()?;
    public_file.name().with_context(|| format!("{} is written", secret.display()))
}

fn encaps<P: Parameters>(key: &[u8], ciphertext: &Path, shared: &Shared) -> Result<()> {
    let key = EncapsulationKey::<P>::try_from(key).context("the public key")?;
    let (sent, shared_key) = key.encapsulate(&mut random()?);
    let ciphertext = Complete::public(ciphertext, sent.as_bytes(), shared.force)?;
    let file = shared.file(&shared_key)?;
    ciphertext.name()?;
    write(&shared_key, file)
}

fn decaps<P: Parameters>(key: &[u8], ciphertext: &[u8], shared: &Shared) -> Result<()> {
    let key = DecapsulationKey::<P>::try_from(key).context("the secret key")?;
    let received = Ciphertext::<P>::try_from(ciphertext)
        .with_context(|| format!("the ciphertext for a key of {}", P::NAME))?;
    let shared_key = key.decapsulate(&received);
    write(&shared_key, shared.file(&shared_key)?)
}

impl Shared {
    /// The file for the shared key, if one is wanted, still without its name.
    fn file(&self, key: &SharedKey) -> Result<Option<Complete>> {
        let complete = |path: &PathBuf| Complete::secret(path, key.as_bytes(), self.force);
        self.key.as_ref().map(complete).transpose()
    }
}

/// Names the file of the shared key, or prints the key.
fn write(key: &SharedKey, file: Option<Complete>) -> Result<()> {
    if let Some(file) = file {
        return file.name();
    }
    let mut digits = Zeroizing::new(String::with_capacity(2 * key.as_bytes().len()));
    key.as_bytes().iter().try_for_each(|byte| write!(digits, "{byte:02x}"))?;
    output::print(&*digits)
}

/// The system's random numbers, once it has shown that it has some.
fn random() -> Result<UnwrapErr<SysRng>> {
    getrandom::fill(&mut [0; 1]).context("the system's random numbers")?;
    Ok(UnwrapErr(SysRng))
}

/// More bytes than any key or ciphertext has.
const MANY: u64 = 1 << 16;

/// The bytes of a file, not all of them if there are more than any key or ciphertext has.
fn read(what: &str, path: &Path) -> Result<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(MANY as usize));
    File::open(path)
        .and_then(|file| file.take(MANY).read_to_end(&mut bytes))
        .with_context(|| format!("{what} {}", path.display()))?;
    Ok(bytes)
}

fn count(bytes: usize) -> String {
    if bytes as u64 == MANY { format!("{MANY} or more") } else { bytes.to_string() }
}
