package world

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// quakeRules is Quake (.dem): every update is against the baseline, every
// entity that can be seen is in every packet that carries a time.
type quakeRules struct {
	units wire.Units
	// angles are the view angles of the packet (the container's).
	angles [3]float32
	// building is the list of the packet being applied, nil if it has none.
	building *list[Entity]
	unsorted bool
	timed    bool  // a time came, but no frame yet
	last     int32 // number updated last
	// turned: the server has set the view angles; the next are a jump.
	turned bool
	client quakeClient
	text   quakeText
}

// quakeClient is what the last clientdata said of the recorder's eye.
type quakeClient struct {
	height   float32
	punch    [3]float32
	velocity [3]float32
}

func (q *quakeRules) begin(w *World, p *message.Packet) {
	q.angles = p.Angles
	q.timed = false
	q.text.lines.settle()
}

func (q *quakeRules) apply(w *World, m message.Message) {
	switch m := m.(type) {
	case *message.UpdateEntity:
		q.update(w, &m.EntityDelta)
	case *message.Time:
		w.setTime(float64(m.Time))
		q.drop(w)
		q.timed = true
	case *message.ClientData:
		q.beginFrame(w)
		q.clientData(w, m)
	case *message.ServerInfo:
		q.serverInfo(w, m)
	case *message.SetView:
		q.setView(w, m.Entity)
	case *message.SetAngle:
		q.turned = true
	case *message.SpawnBaseline:
		var e Entity
		e.apply(&m.EntityDelta, q.units)
		w.setBaseline(e)
	case *message.SpawnStatic:
		w.addStatic(&m.EntityDelta, q.units)
	case *message.UpdateName:
		if p := w.player(int(m.Player)); p != nil {
			p.InUse = len(m.Text) > 0
			if p.Name != string(m.Text) {
				p.Name = string(m.Text)
			}
		}
	case *message.UpdateFrags:
		if p := w.player(int(m.Player)); p != nil {
			p.Frags = int32(m.Frags)
		}
	case *message.UpdateColors:
		if p := w.player(int(m.Player)); p != nil {
			p.Shirt, p.Pants = m.Colors>>4, m.Colors&15
		}
	case *message.Intermission:
		w.intermission()
	case *message.Finale:
		w.intermission()
		w.Notices.center(w.Clock, m.Text, true)
	case *message.Cutscene:
		// Demos that are made to be watched use an empty one to hide the
		// status bar: nothing has ended.
		w.Notices.center(w.Clock, m.Text, len(m.Text) > 0)
	case *message.SkyBox:
		w.editLevel().SkyBox = string(m.Text)
	case *message.Print:
		q.print(w, m.Text)
	default:
		w.applyCommon(m, q.units)
	}
}

// beginFrame starts the list of a packet that carries a time, with what shows
// that the game runs: during the sign-on there are times without a frame.
func (q *quakeRules) beginFrame(w *World) {
	if !q.timed {
		return
	}
	q.timed = false
	w.beginFrame()
	q.building = w.frames.take()
	q.last = -1
}

func (q *quakeRules) update(w *World, d *message.EntityDelta) {
	if q.timed {
		q.beginFrame(w)
	}
	if q.building == nil {
		// No time came before: the entities that there are stay.
		q.building = w.frames.take()
		q.building.items = append(q.building.items, w.Entities...)
		q.unsorted = true
	}
	l := q.building
	if d.Number <= q.last {
		q.unsorted = true
	}
	q.last = d.Number
	l.items = append(l.items, *w.baselines.get().entity(d.Number))
	l.items[len(l.items)-1].apply(d, q.units)
}

func (q *quakeRules) end(w *World) {
	if q.building != nil {
		if q.unsorted {
			q.building.items = sortByNumber(q.building.items)
		}
		w.setEntities(q.building)
		q.building, q.unsorted = nil, false
	}
	for i := range w.Players {
		p := &w.Players[i]
		e := w.Entity(int32(i) + 1)
		p.Visible = e != nil && p.InUse && e.Model[0] != 0
		if p.Visible {
			p.Pose.Origin, p.Pose.Angles = e.Origin, e.Angles
			p.Model, p.Frame, p.SkinNumber, p.Effects = e.Model[0], e.Frame, e.Skin, e.Effects
			p.NoLerp = e.Flags&FlagNoLerp != 0
		}
	}
	if e := w.Entity(w.View.Entity); e != nil {
		v := &w.View
		v.Known = true
		v.Origin = e.Origin
		if !w.Intermission {
			v.Origin[2] += q.client.height
		}
		v.turn(w.Clock, q.angles, q.turned)
		q.turned = false
		v.Punch = q.client.punch
		v.Height = q.client.height
		if w.Recorder >= 0 && w.Recorder < len(w.Players) {
			w.Players[w.Recorder].Pose.Velocity = q.client.velocity
		}
	}
}

// drop gives up a list that was begun and not finished.
func (q *quakeRules) drop(w *World) {
	w.frames.release(q.building)
	q.building, q.unsorted = nil, false
}

func (q *quakeRules) serverInfo(w *World, m *message.ServerInfo) {
	q.drop(w)
	l := w.beginLevel()
	l.Title = string(m.MapName)
	l.Protocol = int(m.Protocol)
	l.MaxClients = int(m.MaxClients)
	l.Models = names(m.Models)
	l.Sounds = names(m.Sounds)
	l.Map = l.Model(1)
	q.units = m.Units
	q.client = quakeClient{height: 22}
	q.text.lines.drop()
	w.player(l.MaxClients - 1)
	q.setView(w, 1)
}

// names makes a list by index of a precache list, whose first name has the
// number 1.
func names(list [][]byte) []string {
	s := make([]string, 1, len(list)+1)
	for _, n := range list {
		s = append(s, string(n))
	}
	return s
}

// setView puts the recorder's eye into an entity.
func (q *quakeRules) setView(w *World, entity int32) {
	if w.View.Entity != entity {
		w.View.NoLerp = true
	}
	w.View.Entity = entity
	w.Recorder = -1
	if entity >= 1 && int(entity) <= len(w.Players) {
		w.Recorder = int(entity) - 1
	}
}

func (q *quakeRules) clientData(w *World, m *message.ClientData) {
	q.client.height = float32(m.ViewHeight)
	for i := range 3 {
		q.client.punch[i] = float32(m.Punch[i])
		q.client.velocity[i] = float32(m.Velocity[i]) * 16
	}
	s := &w.Stats
	s.Set(StatHealth, int32(m.Health))
	s.Set(StatWeapon, int32(m.WeaponModel))
	s.Set(StatAmmo, int32(m.Ammo))
	s.Set(StatArmor, int32(m.Armor))
	s.Set(StatWeaponFrame, int32(m.WeaponFrame))
	s.Set(StatShells, int32(m.Shells))
	s.Set(StatNails, int32(m.Nails))
	s.Set(StatRockets, int32(m.Rockets))
	s.Set(StatCells, int32(m.Cells))
	s.Set(StatActiveWeapon, int32(m.ActiveWeapon))
	s.Set(StatItems, int32(m.Items))
	s.Set(StatViewHeight, int32(m.ViewHeight))
}

func (q *quakeRules) copyFrom(src rules, _ bool) {
	s := src.(*quakeRules)
	// Between packets nothing is being built.
	text := q.text
	*q = quakeRules{units: s.units, angles: s.angles, turned: s.turned, client: s.client, text: text}
	q.text.lines.copyFrom(&s.text.lines)
}

func (q *quakeRules) hash(h *hasher) {
	h.vec(q.angles)
	h.bool(q.turned)
	h.bytes(q.text.lines.open())
	h.vec(q.client.punch)
	h.vec(q.client.velocity)
	h.f64(float64(q.client.height))
	h.int(int(q.units.Coord))
	h.int(int(q.units.Angle))
}

// sortByNumber sorts a list that nearly rises; of entities that occur twice
// the last stays.
func sortByNumber(list []Entity) []Entity {
	slices.SortStableFunc(list, func(a, b Entity) int { return int(a.Number - b.Number) })
	n := 0
	for i := range list {
		if i+1 < len(list) && list[i+1].Number == list[i].Number {
			continue
		}
		if n != i {
			list[n] = list[i]
		}
		n++
	}
	return list[:n]
}
