package mvd2

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// nested reads the messages inside a cast. All of them are valid at once, so
// that each kind has a store that is used again for the next cast.
type nested struct {
	parser quake2.Parser

	muzzleFlashes []message.Quake2MuzzleFlash
	tempEntities  []message.Quake2TempEntity
	sounds        []message.Sound
	layouts       []message.Layout
	inventories   []message.Inventory
	prints        []message.Print
	stuffTexts    []message.StuffText
	centerPrints  []message.CenterPrint
	configStrings []message.ConfigString
	nop           message.Nop
	raw           message.Raw
}

// read appends the messages in data to list. What cannot be read ends it as a
// raw message: the recorder does not look into what a game sends.
func (n *nested) read(protocol quake2.Protocol, data []byte, list []message.Message) []message.Message {
	n.muzzleFlashes, n.tempEntities, n.sounds = n.muzzleFlashes[:0], n.tempEntities[:0], n.sounds[:0]
	n.layouts, n.inventories, n.prints = n.layouts[:0], n.inventories[:0], n.prints[:0]
	n.stuffTexts, n.centerPrints, n.configStrings = n.stuffTexts[:0], n.centerPrints[:0], n.configStrings[:0]
	n.parser.Protocol = protocol
	r := &n.parser.Reader
	r.Reset(data)
	for r.Len() > 0 {
		start := r.Pos()
		m := n.keep(r.Byte())
		if m == nil {
			n.raw.Data = data[start:]
			return append(list, &n.raw)
		}
		list = append(list, m)
	}
	return list
}

// keep reads one message into its store; nil if a game cannot send it, or it
// is damaged.
func (n *nested) keep(id uint8) message.Message {
	if id == quake2.IDServerData {
		return nil
	}
	m, err := n.parser.Message(id)
	if err != nil {
		return nil
	}
	switch m := m.(type) {
	case *message.Quake2TempEntity:
		return store(&n.tempEntities, m)
	case *message.Quake2MuzzleFlash:
		return store(&n.muzzleFlashes, m)
	case *message.Sound:
		return store(&n.sounds, m)
	case *message.Layout:
		return store(&n.layouts, m)
	case *message.Inventory:
		return store(&n.inventories, m)
	case *message.Print:
		return store(&n.prints, m)
	case *message.StuffText:
		return store(&n.stuffTexts, m)
	case *message.CenterPrint:
		return store(&n.centerPrints, m)
	case *message.ConfigString:
		return store(&n.configStrings, m)
	case *message.Nop:
		return &n.nop
	}
	return nil
}

// store appends a copy of *v and returns its place. Where the list moves,
// places given out before stay valid.
func store[T any](list *[]T, v *T) *T {
	*list = append(*list, *v)
	return &(*list)[len(*list)-1]
}

func versionName(version uint16) string { return fmt.Sprintf("MVD %d", version) }
