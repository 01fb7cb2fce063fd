//! Standard output, which its reader may close at any time.

use std::io::{self, ErrorKind, IsTerminal, StdoutLock, Write};

use super::progress::aside;

/// Standard output. If its reader closes it, that is not an error and the work continues: the exit
/// code is the same as with a reader.
pub(super) fn stdout() -> Stdout<StdoutLock<'static>> {
    let to = io::stdout().lock();
    Stdout { is_terminal: to.is_terminal(), to, is_closed: false }
}

/// An output that accepts everything, even after its reader has closed it.
pub(super) struct Stdout<W> {
    to: W,
    is_closed: bool,
    /// Whether it is a terminal, which may show a line of progress.
    is_terminal: bool,
}

impl<W> Stdout<W> {
    /// Prints something above the line of progress.
    fn print<T>(&mut self, print: impl FnOnce(&mut W) -> io::Result<T>, lost: T) -> io::Result<T> {
        let to = &mut self.to;
        let printed = if self.is_terminal { aside(|| print(to)) } else { print(to) };
        self.ignore_closed(printed, lost)
    }

    /// The result of a write; `lost` if the reader has closed the pipe.
    fn ignore_closed<T>(&mut self, printed: io::Result<T>, lost: T) -> io::Result<T> {
        printed.or_else(|error| {
            self.is_closed |= error.kind() == ErrorKind::BrokenPipe;
            if self.is_closed {
                return Ok(lost);
            }
            Err(io::Error::new(error.kind(), format!("standard output: {error}")))
        })
    }
}

impl<W: Write> Write for Stdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        self.print(|to| to.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        self.print(W::flush, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails every write in the same way.
    struct Failing(ErrorKind, usize);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_closed_pipe_is_not_an_error() {
        let mut left =
            Stdout { to: Failing(ErrorKind::BrokenPipe, 0), is_closed: false, is_terminal: false };
        for _ in 0..3 {
            left.write_all(b"a").and_then(|()| left.flush()).expect("no error");
        }
        assert_eq!(left.to.1, 1, "nothing more is printed");
        let mut full =
            Stdout { to: Failing(ErrorKind::StorageFull, 0), is_closed: false, is_terminal: false };
        assert!(full.flush().is_err() && full.write_all(b"a").is_err());
    }
}
