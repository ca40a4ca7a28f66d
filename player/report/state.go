package report

import (
	"strconv"

	"demoscope/player/world"
)

// State is what is true after one packet, as the stream has it: nothing is
// interpolated. Places are in Quake units, angles in degrees (pitch, yaw,
// roll). Fields that a format lacks are left out.
type State struct {
	Block    int              `json:"block"`
	Time     float64          `json:"time"`
	Map      string           `json:"map"`
	Entities []Entity         `json:"entities"`
	Players  []Player         `json:"players"`
	Nails    []Nail           `json:"nails,omitempty"`
	Stats    map[string]int32 `json:"stats"`
	View     *View            `json:"view,omitempty"`
}

// Entity is one entity after delta.
type Entity struct {
	Number      int32      `json:"number"`
	ModelIndex  uint16     `json:"modelindex"`
	Model       string     `json:"model"`
	ModelIndex2 uint16     `json:"modelindex2,omitempty"`
	ModelIndex3 uint16     `json:"modelindex3,omitempty"`
	ModelIndex4 uint16     `json:"modelindex4,omitempty"`
	Frame       uint16     `json:"frame"`
	Skin        int32      `json:"skin"`
	Vwep        int32      `json:"vwep,omitempty"` // Quake II: the visible weapon
	Colormap    *uint8     `json:"colormap,omitempty"`
	Effects     uint32     `json:"effects"`
	RenderFX    uint32     `json:"renderfx,omitempty"`
	Origin      [3]float32 `json:"origin"`
	Angles      [3]float32 `json:"angles"`
}

// Player is a player in the last packet that carries players.
type Player struct {
	Slot       int              `json:"slot"`
	Name       string           `json:"name"`
	Team       *string          `json:"team,omitempty"`
	Origin     [3]float32       `json:"origin"`
	Angles     [3]float32       `json:"angles"`
	Velocity   *[3]float32      `json:"velocity,omitempty"`
	Frame      uint16           `json:"frame"`
	ModelIndex uint16           `json:"modelindex"`
	Skin       int32            `json:"skin"`
	Effects    uint32           `json:"effects"`
	Frags      int32            `json:"frags"`
	Health     *int32           `json:"health,omitempty"`
	Armor      *int32           `json:"armor,omitempty"`
	Stats      map[string]int32 `json:"stats,omitempty"`
}

// Nail is a projectile of QuakeWorld's packed list.
type Nail struct {
	Number uint8      `json:"number,omitempty"`
	Origin [3]float32 `json:"origin"`
	Angles [3]float32 `json:"angles"`
}

// View is the recorder's eye.
type View struct {
	Origin [3]float32 `json:"origin"`
	Angles [3]float32 `json:"angles"`
}

// StateOf returns the state of a world, with the stats of the player in the
// slot follow, or of the recorder for world.Nobody.
func StateOf(w *world.World, follow int) *State {
	s := &State{
		Block: w.Block, Time: w.Time, Map: Text(w.Level().Map),
		Entities: make([]Entity, 0, len(w.Entities)), Players: []Player{},
	}
	for i := range w.Entities {
		s.Entities = append(s.Entities, entity(w, &w.Entities[i]))
	}
	for i := range w.Players {
		if w.Players[i].Visible {
			s.Players = append(s.Players, player(w, &w.Players[i]))
		}
	}
	for _, n := range w.Nails {
		s.Nails = append(s.Nails, Nail{n.Number, n.Origin, n.Angles})
	}
	stats := &w.Stats
	if follow >= 0 && follow < len(w.Players) && w.Players[follow].Stats != nil {
		stats = w.Players[follow].Stats
	}
	s.Stats = statsOf(stats)
	if w.View.Known {
		s.View = &View{w.View.Origin, w.View.Angles}
	}
	return s
}

func entity(w *world.World, e *world.Entity) Entity {
	out := Entity{
		Number: e.Number, ModelIndex: e.Model[0], Model: Text(w.Level().Model(e.Model[0])),
		ModelIndex2: e.Model[1], ModelIndex3: e.Model[2], ModelIndex4: e.Model[3],
		Frame: e.Frame, Skin: e.Skin, Effects: e.Effects, RenderFX: e.RenderFX, Origin: e.Origin, Angles: e.Angles,
	}
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		colormap := e.Colormap
		out.Colormap = &colormap
	case world.Quake2:
		out.Skin, out.Vwep = e.Skin&0xff, e.Skin>>8
	}
	return out
}

func player(w *world.World, p *world.Player) Player {
	out := Player{
		Slot: p.Slot, Name: Text(p.Name), Origin: p.Pose.Origin, Angles: p.Pose.Angles,
		Frame: p.Frame, ModelIndex: p.Model, Skin: p.SkinNumber, Effects: p.Effects, Frags: p.Frags,
	}
	if w.Game != world.Quake {
		team := Text(p.Team)
		out.Team = &team
	}
	stats := p.Stats
	if stats == nil && p.Slot == w.Recorder {
		stats = &w.Stats
	}
	if p.Slot == w.Recorder || p.Pose.Velocity != [3]float32{} {
		velocity := p.Pose.Velocity
		out.Velocity = &velocity
	}
	if stats != nil {
		out.Health, out.Armor = stat(stats, healthStat(w.Game)), stat(stats, armorStat(w.Game))
	}
	if p.Stats != nil {
		out.Stats = statsOf(p.Stats)
	}
	return out
}

// healthStat and armorStat are the games' stat numbers.
func healthStat(g world.Game) int {
	if g == world.Quake2 {
		return 1
	}
	return 0
}

func armorStat(g world.Game) int {
	switch g {
	case world.Quake2:
		return 5
	case world.Quake3:
		return 3
	}
	return world.StatArmor
}

func stat(s *world.Stats, index int) *int32 {
	if v, known := s.Get(index); known {
		return &v
	}
	return nil
}

func statsOf(s *world.Stats) map[string]int32 {
	m := map[string]int32{}
	for i := range s.Values {
		if v, known := s.Get(i); known {
			m[strconv.Itoa(i)] = v
		}
	}
	return m
}
