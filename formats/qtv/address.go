package qtv

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// DefaultPort is the default port of proxies.
const DefaultPort = 28000

// Prefix marks a text as an address instead of a file name: qtv:HOST:PORT.
const Prefix = "qtv:"

const (
	// maxSource is the maximum length in bytes of a source: a host and a port, or a demo's name.
	maxSource = 256
	// maxFile is the maximum number of bytes read of a .qtv file, which has two lines.
	maxFile = 4096
	// maxHost is the maximum length in bytes of a host name, as in the DNS.
	maxHost = 253
)

// Address is the address of a stream.
type Address struct {
	Host   string // a name or an IP address, without brackets
	Port   int
	Source string // of the streams: a number, tcp:host:port or file:NAME; empty for the only one
}

// HostPort returns the address to connect to.
func (a Address) HostPort() string {
	if strings.Contains(a.Host, ":") {
		return "[" + a.Host + "]:" + strconv.Itoa(a.Port)
	}
	return a.Host + ":" + strconv.Itoa(a.Port)
}

// String returns the address in the syntax of [ParseAddress].
func (a Address) String() string {
	if a.Source == "" {
		return Prefix + a.HostPort()
	}
	return Prefix + a.Source + "@" + a.HostPort()
}

// IsAddress reports whether a text is the address of a stream rather than a file name: qtv:HOST:PORT, N@HOST:PORT with
// a number, or the page http://HOST/watch.qtv of a proxy.
func IsAddress(text string) bool {
	text = strings.TrimSpace(text)
	if hasPrefix(text, Prefix) {
		return true
	}
	if isPage(text) {
		return true
	}
	source, host, ok := strings.Cut(text, "@")
	return ok && isNumber(source) && host != "" && !strings.ContainsAny(host, `/\`)
}

func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func isPage(text string) bool {
	if !hasPrefix(text, "http://") && !hasPrefix(text, "https://") {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && strings.HasSuffix(strings.ToLower(u.Path), ".qtv")
}

func isNumber(text string) bool {
	if text == "" || len(text) > 9 {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// ParseAddress parses an address in any of the usual forms: HOST, HOST:PORT, SOURCE@HOST:PORT, each also after qtv: or
// qtv://, and http://HOST:PORT/watch.qtv?sid=N. The port defaults to [DefaultPort].
func ParseAddress(text string) (Address, error) {
	text = strings.TrimSpace(text)
	if isPage(text) {
		return parsePage(text)
	}
	rest := text
	if hasPrefix(rest, Prefix) {
		rest = strings.TrimPrefix(rest[len(Prefix):], "//")
		rest = strings.TrimSuffix(rest, "/")
	}
	var a Address
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		a.Source, rest = rest[:at], rest[at+1:]
		if a.Source == "" {
			return Address{}, fmt.Errorf("%q names no stream before its @", text)
		}
	}
	return a.at(rest, text)
}

// at completes an address with its host and port.
func (a Address) at(hostPort, text string) (Address, error) {
	if !plain(a.Source) || len(a.Source) > maxSource || strings.HasPrefix(a.Source, "//") {
		return Address{}, fmt.Errorf("invalid stream name %q", a.Source)
	}
	a.Host, a.Port = hostPort, DefaultPort
	port := ""
	switch {
	case strings.HasPrefix(hostPort, "["):
		host, behind, ok := strings.Cut(hostPort[1:], "]")
		if !ok || behind != "" && behind[0] != ':' {
			return Address{}, fmt.Errorf("%q lacks a bracket around its host", text)
		}
		a.Host, port = host, behind
	case strings.Count(hostPort, ":") == 1:
		a.Host, port, _ = strings.Cut(hostPort, ":")
		port = ":" + port
	}
	if port != "" {
		n, err := strconv.ParseUint(port[1:], 10, 16)
		if err != nil || n == 0 {
			return Address{}, fmt.Errorf("invalid address %q: want a port from 1 to 65535", text)
		}
		a.Port = int(n)
	}
	if err := checkHost(a.Host); err != nil {
		return Address{}, fmt.Errorf("%q %w", text, err)
	}
	return a, nil
}

var errNoHost = errors.New("missing host")

// checkHost returns an error if host is neither an IP address nor a host name.
func checkHost(host string) error {
	if host == "" || len(host) > maxHost || !plain(host) || strings.ContainsAny(host, ` /\@?#"'<>[]`) {
		return errNoHost
	}
	if strings.Contains(host, ":") {
		if _, err := netip.ParseAddr(host); err != nil {
			return errNoHost
		}
	}
	return nil
}

// plain reports whether a text is safe in a line of a request.
func plain(text string) bool {
	for _, r := range text {
		if r < ' ' || r == 0x7f || r == '"' || r == 0xfffd {
			return false
		}
	}
	return true
}

// parsePage parses the address of a proxy's page for a stream.
func parsePage(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil {
		return Address{}, fmt.Errorf("invalid address %q", text)
	}
	var a Address
	switch q := u.Query(); {
	case q.Get("sid") != "":
		a.Source = q.Get("sid")
	case q.Get("demo") != "":
		a.Source = "file:" + q.Get("demo")
	}
	return a.at(u.Host, text)
}

// ParseFile parses a .qtv file, as offered by proxies' pages: a line [QTV], and below it a line "Stream: N@HOST:PORT".
func ParseFile(data []byte) (Address, error) {
	text := string(data[:min(len(data), maxFile)])
	text = strings.TrimPrefix(text, "\ufeff")
	section := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.EqualFold(line, "[QTV]"):
			section = true
		case !section:
			return Address{}, errNoFile
		default:
			if key, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(key), "Stream") {
				return ParseAddress(strings.Trim(strings.TrimSpace(value), `"`))
			}
		}
	}
	return Address{}, errNoFile
}

var errNoFile = errors.New("no QTV stream in the file")
