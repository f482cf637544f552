//! Results: their formats, and files that are written whole or not at all.

use crate::INTERRUPTED;
use crate::input::Poly;
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// How a polynomial is written.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// 0x and hexadecimal digits, most significant first, one line
    #[default]
    Hex,
    /// A sum such as x^163+x^7+x^6+x^3+1, one line
    Expr,
    /// Words of 8 bytes, least significant word and byte first, without zero words at the end but
    /// at least one word
    Raw,
}

/// The reader of standard output is gone.
#[derive(Debug)]
pub(crate) struct BrokenPipe;

impl Display for BrokenPipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard output: broken pipe")
    }
}

impl std::error::Error for BrokenPipe {}

/// Writes a report and the end of its last line to standard output.
pub(crate) fn print(report: &impl Display) -> Result<()> {
    to_stdout(|out| writeln!(out, "{report}"))
}

fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What is left in the buffer can go nowhere.
            drop(out.into_parts());
            Err(BrokenPipe.into())
        }
        done => done.context("cannot write to standard output"),
    }
}

/// Where a result goes.
#[derive(Debug)]
pub(crate) struct Destination {
    /// The option that names the place.
    option: &'static str,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Standard output.
    Stdout,
    /// A file that is replaced once its successor is complete, or a new one.
    File(PathBuf),
    /// A device or a pipe, which can only be written into.
    Stream(PathBuf),
}

impl Destination {
    /// The destination that an option names, refused early if it cannot work.
    pub(crate) fn new(option: &'static str, path: Option<&Path>) -> Result<Self> {
        let place = match path {
            None => Place::Stdout,
            Some(path) => {
                Place::new(path).with_context(|| format!("{option} {}", path.display()))?
            }
        };
        Ok(Self { option, place })
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.place, Place::Stdout)
    }

    /// Whether both are one file, or one that will be: by its directory, that it may be named in other ways.
    pub(crate) fn is_same(&self, other: &Destination) -> bool {
        let name = |destination: &Destination| match &destination.place {
            Place::File(path) => fs::canonicalize(path)
                .ok()
                .or_else(|| Some(fs::canonicalize(directory(path)).ok()?.join(path.file_name()?))),
            Place::Stdout | Place::Stream(_) => None,
        };
        name(self).is_some_and(|path| Some(path) == name(other))
    }

    /// Writes what `write` writes, and to a file all of it or nothing.
    pub(crate) fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let (path, written) = match &self.place {
            Place::Stdout => return to_stdout(write),
            Place::File(path) => (path, replace(path, write)),
            Place::Stream(path) => (path, to_stream(path, write)),
        };
        written.with_context(|| format!("{} {}: cannot be written", self.option, path.display()))
    }
}

impl Place {
    fn new(path: &Path) -> Result<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => bail!("is a directory"),
            Ok(metadata) if metadata.is_file() => Self::file(path),
            Ok(_) => Ok(Self::Stream(path.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let ends = path.as_os_str().as_encoded_bytes().last();
                if path.file_name().is_none() || ends == Some(&b'/') {
                    bail!("is not the name of a file");
                }
                let directory = directory(path);
                if !directory.is_dir() {
                    bail!("there is no directory {}", directory.display());
                }
                Self::file(path)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A file, if there can be another one beside it.
    fn file(path: &Path) -> Result<Self> {
        beside(&target(path), EVERYBODY)
            .map_err(|error| anyhow!("cannot be written: {}", error.kind()))?;
        Ok(Self::File(path.into()))
    }
}

/// The file that a link leads to, or the path itself.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.into())
}

/// The mode rw-rw-rw-, of which a new file gets what the umask leaves, as from any other program.
const EVERYBODY: u32 = 0o666;

/// A new file in the directory of another one, of a mode where there are modes.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no modes"))]
fn beside(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".f2x-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder.tempfile_in(directory(path))
}

/// The temporary files, which an interrupt removes.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file beside the one whose name it gets when it is complete.
#[derive(Debug)]
struct Unfinished(NamedTempFile);

impl Unfinished {
    fn new(path: &Path, mode: u32) -> io::Result<Self> {
        // Refused where there is one: `reproduce` goes on after an interrupt and writes what is done.
        let _ = ctrlc::try_set_handler(|| {
            // Locked until the process ends, so that no file is made or named meanwhile.
            let temporary = temporary();
            for path in temporary.iter() {
                let _ = fs::remove_file(path);
            }
            exit(INTERRUPTED);
        });
        let mut temporary = temporary();
        let file = beside(path, mode)?;
        temporary.push(file.path().into());
        Ok(Self(file))
    }

    /// Gives the file its name, that of another file only if it `replaces` it.
    fn name(self, path: &Path, replaces: bool) -> io::Result<()> {
        // Locked, so that an interrupt comes before, and nothing is named, or finds nothing to remove.
        let mut temporary = temporary();
        let unnamed = self.0.path().to_owned();
        let named = if replaces { self.0.persist(path) } else { self.0.persist_noclobber(path) };
        temporary.retain(|path| *path != unnamed);
        named.map(drop).map_err(|error| error.error)
    }
}

fn to_stream(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let stream = File::options().write(true).open(path)?;
    let mut out = BufWriter::with_capacity(1 << 16, stream);
    write(&mut out)?;
    out.flush()
}

/// The directory of a file.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes the file anew beside its old self and moves it there when it is complete.
fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays a link: the file that it leads to is replaced.
    let path = &target(path);
    let mut file = Unfinished::new(path, EVERYBODY)?;
    if let Ok(old) = fs::metadata(path) {
        file.0.as_file().set_permissions(old.permissions())?;
    }
    let mut out = BufWriter::with_capacity(1 << 16, &mut file.0);
    write(&mut out)?;
    out.into_inner()?.as_file().sync_all()?;
    file.name(path, true)
}

/// A file that is complete and waits for its name.
#[derive(Debug)]
pub(crate) struct Complete {
    file: Unfinished,
    path: PathBuf,
    force: bool,
}

impl Complete {
    /// A file that only its owner can read, whatever the umask is.
    ///
    /// Fails early if there is a file of that name, unless `force` allows to replace it.
    pub(crate) fn secret(path: &Path, bytes: &[u8], force: bool) -> Result<Self> {
        Self::new(path, bytes, force, 0o600)
    }

    /// A file that everybody can read, as far as the umask allows.
    pub(crate) fn public(path: &Path, bytes: &[u8], force: bool) -> Result<Self> {
        Self::new(path, bytes, force, EVERYBODY)
    }

    fn new(path: &Path, bytes: &[u8], force: bool, mode: u32) -> Result<Self> {
        let prepare = || {
            match path.symlink_metadata() {
                Ok(_) if !force => bail!("exists; --force replaces it"),
                Ok(metadata) if !metadata.is_file() => bail!("is no file"),
                _ => {}
            }
            let mut file = Unfinished::new(path, mode)?;
            file.0.write_all(bytes)?;
            file.0.as_file().sync_all()?;
            Ok(Self { file, path: path.into(), force })
        };
        prepare().with_context(|| path.display().to_string())
    }

    /// Gives the file its name, unless another file has got it meanwhile.
    pub(crate) fn name(self) -> Result<()> {
        self.file.name(&self.path, self.force).with_context(|| self.path.display().to_string())
    }
}

/// Writes the polynomial.
pub(crate) fn write_poly(out: &mut dyn Write, poly: &Poly, format: Format) -> io::Result<()> {
    match format {
        Format::Hex => write_hex(out, poly.words()),
        Format::Expr => write_expression(out, poly.words()),
        Format::Raw => write_raw(out, poly.words()),
    }
}

fn write_hex(out: &mut dyn Write, words: &[u64]) -> io::Result<()> {
    let Some((top, below)) = words.split_last() else {
        return writeln!(out, "0x0");
    };
    write!(out, "{top:#x}")?;
    for word in below.iter().rev() {
        out.write_all(&hex_digits(*word))?;
    }
    writeln!(out)
}

/// The 16 digits of a word.
fn hex_digits(word: u64) -> [u8; 16] {
    std::array::from_fn(|i| b"0123456789abcdef"[(word >> (60 - 4 * i) & 15) as usize])
}

fn write_expression(out: &mut dyn Write, words: &[u64]) -> io::Result<()> {
    if words.is_empty() {
        return writeln!(out, "0");
    }
    let mut plus = "";
    for (index, word) in words.iter().enumerate().rev() {
        for bit in (0..64).rev().filter(|bit| word >> bit & 1 == 1) {
            match 64 * index as u64 + bit {
                0 => write!(out, "{plus}1")?,
                1 => write!(out, "{plus}x")?,
                exponent => write!(out, "{plus}x^{exponent}")?,
            }
            plus = "+";
        }
    }
    writeln!(out)
}

fn write_raw(out: &mut dyn Write, words: &[u64]) -> io::Result<()> {
    let words = if words.is_empty() { &[0] } else { words };
    words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}
