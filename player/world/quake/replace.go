package quake

import (
	"bytes"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/info"
)

// FTE's stats that replace parts of a clientdata.
const statPunch = 26 // and the next two: angles in degrees

// setProtocol sets the meaning of messages from the protocol of a serverinfo message.
func (q *rules) setProtocol(m *message.ServerInfo) {
	q.units = m.Units
	fte2 := message.ExtensionBits(m.Extensions, message.TagFTE2)
	q.extended = fte2|message.ExtensionBits(m.Extensions, message.TagFTE) != 0
	q.replaces = fte2&message.FTE2Replacement != 0
	q.predicts = fte2&message.FTE2Prediction != 0
}

// updateEntities applies replacement deltas, which are a frame. A delta changes the last state of its entity. Entities
// without a delta stay the same.
func (q *rules) updateEntities(w world.Edit, m *message.UpdateEntities) {
	w.SetTime(float64(m.Time))
	q.drop(w)
	q.timed, q.events.framed = false, true
	w.BeginFrame()
	world.Replace(w, m.Entities, &world.Replacing{Units: q.units, Predicts: q.predicts})
	for i := range m.Entities {
		d := &m.Entities[i]
		if d.Remove {
			if d.Number == 0 {
				w.Uncertain.EntitiesCertain()
				if !q.eyeUncertain {
					w.Uncertain.PlayersCertain()
				}
			}
			continue
		}
		if q.predicts && d.Number == w.View.Entity {
			q.ahead(&d.FTE, d.Bits)
		}
		if e := w.Entity(d.Number); e != nil && d.Mask&message.FieldEffects != 0 && e.Effects&effectMuzzleFlash != 0 {
			id1.MuzzleFlash(w, d.Number, e.Origin)
		}
	}
	if q.predicts {
		q.look(w)
	}
}

// ahead sets the recorder's movement from the prediction in the recorder's delta, when there is no clientdata.
func (q *rules) ahead(x *message.Replacement, bits uint64) {
	for i, v := range x.Velocity { // zero without a prediction
		q.eye.velocity[i] = float32(v) / 8
	}
	if bits&message.ReplaceFlags != 0 {
		q.eye.footing = world.FootingOf(x.Flags&message.ReplacementOnGround != 0)
	}
}

// look sets the eye from the stats, when there is no clientdata.
func (q *rules) look(w world.Edit) {
	q.events.hasClientData = true
	if height, known := w.Stats.Get(world.StatViewHeight); known {
		q.eye.height = float32(height)
	}
	q.eye.punch = mgl32.Vec3{}
	for i := range q.eye.punch {
		v, _ := w.Stats.Get(statPunch + i)
		q.eye.punch[i] = float32(v)
	}
}

// precache applies a name that comes after the lists.
func (q *rules) precache(w world.Edit, m *message.Precache) {
	l := w.EditLevel()
	list := &l.Models
	switch m.Kind() {
	case message.PrecacheParticles:
		return
	case message.PrecacheSound:
		list = &l.Sounds
	}
	if more := m.Number() + 1 - len(*list); more > 0 {
		*list = append(*list, make([]string, more)...)
	}
	(*list)[m.Number()] = string(m.Text)
	if m.Kind() == message.PrecacheModel {
		l.Map = l.Model(1)
		q.findBody(l)
		q.events.pack(string(m.Text))
	}
}

// stuffText reads user infos, which the servers of FTE and QuakeSpasm-Spiked send in this message: a whole one is
// "//fui 0 "\name\a"", and a change is "//ui 0 "name" "a"". Nothing is executed.
func (q *rules) stuffText(w world.Edit, text []byte) {
	for line := range bytes.Lines(text) {
		whole := bytes.HasPrefix(line, []byte("//fui "))
		if !whole && !bytes.HasPrefix(line, []byte("//ui ")) {
			continue
		}
		_, line, _ = bytes.Cut(line, []byte{' '})
		slot, line, _ := bytes.Cut(bytes.TrimSpace(line), []byte{' '})
		n, err := strconv.Atoi(string(slot))
		p := w.Player(n)
		if err != nil || p == nil {
			continue
		}
		values := bytes.Split(line, []byte{'"'}) // the quoted texts have odd indices
		if whole && len(values) > 1 {
			text := string(values[1][:min(len(values[1]), info.MaxBytes)])
			for _, key := range userKeys {
				q.user(w, p, key, info.Value(text, key))
			}
		} else if !whole && len(values) > 3 {
			q.user(w, p, string(values[1]), string(values[3]))
		}
	}
}

// userKeys are the relevant keys of a user info.
var userKeys = [...]string{"name", "topcolor", "bottomcolor"}

// user sets a value of a user info.
func (q *rules) user(w world.Edit, p *world.Player, key, value string) {
	color := id1.Color(value)
	switch {
	case key == "name" && p.Name != value:
		q.rename(w, p, value)
	case key == "topcolor" && p.Shirt != color:
		p.Shirt = color
	case key == "bottomcolor" && p.Pants != color:
		p.Pants = color
	default:
		return
	}
	q.recolored = true
}

// findBody finds the models of players.
func (q *rules) findBody(l *world.Level) {
	q.body, q.head = modelIndex(l, "progs/player.mdl"), modelIndex(l, "progs/h_player.mdl")
}

// object returns the delta of a baseline or a static entity.
func (q *rules) object(kind message.BaselineKind, d *message.EntityDelta) *message.EntityDelta {
	if kind != message.BaselineDelta || !q.replaces {
		return d
	}
	state := world.ReplacedState(*d)
	return &state
}
