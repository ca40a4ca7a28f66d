package mvd2

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// nested reads the messages in a cast. All of them must be valid at once, so each id has a list of messages, which the
// next cast reuses.
type nested struct {
	parser quake2.Parser
	stores [256]store
	raw    message.Raw
}

// store holds messages of one type.
type store struct {
	list []message.Message
	used int
}

// read appends the messages in data to list. From the first unreadable one on, the rest is a raw message, because the
// recorder does not check the game's messages.
func (n *nested) read(protocol quake2.Protocol, data []byte, list []message.Message) []message.Message {
	for _, id := range gameIDs {
		n.stores[id].used = 0
	}
	n.parser.Protocol = protocol
	r := &n.parser.Reader
	r.Reset(data)
	for r.Len() > 0 {
		start := r.Pos()
		m := n.message(r.Byte())
		if m == nil {
			n.raw.Data = data[start:]
			return append(list, &n.raw)
		}
		list = append(list, m)
	}
	return list
}

// gameIDs are the ids of messages that the game code can send.
var gameIDs = func() (list []uint8) {
	for id := range 256 {
		if quake2.NewOfGame(uint8(id)) != nil {
			list = append(list, uint8(id))
		}
	}
	return list
}()

// message reads a message into its store and returns it, nil if the game code can't send it or it is damaged.
func (n *nested) message(id uint8) message.Message {
	s := &n.stores[id]
	if s.used == len(s.list) {
		m := quake2.NewOfGame(id)
		if m == nil {
			return nil
		}
		s.list = append(s.list, m)
	}
	m := s.list[s.used]
	if n.parser.Read(id, m) != nil {
		return nil
	}
	s.used++
	return m
}

func versionName(version uint16) string { return fmt.Sprintf("MVD %d", version) }
