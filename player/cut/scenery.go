package cut

import (
	"bytes"
	"cmp"
	"slices"

	"demoscope/formats/message"
	"demoscope/player/world"
)

const (
	// lightStyles is the number of light styles of a level.
	lightStyles = 64
	// keptObjects limits the static entities, the static sounds and the parts of lists, each. Engines store
	// fewer.
	keptObjects = 4096
)

// scenery is the state of a level that Quake and QuakeWorld send in the same messages.
type scenery struct {
	baselines map[int32]message.SpawnBaseline // nil before a level
	statics   []message.SpawnStatic
	sounds    []message.SpawnStaticSound
	names     map[uint16]message.Precache // late precaches, by index
	styles    [lightStyles]bool           // which styles were set
	track     message.CDTrack
	paused    message.SetPause
	scenes    []message.Message // the current intermission, finale and cutscene, in order
}

func newScenery() scenery {
	return scenery{baselines: map[int32]message.SpawnBaseline{}, names: map[uint16]message.Precache{}}
}

// message processes a message of the scenery. It returns false for other messages.
func (l *scenery) message(m message.Message) bool {
	switch m := m.(type) {
	case *message.SpawnStatic:
		if len(l.statics) < keptObjects {
			l.statics = append(l.statics, *m)
		}
	case *message.SpawnStaticSound:
		if len(l.sounds) < keptObjects {
			l.sounds = append(l.sounds, *m)
		}
	case *message.SpawnBaseline:
		if l.baselines != nil {
			l.baselines[m.Number] = *m
		}
	case *message.Precache:
		if l.names != nil {
			l.names[m.Index] = message.Precache{Index: m.Index, Text: bytes.Clone(m.Text)}
		}
	case *message.LightStyle:
		if m.Style < lightStyles {
			l.styles[m.Style] = true
		}
	case *message.CDTrack:
		l.track = *m
	case *message.SetPause:
		l.paused = *m
	case *message.Intermission:
		scene := *m
		l.scene(&scene)
	case *message.Finale:
		l.scene(&message.Finale{Text: bytes.Clone(m.Text)})
	default:
		return false
	}
	return true
}

// scene appends a scene, replacing one of the same kind.
func (l *scenery) scene(m message.Message) {
	l.scenes = slices.DeleteFunc(l.scenes, func(old message.Message) bool { return old.Name() == m.Name() })
	l.scenes = append(l.scenes, m)
}

// lateNames returns the late precaches, ascending by index.
func (l *scenery) lateNames() (list []message.Message) {
	for _, n := range sortedKeys(l.names) {
		m := l.names[n]
		list = append(list, &m)
	}
	return list
}

// fixed returns the static entities and sounds.
func (l *scenery) fixed() (list []message.Message) {
	for i := range l.statics {
		list = append(list, &l.statics[i])
	}
	for i := range l.sounds {
		list = append(list, &l.sounds[i])
	}
	return list
}

// bases returns the baselines, ascending by number.
func (l *scenery) bases() (list []message.Message) {
	for _, n := range sortedKeys(l.baselines) {
		b := l.baselines[n]
		list = append(list, &b)
	}
	return list
}

// lights returns the current light styles of w that were set in the demo.
func (l *scenery) lights(w *world.World) (list []message.Message) {
	for i, text := range w.LightStyles() {
		if i < lightStyles && l.styles[i] {
			list = append(list, &message.LightStyle{Style: uint8(i), Text: []byte(text)})
		}
	}
	return list
}

// sortedKeys returns the keys of a map in ascending order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
