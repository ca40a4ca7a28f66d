package live

import (
	"errors"
	"net"
	"os"
	"syscall"

	"demoscope/formats/qtv"
)

// ErrPassword says that a stream asks for a password, and none was given.
var ErrPassword = qtv.ErrPassword

// IsQTV reports whether a text is meant as the address of a QTV stream: see [qtv.IsAddress].
func IsQTV(text string) bool { return qtv.IsAddress(text) }

// ParseQTV reads the address of a QTV stream: see [qtv.ParseAddress].
func ParseQTV(text string) (qtv.Address, error) { return qtv.ParseAddress(text) }

// Reason returns what is wrong with a connection, without its address, which whoever says it knows.
func Reason(err error) string {
	var number syscall.Errno
	var name *net.DNSError
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "there is no host of that name"
	case errors.As(err, &number):
		return number.Error()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "it does not answer"
	}
	return err.Error()
}
