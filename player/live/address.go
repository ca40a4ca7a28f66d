package live

import (
	"errors"
	"net"
	"os"
	"strconv"
	"syscall"

	"demoscope/formats/qtv"
)

// ErrPassword is the error if a stream requires a password and none was given.
var ErrPassword = qtv.ErrPassword

// IsQTV reports whether a text looks like the address of a QTV stream, see [qtv.IsAddress].
func IsQTV(text string) bool { return qtv.IsAddress(text) }

// ParseQTV parses the address of a QTV stream, see [qtv.ParseAddress].
func ParseQTV(text string) (qtv.Address, error) { return qtv.ParseAddress(text) }

// WatchAddress returns the address of a game that the user typed as qw://HOST:PORT, as the address of a stream, or as
// the HOST:PORT of a server. ok is false if the text is not an address.
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
		return "", false // for example map:dm6
	}
	server, err := ServerName(text)
	return "qw://" + server, err == nil
}

// reasonError is an error of a connection with the text of [Reason].
type reasonError struct{ err error }

func (e *reasonError) Error() string { return Reason(e.err) }
func (e *reasonError) Unwrap() error { return e.err }

// Reason describes an error of a connection without the address, which the caller already shows.
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
