package message

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// noting is an encoder that notes what it is given, and refuses one thing.
type noting struct {
	list   []string
	refuse string
}

var errRefused = errors.New("refused")

func (n *noting) note(what string) error {
	if what == n.refuse {
		return errRefused
	}
	n.list = append(n.list, what)
	return nil
}

func (n *noting) Packet(p *Packet) error  { return n.note(fmt.Sprint("packet ", p.Sequence)) }
func (n *noting) Message(m Message) error { return n.note(string(m.(*StuffText).Text)) }
func (n *noting) Adopt([6]uint32) bool    { return false }
func (n *noting) Flush() ([]byte, error)  { return nil, nil }
func (n *noting) Close() ([]byte, error)  { return nil, nil }

// Each list is a packet of its own, also an empty one, and nothing is written behind an error.
func TestWrite(t *testing.T) {
	text := func(s string) Message { return &StuffText{Text: []byte(s)} }
	for _, c := range []struct{ refuse, want string }{
		{"", "packet 7, a, b, packet 7, packet 7, c"}, {"a", "packet 7"}, {"b", "packet 7, a"},
		{"c", "packet 7, a, b, packet 7, packet 7"}, {"packet 7", ""},
	} {
		n := &noting{refuse: c.refuse}
		err := Write(n, &Packet{Sequence: 7}, []Message{text("a"), text("b")}, nil, []Message{text("c")})
		if got := strings.Join(n.list, ", "); got != c.want || (c.refuse != "") != errors.Is(err, errRefused) {
			t.Errorf("without %q: %s, %v", c.refuse, got, err)
		}
	}
}
