package cut

import (
	"bytes"
	"maps"
	"slices"

	"demoscope/formats/message"
)

// nehahra is the state of the view and sky that only Nehahra demos have.
type nehahra struct {
	pictures map[string]*message.ShowPicture // by slot
	size     *message.SkySize
	fog      *message.NehahraFog
}

// maxPictures limits the pictures on the view: real demos have fewer.
const maxPictures = 256

func (n *nehahra) message(m message.Message) {
	switch m := m.(type) {
	case *message.ShowPicture:
		if slot := string(m.Slot); n.pictures[slot] != nil || len(n.pictures) < maxPictures {
			n.pictures[slot] = &message.ShowPicture{Slot: []byte(slot), Picture: bytes.Clone(m.Picture), X: m.X, Y: m.Y}
		}
	case *message.HidePicture:
		delete(n.pictures, string(m.Slot))
	case *message.SkySize:
		size := *m
		n.size = &size
	case *message.NehahraFog:
		fog := *m
		n.fog = &fog
	}
}

// append appends messages that restore the state.
func (n *nehahra) append(list []message.Message) []message.Message {
	for _, slot := range slices.Sorted(maps.Keys(n.pictures)) {
		list = append(list, n.pictures[slot])
	}
	if n.size != nil {
		list = append(list, n.size)
	}
	if n.fog != nil {
		list = append(list, n.fog)
	}
	return list
}
