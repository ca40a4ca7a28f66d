package cut

import (
	"bytes"
	"slices"

	"demoscope/formats/message"
	"demoscope/player/world"
)

const (
	demStats = 256
	// demObjects is the number of baselines, static entities and static sounds per sign-on block. In every
	// protocol, that makes less than 8,000 bytes, the limit of the first engines.
	demObjects = 200
)

// muzzleFlash is the effect of an entity that has just fired. Servers set it for one frame.
const muzzleFlash = 1 << 1

// dem is the opening of a .dem: the server's sign-on. Later packets contain all visible entities as deltas from
// their baselines, so they need no changes.
type dem struct {
	scenery
	verbatim
	info  message.ServerInfo
	view  *message.SetView
	stats [demStats]message.Message
	// replaced are the entities of a demo with FTE's replacement deltas.
	replaced replaced
	names    map[uint8]message.UpdateName
	colors   map[uint8]message.UpdateColors
	frags    map[uint8]message.UpdateFrags
	fog      *message.Fog
	nehahra  nehahra
	sky      *message.SkyBox
	begins   message.Time // time of the part's first frame
}

func newDEM() *dem {
	return &dem{
		scenery: newScenery(), names: map[uint8]message.UpdateName{},
		colors: map[uint8]message.UpdateColors{}, frags: map[uint8]message.UpdateFrags{},
		nehahra: nehahra{pictures: map[string]*message.ShowPicture{}},
	}
}

func (q *dem) packet(*message.Packet) {}

func (q *dem) message(m message.Message) {
	switch m := m.(type) {
	case *message.ServerInfo:
		*q = *newDEM()
		q.info = *m
		q.info.MapName = bytes.Clone(m.MapName)
		q.info.Extensions, q.info.GameDir = slices.Clone(m.Extensions), bytes.Clone(m.GameDir)
		q.info.Models, q.info.Sounds = cloneNames(m.Models), cloneNames(m.Sounds)
	case *message.SetView:
		view := *m
		q.view = &view
	case *message.UpdateStat:
		stat := *m
		q.stats[m.Index] = &stat
	case *message.QWStatFloat:
		stat := *m
		q.stats[m.Index] = &stat
	case *message.UpdateEntities:
		q.replaced.update(m)
	case *message.FoundSecret:
		q.count(world.StatSecrets)
	case *message.KilledMonster:
		q.count(world.StatMonsters)
	case *message.UpdateName:
		q.names[m.Player] = message.UpdateName{Player: m.Player, Text: bytes.Clone(m.Text)}
	case *message.UpdateColors:
		q.colors[m.Player] = *m
	case *message.UpdateFrags:
		q.frags[m.Player] = *m
	case *message.Fog:
		fog := *m
		q.fog = &fog
	case *message.ShowPicture, *message.HidePicture, *message.SkySize, *message.NehahraFog:
		q.nehahra.message(m)
	case *message.SkyBox:
		q.sky = &message.SkyBox{Text: bytes.Clone(m.Text)}
	case *message.Cutscene:
		q.scene(&message.Cutscene{Text: bytes.Clone(m.Text)})
	case *message.SellScreen:
		q.scene(&message.SellScreen{})
	default:
		q.scenery.message(m)
	}
}

// count increments a stat.
func (q *dem) count(index uint8) {
	stat := message.UpdateStat{Index: index}
	if s, ok := q.stats[index].(*message.UpdateStat); ok {
		stat.Value = s.Value
	}
	stat.Value++
	q.stats[index] = &stat
}

func cloneNames(list [][]byte) [][]byte {
	names := make([][]byte, len(list))
	for i, name := range list {
		names[i] = bytes.Clone(name)
	}
	return names
}

// ahead records the time at which the part begins.
func (q *dem) ahead(m message.Message) (more bool) {
	switch m := m.(type) {
	case *message.Time:
		q.begins = *m
	case *message.UpdateEntities:
		q.begins = message.Time{Time: m.Time, Acknowledge: m.Acknowledge}
	default:
		return true
	}
	return false
}

func (q *dem) write(e message.Encoder, w *world.World, first *message.Packet) error {
	begin := []message.Message{&q.info, &q.track}
	if q.view != nil {
		begin = append(begin, q.view)
	}
	records := inRows(append(append(begin, q.lateNames()...), &message.SignonNum{Signon: 1}), demObjects)
	objects := append(q.fixed(), q.bases()...)
	objects = append(objects, &message.SignonNum{Signon: 2})
	records = append(records, inRows(objects, demObjects)...)
	records = append(records, q.state(w))
	if q.replaced.begun {
		q.replaced.time = q.begins.Time
		for _, m := range q.replaced.whole() {
			m := m.(*message.UpdateEntities)
			m.Acknowledge = q.begins.Acknowledge
			for i := range m.Entities {
				m.Entities[i].Effects &^= muzzleFlash // the flash was a frame ago
			}
			records = append(records, []message.Message{m})
		}
	}
	return message.Write(e, &message.Packet{Angles: first.Angles}, records...)
}

// state returns the last block of the sign-on, as sent to a player who joins. It begins with the time, because
// a client that has received a time treats the entities of the first frame as new and puts them in place.
// Without it, players without a model, as in an intermission, would not be placed.
func (q *dem) state(w *world.World) (list []message.Message) {
	list = append(list, &q.begins)
	for slot := range q.info.MaxClients {
		if m, ok := q.names[slot]; ok {
			list = append(list, &m)
		} else if int(slot) < len(w.Players) && w.Players[slot].Name != "" { // set by a console command
			p := &w.Players[slot]
			list = append(list, &message.UpdateName{Player: slot, Text: []byte(p.Name)},
				&message.UpdateColors{Player: slot, Colors: p.Shirt<<4 | p.Pants})
		}
		if m, ok := q.frags[slot]; ok {
			list = append(list, &m)
		}
		if m, ok := q.colors[slot]; ok {
			list = append(list, &m)
		}
	}
	list = append(list, q.lights(w)...)
	for _, stat := range q.stats {
		if stat != nil {
			list = append(list, stat)
		}
	}
	if q.sky != nil {
		list = append(list, q.sky)
	}
	if q.fog != nil {
		// without fading in
		list = append(list, &message.Fog{Density: q.fog.Density, Red: q.fog.Red, Green: q.fog.Green, Blue: q.fog.Blue})
	}
	list = q.nehahra.append(list)
	if q.paused.Pause != 0 {
		list = append(list, &q.paused)
	}
	list = append(list, q.scenes...)
	return append(list, &message.SignonNum{Signon: 3})
}

// demEnd is the message in the last block of a .dem, after the angles: a disconnect.
const demEnd = 2

func (q *dem) checkpoint() func() { return copyCheckpoint(q) }

func (q *dem) ended(demo []byte) bool {
	const block = 4 + 12 + 1
	return len(demo) > block && bytes.HasPrefix(demo[len(demo)-block:], []byte{1, 0, 0, 0}) &&
		demo[len(demo)-1] == demEnd
}

func (q *dem) close(e message.Encoder, last *message.Packet) error {
	return message.Write(e, &message.Packet{Angles: last.Angles}, []message.Message{&message.Disconnect{}})
}
