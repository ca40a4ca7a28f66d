package live

import (
	"errors"
	"net"
	"os"
	"strconv"
	"syscall"

	"demoscope/formats/qtv"
)

// ErrPassword says that a stream asks for a password, and none was given.
var ErrPassword = qtv.ErrPassword

// IsQTV reports whether a text is meant as the address of a QTV stream: see [qtv.IsAddress].
func IsQTV(text string) bool { return qtv.IsAddress(text) }

// ParseQTV reads the address of a QTV stream: see [qtv.ParseAddress].
func ParseQTV(text string) (qtv.Address, error) { return qtv.ParseAddress(text) }

// WatchAddress returns the address by which a game is watched that somebody typed as qw://HOST:PORT, as that
// of a stream, or as the HOST:PORT of a server; false if it is none.
func WatchAddress(text string) (address string, ok bool) {
	if IsQTV(text) {
		return text, true
	}
	if server, ok := ServerAddress(text); ok {
		return "qw://" + server, true
	}
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return "", false
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", false // as map:dm6
	}
	server, err := ServerName(text)
	return "qw://" + server, err == nil
}

// reasonError says an error of a connection in the words of [Reason].
type reasonError struct{ err error }

func (e *reasonError) Error() string { return Reason(e.err) }
func (e *reasonError) Unwrap() error { return e.err }

// Reason returns what is wrong with a connection, without its address, which whoever says it knows.
func Reason(err error) string {
	var number syscall.Errno
	var name *net.DNSError
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "host not found"
	case errors.As(err, &name):
		return "can't look up the host"
	case errors.As(err, &number):
		return number.Error()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "no answer"
	}
	return err.Error()
}
