package netchan

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"demoscope/formats/message"
)

// outOfBand is the mark of a datagram outside the connection's sequence.
const outOfBand = "\xff\xff\xff\xff"

// IsOutOfBand reports whether a datagram is outside the sequence of any connection.
func IsOutOfBand(datagram []byte) bool { return bytes.HasPrefix(datagram, []byte(outOfBand)) }

// OutOfBand returns the datagram of a command outside of connections: "getchallenge\n".
func OutOfBand(command string) []byte { return append([]byte(outOfBand), command...) }

// First bytes after the mark in servers' answers.
const (
	kindChallenge = 'c'
	kindJoined    = 'j'
	kindPrint     = 'n'
)

// Extensions are the extensions that a [Client] requests: from FTEX the high bytes of model and entity numbers, static
// entities as deltas and 256 entities a packet, from MVD1 coordinates as floats.
var Extensions = []message.QWExtension{{Tag: message.TagFTE, Bits: 0x01407000}, {Tag: message.TagMVD1, Bits: 0x1}}

// Challenge is a server's answer to "getchallenge".
type Challenge struct {
	Number int64                 // may be negative
	Offers []message.QWExtension // extensions that the server supports
}

const (
	// maxChallenge is the maximum number of characters of a challenge: a sign and the digits of 32 bits.
	maxChallenge = 11
	// maxOffers is the maximum number of extensions read from a challenge.
	maxOffers = 32
)

// ParseChallenge parses a challenge; ok is false if the datagram is none.
func ParseChallenge(datagram []byte) (c Challenge, ok bool) {
	rest, ok := bytes.CutPrefix(datagram, []byte(outOfBand+"c"))
	if !ok {
		return c, false
	}
	end := 0
	for end < len(rest) && (rest[end] >= '0' && rest[end] <= '9' || end == 0 && rest[end] == '-') {
		end++
	}
	if end > maxChallenge {
		return c, false
	}
	number, err := strconv.ParseInt(string(rest[:end]), 10, 64)
	if err != nil {
		return c, false
	}
	c.Number = number
	if rest = rest[end:]; len(rest) == 0 || rest[0] != 0 {
		return c, true
	}
	rest = rest[1:]
	for len(rest) >= 8 && len(c.Offers) < maxOffers {
		x := message.QWExtension{Tag: binary.LittleEndian.Uint32(rest), Bits: binary.LittleEndian.Uint32(rest[4:])}
		rest = rest[8:]
		if x.Tag == message.TagLength {
			// x.Bits is the length of the data after another tag.
			if len(rest) < 4 || uint64(x.Bits) > uint64(len(rest)-4) {
				break
			}
			rest = rest[4+x.Bits:]
			continue
		}
		c.Offers = append(c.Offers, x)
	}
	return c, true
}

// agree returns the extensions that the server supports.
func (c *Challenge) agree(extensions []message.QWExtension) []message.QWExtension {
	list := make([]message.QWExtension, 0, len(extensions))
	for _, x := range extensions {
		offered := uint32(0)
		for _, o := range c.Offers {
			if o.Tag == x.Tag {
				offered = o.Bits
			}
		}
		list = append(list, message.QWExtension{Tag: x.Tag, Bits: x.Bits & offered})
	}
	return list
}

// Connect returns the datagram that requests to join. info is the user info, see [UserInfo]. Extensions without bits
// are left out.
func Connect(qport uint16, challenge int64, info string, extensions []message.QWExtension) []byte {
	d := fmt.Appendf(nil, "%sconnect 28 %d %d \"%s\"\n", outOfBand, qport, challenge, info)
	for _, x := range extensions {
		if x.Bits != 0 {
			d = fmt.Appendf(d, "0x%x 0x%x\n", x.Tag, x.Bits)
		}
	}
	return d
}

// maxInfoValue is the maximum length in bytes of a value in a user info.
const maxInfoValue = 63

// UserInfo returns a user info from alternating keys and values. It drops characters that a value can't have:
// backslashes, quotes, control characters, and color codes. It leaves out pairs without a value.
func UserInfo(pairs ...string) string {
	var s strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if value := infoValue(pairs[i+1]); value != "" {
			s.WriteString("\\" + pairs[i] + "\\" + value)
		}
	}
	return s.String()
}

func infoValue(s string) string {
	b := make([]byte, 0, maxInfoValue)
	for i := 0; i < len(s) && len(b) < maxInfoValue; i++ {
		c := s[i]
		if c < ' ' || c == 0x7f || c == '\\' || c == '"' {
			continue
		}
		for (c == 'c' || c == 'r') && len(b) > 0 && b[len(b)-1] == '&' {
			b = b[:len(b)-1]
		}
		b = append(b, c)
	}
	return string(bytes.TrimSpace(b))
}

// Print returns the text of a print datagram; ok is false if the datagram is none.
func Print(datagram []byte) (text []byte, ok bool) {
	text, ok = bytes.CutPrefix(datagram, []byte(outOfBand+"n"))
	if !ok {
		return nil, false
	}
	if end := bytes.IndexByte(text, 0); end >= 0 {
		text = text[:end]
	}
	return text, true
}

// Readable returns a server's text as one readable line of at most n bytes. Characters in Quake's second color become
// plain ones, and bytes that are no characters become spaces.
func Readable(text []byte, n int) string {
	b := make([]byte, 0, min(n, len(text)))
	for _, c := range text {
		if c &= 0x7f; c < ' ' || c == 0x7f {
			c = ' '
		}
		if c == ' ' && (len(b) == 0 || b[len(b)-1] == ' ') {
			continue
		}
		if len(b) == n {
			break
		}
		b = append(b, c)
	}
	return string(bytes.TrimSpace(b))
}

// QTVStream returns the stream in a server's answer to "status 32", STREAM@HOST:PORT; ok is false if it is no such
// answer. The stream is empty if the server has none.
func QTVStream(status []byte) (stream string, ok bool) {
	for line := range bytes.Lines(status) {
		if !bytes.HasPrefix(line, []byte("qtv ")) {
			continue
		}
		// qtv ID "NAME" "STREAM@HOST:PORT" USERS
		parts := strings.Split(string(line), `"`)
		if len(parts) < 5 {
			continue
		}
		stream = parts[3]
		for _, c := range []byte(stream) {
			if c <= ' ' || c > '~' {
				return "", true // not a typable address
			}
		}
		return stream, true
	}
	return "", false
}
