// Package qtv implements the handshake of a QTV stream. QuakeWorld servers and proxies offer games over TCP; after the
// handshake they send an endless .mvd (live facts, section 6). The package has no socket.
//
// No answer of a server makes it panic or keep more than its limits.
package qtv

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

const (
	// maxAnswer is the maximum size in bytes of an answer before the stream. A list of sources has some 80 per source.
	maxAnswer = 64 << 10
	// maxSources is the maximum number of streams kept of a list. The largest proxies have some tens.
	maxSources = 256
)

var (
	// ErrPassword says that the server requires a password, and none was given.
	ErrPassword = errors.New("the stream requires a password")
	// ErrProtocol says that the other end does not speak QTV.
	ErrProtocol = errors.New("not a QTV server")
	// errVersion says that the other end speaks another version.
	errVersion = errors.New("unsupported QTV version")
	// errEnded says that the server closed the connection before its answer was complete.
	errEnded = errors.New("the server closed the connection without an answer")
	// errMethod says that the server supports no known method to prove the password.
	errMethod = errors.New("unsupported password method")
)

// RefusedError is the server's refusal.
type RefusedError struct {
	Text      string
	Permanent bool // retrying is useless
}

func (e *RefusedError) Error() string { return "the server says: " + e.Text }

// Source is one of the streams of a proxy.
type Source struct {
	ID     string // value of [Address.Source] that selects it
	Server string // where it comes from, such as tcp:host:port
	Name   string // name of the game server in bytes of Quake's charset
}

// Handshake is the exchange before a stream. Its fields select the stream; the zero value requests the only one.
type Handshake struct {
	Source   string // of the stream; empty requests the only one
	List     bool   // request the list of sources instead of a stream
	Name     string // shown to others, empty for none
	Password string

	answer []byte // the current line so far
	size   int    // size in bytes of all lines so far
	began  bool   // the first line was read
	begin  bool   // the stream begins after the empty line
	method string // the authentication method of the server
	nonce  string // its challenge
	proved bool   // the password was sent
	// Sources are the sources of a requested list.
	Sources []Source
	// Origin is the stream's origin according to the proxy, empty if the server itself sends it.
	Origin string
}

// methods are the methods to offer; the server takes the strongest that it supports.
var methods = []string{sha3Method, md4Method, ccittMethod, plainMethod}

// Request returns the first bytes to send.
func (h *Handshake) Request() []byte {
	if h.Password == "" {
		return h.request(nil, "")
	}
	return h.request(methods, "")
}

// request returns a request with authentication methods, and a proof if there is one. It leaves out the line
// QTV_EZQUAKE_EXT: with it a proxy waits for an answer to each part of the sign-on, without it the proxy sends
// everything at once.
func (h *Handshake) request(auth []string, proof string) []byte {
	var b bytes.Buffer
	b.WriteString("QTV\nVERSION: 1\n")
	switch {
	case h.List:
		b.WriteString("SOURCELIST\n")
	case h.Source != "":
		fmt.Fprintf(&b, "SOURCE: %s\n", clean(h.Source))
	}
	if h.Name != "" {
		fmt.Fprintf(&b, "USERINFO: \"\\name\\%s\"\n", strings.ReplaceAll(clean(h.Name), `\`, ""))
	}
	for _, m := range auth {
		fmt.Fprintf(&b, "AUTH: %s\n", m)
	}
	if proof != "" {
		fmt.Fprintf(&b, "PASSWORD: \"%s\"\n", proof)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// clean returns a text without characters that end its line or its quotes.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '"' {
			return -1
		}
		return r
	}, text)
}

// Receive processes bytes of the server in their order, in pieces of any size, and returns how many of them belong to
// the answer. If done is true, the stream begins after them, or a requested list is complete. If send is not empty, the
// caller must send it. After an error, the handshake is over.
func (h *Handshake) Receive(data []byte) (n int, send []byte, done bool, err error) {
	for n < len(data) {
		part := data[n:]
		end := bytes.IndexByte(part, '\n')
		if end >= 0 {
			part = part[:end+1]
		}
		if h.size += len(part); h.size > maxAnswer {
			return n, nil, false, ErrProtocol
		}
		n += len(part)
		if h.answer = append(h.answer, part...); end < 0 {
			if !h.began && !strings.HasPrefix("QTVSV ", string(h.answer[:min(len(h.answer), 6)])) {
				return n, nil, false, ErrProtocol
			}
			continue
		}
		line := strings.TrimSuffix(string(h.answer[:len(h.answer)-1]), "\r")
		h.answer = h.answer[:0]
		if send, done, err = h.line(line); done || err != nil || send != nil {
			return n, send, done, err
		}
	}
	return n, nil, false, nil
}

// line processes a line of the answer, without its end.
func (h *Handshake) line(line string) (send []byte, done bool, err error) {
	if !h.began {
		version, ok := strings.CutPrefix(line, "QTVSV ")
		if !ok {
			return nil, false, ErrProtocol
		}
		if major, _, _ := strings.Cut(strings.TrimSpace(version), "."); major != "1" {
			return nil, false, errVersion
		}
		h.began = true
		return nil, false, nil
	}
	if line == "" {
		return h.complete()
	}
	key, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch key {
	case "BEGIN":
		h.begin, h.Origin = true, value
	case "AUTH":
		h.method = strings.TrimSpace(value)
	case "CHALLENGE":
		h.nonce = value
	case "PERROR", "TERROR", "ERROR":
		if h.needsPassword(value) {
			return nil, false, ErrPassword
		}
		return nil, false, &RefusedError{Text: value, Permanent: key == "PERROR"}
	case "ASOURCE":
		if fields := strings.SplitN(value, ": ", 3); len(fields) >= 2 && len(h.Sources) < maxSources {
			s := Source{ID: fields[0], Server: fields[1]}
			if len(fields) == 3 {
				s.Name = fields[2]
			}
			h.Sources = append(h.Sources, s)
		}
	}
	return nil, false, nil
}

// needsPassword reports whether an error says that a password is missing. There is no code for it, but servers and
// proxies mention the password.
func (h *Handshake) needsPassword(text string) bool {
	text = strings.ToLower(text)
	return h.Password == "" && (strings.Contains(text, "password") || strings.Contains(text, "auth"))
}

// complete ends an answer, at its empty line.
func (h *Handshake) complete() (send []byte, done bool, err error) {
	switch {
	case h.begin, h.List && h.method == "":
		return nil, true, nil
	case h.method == "" || h.method == noMethod:
		return nil, false, errEnded
	case h.Password == "":
		return nil, false, ErrPassword
	case h.proved:
		return nil, false, ErrProtocol
	}
	proof, ok := prove(h.method, h.Password, h.nonce)
	if !ok {
		return nil, false, errMethod
	}
	send = h.request([]string{h.method}, proof)
	h.proved, h.began, h.method, h.nonce = true, false, "", ""
	return send, false, nil
}

// End processes the end of the connection. It returns an error, or nil for a list that is complete without an empty
// line.
func (h *Handshake) End() error {
	if h.List && h.began && h.method == "" {
		return nil
	}
	return errEnded
}
