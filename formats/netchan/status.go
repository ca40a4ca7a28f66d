package netchan

import (
	"bytes"
	"strconv"
	"strings"
)

const (
	// maxStatusKeys is the maximum number of keys kept of a server's info; servers have some thirty.
	maxStatusKeys = 256
	// maxStatusClients is the maximum number of players and spectators; no game has more slots.
	maxStatusClients = 256
	// maxStatusStreams is the maximum number of QTV streams; a server has one to eight.
	maxStatusStreams = 16
)

// StatusRequest returns the request for a server's info, its players and spectators with their teams, and its QTV
// streams. Servers that don't know this request answer it like the old one.
func StatusRequest() []byte { return OutOfBand("status 55\n") }

// Status is a server's answer to [StatusRequest]. Texts are bytes of Quake's charset.
type Status struct {
	Info    []InfoPair // in the server's order
	Clients []StatusClient
	Streams []StatusStream
}

// InfoPair is a key of a server's info and its value.
type InfoPair struct{ Key, Value string }

// StatusClient is a player or a spectator.
type StatusClient struct {
	UserID, Frags, Minutes, Ping int // ping in milliseconds
	Name, Skin, Team             string
	Top, Bottom                  int // colors
	Spectator                    bool
}

// StatusStream is a QTV stream of the server. Address is STREAM@HOST:PORT, empty if the server does not publish it.
type StatusStream struct {
	ID      int
	Name    string
	Address string
	Users   int
}

// Value returns the value of a key of the info, "" if it has none.
func (s *Status) Value(key string) string {
	for _, p := range s.Info {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// ParseStatus parses a server's answer; ok is false if the datagram is none. It skips lines that it does not
// understand.
func ParseStatus(datagram []byte) (s *Status, ok bool) {
	text, ok := Print(datagram)
	if !ok || len(datagram) > MaxDatagram || len(text) == 0 || text[0] != '\\' {
		return nil, false
	}
	head, rest, _ := bytes.Cut(text, []byte{'\n'})
	s = &Status{Info: parseInfo(string(head))}
	for line := range bytes.Lines(rest) {
		fields, ok := splitQuoted(strings.TrimRight(string(line), "\n"))
		switch {
		case !ok:
		case fields[0] == "qtv":
			s.addStream(fields)
		default:
			s.addClient(fields)
		}
	}
	return s, true
}

// parseInfo parses \key\value\key\value.
func parseInfo(text string) (pairs []InfoPair) {
	parts := strings.Split(text[1:], `\`)
	for i := 0; i+1 < len(parts) && len(pairs) < maxStatusKeys; i += 2 {
		pairs = append(pairs, InfoPair{parts[i], parts[i+1]})
	}
	return pairs
}

// splitQuoted splits a line at spaces outside quotes. A quote ends a word and is not part of it.
func splitQuoted(line string) (fields []string, ok bool) {
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		if line[0] == '"' {
			word, rest, closed := strings.Cut(line[1:], `"`)
			if !closed {
				return nil, false
			}
			fields, line = append(fields, word), rest
			continue
		}
		end := strings.IndexAny(line, ` "`)
		if end < 0 {
			end = len(line)
		}
		fields, line = append(fields, line[:end]), line[end:]
	}
	return fields, len(fields) > 0
}

// addClient adds USERID FRAGS MINUTES PING "NAME" "SKIN" TOP BOTTOM ["TEAM"]. A spectator has a negative ping and \s\
// before the name, or S in place of frags, or on an old server a name that ends in (s).
func (s *Status) addClient(fields []string) {
	if len(fields) < 8 || len(s.Clients) == maxStatusClients {
		return
	}
	c := StatusClient{Name: fields[4], Skin: fields[5]}
	numbers := [...]struct {
		to   *int
		from string
	}{{&c.UserID, fields[0]}, {&c.Frags, fields[1]}, {&c.Minutes, fields[2]}, {&c.Ping, fields[3]}, {&c.Top, fields[6]},
		{&c.Bottom, fields[7]}}
	for _, n := range numbers {
		if n.to == &c.Frags && n.from == "S" {
			c.Spectator = true
			continue
		}
		v, err := strconv.ParseInt(n.from, 10, 32)
		if err != nil {
			return
		}
		*n.to = int(v)
	}
	if len(fields) > 8 {
		c.Team = fields[8]
	}
	if name, ok := strings.CutPrefix(c.Name, `\s\`); ok {
		c.Name, c.Spectator = name, true
	} else if name, ok := strings.CutSuffix(c.Name, "(s)"); ok {
		c.Name, c.Spectator = name, true
	}
	if c.Ping < 0 {
		c.Ping, c.Spectator = -c.Ping, true
	}
	if c.Spectator {
		c.Frags = 0
	}
	s.Clients = append(s.Clients, c)
}

// addStream adds qtv ID "NAME" "STREAM@ADDRESS" USERS.
func (s *Status) addStream(fields []string) {
	if len(fields) < 5 || len(s.Streams) == maxStatusStreams {
		return
	}
	id, err1 := strconv.ParseInt(fields[1], 10, 32)
	users, err2 := strconv.ParseInt(fields[4], 10, 32)
	if err1 == nil && err2 == nil {
		s.Streams = append(s.Streams, StatusStream{int(id), fields[2], fields[3], int(users)})
	}
}
