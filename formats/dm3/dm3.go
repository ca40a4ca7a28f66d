// Package dm3 reads and writes the demos of Quake III and its family: .dm3 and .dm_48 to .dm_91 (protocols 43 to 91,
// Quake III 1.11 to Quake Live).
//
// The container does not state its protocol. The extension does, and configstring 0 once it is decoded; they may
// disagree.
//
// No input makes it panic, read past the packet, or allocate by an unchecked number. Unreadable bytes are a
// [message.Damage], and reading continues with the next packet it finds. A record has at most [wire.MaxBitMessage]
// bytes.
package dm3

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Name is the name of this format.
const Name = "dm3"

// Extension returns the protocol of a file name's extension, 0 for none: 45 for .dm3 (43 is the same bit for bit),
// otherwise the number after ".dm_".
func Extension(name string) int {
	ext := strings.ToLower(path.Ext(name))
	if ext == ".dm3" {
		return 45
	}
	number, ok := strings.CutPrefix(ext, ".dm_")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(number)
	if err != nil || lookUp(n) == nil {
		return 0
	}
	return n
}

// New returns a new message of the type with that name in this format, nil if there is none.
func New(name string) message.Message { return messages.New(name) }

// Detect reports whether a file that begins with head is a demo of this family: its first record has a gamestate,
// preceded only by commands. A file that begins with a snapshot, in the middle of a game, also needs a name with one of
// the family's extensions.
func Detect(head []byte, name string) bool {
	if len(head) < headerSize || binary.LittleEndian.Uint32(head[4:])-1 >= wire.MaxBitMessage {
		return false // without the cost of a large decoder
	}
	d := newDecoder(head, Options{})
	for _, p := range candidates(Extension(name)) {
		switch d.firstMessage(p) {
		case "gamestate":
			return true
		case "snapshot":
			if Extension(name) != 0 {
				return true
			}
		}
	}
	return false
}

// firstMessage returns the name of the first gamestate or snapshot in the first record, decoded with p, or "" if there
// is none or it is unreadable. A gamestate only has to be readable up to the name of its map.
func (d *Decoder) firstMessage(p *protocol) string {
	d.restart(p)
	if _, err := d.NextPacket(); err != nil {
		return ""
	}
	for {
		m, err := d.NextMessage()
		if err != nil {
			var damage *message.Damage
			if errors.As(err, &damage) && damage.Partial != nil || d.file.Packet.Missing > 0 && d.beganGameState() {
				return "gamestate"
			}
			return ""
		}
		switch m.(type) {
		case *message.GameState, *message.Snapshot:
			return m.Name()
		}
	}
}

// restart goes back to the beginning and switches to another protocol.
func (d *Decoder) restart(p *protocol) {
	d.Return(message.Mark{})
	d.proto = p
	d.state.ConfigStrings = d.state.ConfigStrings[:0]
	d.doubt = ""
}

// beganGameState reports whether a gamestate was readable up to its first configstring, which has pairs of keys and
// values.
func (d *Decoder) beganGameState() bool {
	return len(d.state.ConfigStrings) > 0 && d.state.ConfigStrings[0].Index <= 1 && len(d.text) > 0 && d.text[0] == '\\'
}

// candidates returns the protocols that differ on the wire, that of the extension first.
func candidates(extension int) []*protocol {
	var list []*protocol
	add := func(p *protocol) {
		for _, q := range list {
			if p.same(q) {
				return
			}
		}
		list = append(list, p)
	}
	if p := lookUp(extension); p != nil {
		add(p)
	}
	for _, p := range protocols {
		add(p)
	}
	return list
}

// trialPackets is the number of records that choose reads with each protocol: the gamestate, and enough snapshots for
// every kind of entity to change.
const trialPackets = 32

// choose returns the protocol that can read the beginning of the file: that of the extension, unless the gamestate
// names one with another layout. If none can, it returns the one that reads most records. most is a measure of how well
// it reads them.
func (d *Decoder) choose(extension int) (best *protocol, most int) {
	most = -1
	for _, p := range candidates(extension) {
		good, claimed, err := d.try(p)
		q := lookUp(claimed)
		switch {
		case err == nil && (q == nil || q.same(p) && p.number == extension && extension != 45):
			return p, good // .dm3 stands for two protocols
		case err == nil && q.same(p):
			return q, good
		}
		if err == nil {
			good += trialPackets
		}
		if good > most {
			best, most = p, good
		}
	}
	return best, most
}

// mostLeft is the maximum number of bytes that real recorders leave after the messages of a record: the end mark, of 11
// bits, and a byte.
const mostLeft = 3

// try reads the first records with p. It returns the number of readable ones, the protocol claimed by the last
// gamestate, and the first damage.
func (d *Decoder) try(p *protocol) (good, claimed int, err error) {
	d.restart(p)
	for range trialPackets {
		if _, err := d.NextPacket(); err != nil {
			if err == io.EOF {
				err = nil
			}
			return good, d.claimed, err
		}
		for m, err := range message.Rest(d) {
			if raw, ok := m.(*message.Raw); ok && len(raw.Data) > mostLeft {
				err = message.ErrUnknown
			}
			if err != nil {
				return good, d.claimed, err
			}
		}
		good++
	}
	return good, d.claimed, nil
}

// claim records the protocol in a gamestate's configstring 0.
func (d *Decoder) claim(m *message.GameState) {
	_, protocol := Server(m)
	d.claimed = int(protocol)
}

// Server returns the version of the server's program, as a view, and its protocol from a gamestate's configstring 0;
// nil and 0 if it doesn't have them.
func Server(m *message.GameState) (version []byte, protocol int32) {
	for i := range m.ConfigStrings {
		if s := &m.ConfigStrings[i]; s.Index == csServerInfo {
			return infoValue(s.Text, "version"), int32(number(infoValue(s.Text, "protocol")))
		}
	}
	return nil, 0
}

// Info returns the file's protocol, and notes if the extension or the content claims another.
func (d *Decoder) Info() message.Info {
	info := message.Info{Protocol: d.proto.number}
	// The protocol in a damaged gamestate may be damaged, too.
	if d.claimed != 0 && d.claimed != d.proto.number && d.file.Note == "" && d.doubt == "" {
		info.Notes = append(info.Notes, fmt.Sprintf("configstring 0 says protocol %d", d.claimed))
	}
	if p := lookUp(d.option); p != nil && !p.same(d.proto) {
		info.Notes = append(info.Notes, fmt.Sprintf("extension says protocol %d", d.option))
	}
	info.Notes = d.file.Notes(info.Notes)
	if d.doubt != "" {
		info.Notes = append(info.Notes, "probably damaged: "+d.doubt)
	}
	return info
}

// infoValue returns the value of a key in a string \key\value\key\value, as a view; nil if the key is missing.
func infoValue(info []byte, key string) []byte {
	next := func() []byte {
		if len(info) > 0 && info[0] == '\\' {
			info = info[1:]
		}
		n := 0
		for n < len(info) && info[n] != '\\' {
			n++
		}
		v := info[:n:n]
		info = info[n:]
		return v
	}
	for len(info) > 0 {
		k := next()
		v := next()
		if string(k) == key {
			return v
		}
	}
	return nil
}

// number parses a decimal number of at most 9 digits; it returns 0 for other texts.
func number(text []byte) int {
	if len(text) > 9 {
		return 0
	}
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}
