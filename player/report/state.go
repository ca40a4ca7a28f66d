package report

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/charset"
	"demoscope/player/world"
)

// State is the state of a demo after one packet, without interpolation. Positions are in Quake units, angles in degrees
// (pitch, yaw, roll). Fields that the format lacks, or that the demo has not set, are omitted.
type State struct {
	Block    int              `json:"block"`            // Quake III: number of the snapshot
	Packet   *int             `json:"packet,omitempty"` // Quake III: number of the packet
	Time     float64          `json:"time"`             // seconds of the demo's own clock
	Clock    float64          `json:"clock"`            // seconds of the viewer's clock
	Map      string           `json:"map"`
	Entities []Entity         `json:"entities"`
	Players  []Player         `json:"players"`
	Nails    []Nail           `json:"nails,omitzero"`
	Stats    map[string]int32 `json:"stats"`
	View     *View            `json:"view,omitempty"`
	// Uncertain is set if parts of the state may be wrong because of an earlier loss.
	Uncertain *Uncertain `json:"uncertain,omitempty"`
}

// Uncertain says which parts of a state may be wrong.
type Uncertain struct {
	Entities bool `json:"entities"` // some may be missing, in a wrong place or long gone
	Players  bool `json:"players"`  // likewise
	Texts    bool `json:"texts"`    // names, scores and stats, until the next level
	// Since is the time, on the viewer's clock, of the last frame whose entities and players are certain. It is omitted
	// if those of this frame are.
	Since *float64 `json:"since,omitempty"`
}

// uncertainOf returns the uncertain parts of a world, or nil if there are none.
func uncertainOf(w *world.World) *Uncertain {
	u := &w.Uncertain
	if !u.Places() && !u.Texts {
		return nil
	}
	out := &Uncertain{Entities: u.Entities, Players: u.Players, Texts: u.Texts}
	if u.Places() {
		out.Since = &u.Since
	}
	return out
}

// Thousandths rounds to three decimals, because times are precise to the millisecond.
func Thousandths(v float64) float64 { return math.Round(v*1000) / 1000 }

// Vec is three numbers. Infinity and NaN, which JSON lacks, become null.
type Vec [3]float32

// MarshalJSON returns an array of three numbers.
func (v Vec) MarshalJSON() ([]byte, error) {
	out := [3]*float32{}
	for i := range v {
		if f := float64(v[i]); !math.IsNaN(f) && !math.IsInf(f, 0) {
			out[i] = &v[i]
		}
	}
	return json.Marshal(out)
}

// Entity is an entity with all deltas applied.
type Entity struct {
	Number      int32   `json:"number"`
	Type        *uint8  `json:"type,omitempty"` // Quake III: eType
	ModelIndex  uint16  `json:"modelindex"`
	Model       string  `json:"model"`
	ModelIndex2 *uint16 `json:"modelindex2,omitempty"` // Quake II and III
	ModelIndex3 *uint16 `json:"modelindex3,omitempty"` // Quake II
	ModelIndex4 *uint16 `json:"modelindex4,omitempty"`
	Frame       uint16  `json:"frame"`
	Skin        *int32  `json:"skin,omitempty"`     // Quake II: the low byte
	Vwep        int32   `json:"vwep,omitempty"`     // Quake II: the rest, the visible weapon
	Client      *int32  `json:"client,omitempty"`   // Quake III: clientNum
	Weapon      *uint8  `json:"weapon,omitempty"`   // Quake III
	Colormap    *uint8  `json:"colormap,omitempty"` // Quake and QuakeWorld
	Effects     uint32  `json:"effects"`            // Quake III: eFlags
	RenderFX    *uint32 `json:"renderfx,omitempty"` // Quake II
	Sound       uint16  `json:"sound,omitempty"`    // looping
	Solid       int32   `json:"solid,omitempty"`
	Alpha       uint8   `json:"alpha,omitempty"` // protocols 666 and 999: 0 default, 1 invisible, 255 opaque
	Scale       uint8   `json:"scale,omitempty"` // 0 default, 16 is 1.0
	Origin      Vec     `json:"origin"`
	Angles      Vec     `json:"angles"`
}

// Player is a player in the last frame.
type Player struct {
	Slot        int              `json:"slot"`
	Name        string           `json:"name"`
	PlainName   string           `json:"plain_name,omitempty"` // of [charset.PlainName]
	Team        *string          `json:"team,omitempty"`       // QuakeWorld and Quake III
	Spectator   bool             `json:"spectator,omitempty"`
	Dead        bool             `json:"dead,omitempty"`
	Origin      Vec              `json:"origin"`
	Angles      Vec              `json:"angles"`
	Velocity    *Vec             `json:"velocity,omitempty"` // units per second
	Frame       uint16           `json:"frame"`
	WeaponFrame *uint16          `json:"weaponframe,omitempty"`
	ModelIndex  uint16           `json:"modelindex"`
	Model       string           `json:"model,omitempty"`
	Skin        *int32           `json:"skin,omitempty"`
	Effects     uint32           `json:"effects"`
	Weapon      *uint8           `json:"weapon,omitempty"`      // Quake III: in hand
	WeaponModel uint16           `json:"weaponmodel,omitempty"` // model index of the view weapon
	ViewOffset  *Vec             `json:"viewoffset,omitempty"`  // of the eye relative to the origin, if known
	FOV         float32          `json:"fov,omitempty"`
	Frags       *int32           `json:"frags,omitempty"`
	FragsAge    float64          `json:"frags_age,omitempty"` // seconds: see [world.World.FragsAge]
	Health      *int32           `json:"health,omitempty"`
	Armor       *int32           `json:"armor,omitempty"`
	Stats       map[string]int32 `json:"stats,omitempty"`
}

// Nail is a projectile of QuakeWorld's packed list of nails.
type Nail struct {
	Number uint8 `json:"number,omitempty"`
	Origin Vec   `json:"origin"`
	Angles Vec   `json:"angles"`
}

// View is the position and direction of an eye, including view height and offsets.
type View struct {
	Origin Vec     `json:"origin"`
	Angles Vec     `json:"angles"`
	Punch  *Vec    `json:"punch,omitempty"` // recoil and damage, not included in the angles
	FOV    float32 `json:"fov,omitempty"`
}

// StateOf returns the state of a world driven by a demo in a format, named as for [demoscope/player/world/rules.New].
// Stats and view are those of the player in the slot follow, or of the recorder for [world.Nobody]. Any other slot must
// be in w.Players.
func StateOf(format string, w *world.World, follow int) *State {
	t := reporter{format, w}
	s := &State{
		Block: w.Block, Time: w.Time, Clock: w.Clock, Map: charset.Text(w.Level().Map), Uncertain: uncertainOf(w),
		Entities: make([]Entity, 0, len(w.Entities)), Players: []Player{},
	}
	if w.Game == world.Quake3 {
		packet := w.Block
		s.Packet, s.Block = &packet, w.Snapshots-1
	}
	for i := range w.Entities {
		s.Entities = append(s.Entities, t.entity(&w.Entities[i]))
	}
	for i := range w.Players {
		if w.Players[i].Visible {
			s.Players = append(s.Players, t.player(&w.Players[i]))
		}
	}
	if w.Game == world.QuakeWorld {
		s.Nails = make([]Nail, 0, len(w.Nails))
		for _, n := range w.Nails {
			s.Nails = append(s.Nails, Nail{n.Number, Vec(n.Origin), Vec(n.Angles)})
		}
	}
	if follow == world.Nobody || follow == w.Recorder {
		s.Stats, s.View = statsOf(&w.Stats), t.view()
		return s
	}
	p := &w.Players[follow]
	s.Stats = map[string]int32{}
	if p.Stats != nil && !p.Out {
		s.Stats = statsOf(p.Stats)
	}
	if s.View = t.eye(p); w.SharesView(follow) {
		s.View = t.view()
	}
	return s
}

// reporter builds the parts of a state with the fields that the format has.
type reporter struct {
	format string
	*world.World
}

func (t reporter) entity(e *world.Entity) Entity {
	out := Entity{
		Number: e.Number, ModelIndex: e.Model[0], Model: charset.Text(t.ModelOf(e)), Frame: e.Frame,
		Effects: e.Effects, Sound: e.Sound, Solid: e.Solid, Origin: Vec(e.Origin), Angles: Vec(e.Angles),
	}
	if sent, ok := t.SentPose(e.Number); ok {
		out.Origin, out.Angles = Vec(sent.Origin), Vec(sent.Angles) // without the motion since then
	}
	switch t.Game {
	case world.Quake, world.QuakeWorld:
		out.Skin, out.Colormap = ref(e.Skin), ref(e.Colormap)
		out.Alpha, out.Scale = e.Alpha, e.Scale
	case world.Quake2:
		out.Skin, out.Vwep, out.RenderFX = ref(e.Skin&0xff), e.Skin>>8, ref(e.RenderFX)
		out.ModelIndex2, out.ModelIndex3, out.ModelIndex4 = ref(e.Model[1]), ref(e.Model[2]), ref(e.Model[3])
	case world.Quake3:
		out.Type, out.Client, out.Weapon, out.ModelIndex2 = ref(e.Type), ref(e.Skin), ref(e.Weapon), ref(e.Model[1])
	}
	return out
}

func (t reporter) player(p *world.Player) Player {
	out := Player{
		Slot: p.Slot, Name: charset.Text(p.Name), PlainName: charset.PlainName(t.Game, p.Name),
		Spectator: p.Spectator, Dead: p.Dead,
		Origin: Vec(p.Pose.Origin), Angles: Vec(p.Pose.Angles), Frame: p.Frame, ModelIndex: p.Model,
		Model:   charset.Text(t.Level().Model(p.Model)),
		Effects: p.Effects, WeaponModel: p.WeaponModel, FOV: p.FOV,
	}
	recorder := p.Slot == t.Recorder
	if t.Game != world.Quake3 {
		out.Skin = ref(p.SkinNumber)
	} else {
		out.Weapon = ref(p.Weapon)
	}
	if t.Game == world.QuakeWorld || t.Game == world.Quake3 {
		out.Team = ref(charset.Text(p.Team))
	}
	if t.Game != world.Quake && (t.Game != world.Quake2 || p.EyeKnown) {
		out.WeaponFrame = ref(p.WeaponFrame)
	}
	if p.Pose.VelocityKnown {
		out.Velocity = ref(Vec(p.Pose.Velocity))
	}
	if p.EyeKnown {
		out.ViewOffset = ref(Vec(p.ViewOffset))
	}
	if p.EyeKnown && p.FragsKnown(t.World) || t.Game != world.Quake2 && t.HasFrags(p) {
		out.Frags, out.FragsAge = ref(p.Frags), t.FragsAge(p) // Quake II's frags are also one of the stats
	}
	stats := p.Stats
	if recorder {
		stats = &t.Stats
	}
	if stats != nil {
		health, armor := t.stats()
		out.Health, out.Armor = t.stat(stats, health), t.stat(stats, armor)
	}
	if p.Stats != nil {
		out.Stats = statsOf(p.Stats)
	}
	return out
}

// view returns the recorder's eye, or nil if the demo has none.
func (t reporter) view() *View {
	v := &t.View
	if !v.Known {
		return nil
	}
	return viewOf(&world.Eye{Origin: v.Origin, Angles: v.Angles, Punch: v.Punch, FOV: v.FOV})
}

// eye returns a player's eye, or nil if the player is not visible.
func (t reporter) eye(p *world.Player) *View {
	if !p.Visible {
		return nil
	}
	e := t.Game.EyeOf(p, &p.Pose)
	return viewOf(&e)
}

func viewOf(e *world.Eye) *View {
	out := &View{Origin: Vec(e.Origin), Angles: Vec(e.Angles), FOV: e.FOV}
	if e.Punch != (mgl32.Vec3{}) {
		out.Punch = ref(Vec(e.Punch))
	}
	return out
}

// stats returns the indices of the game's stats for health and armor.
func (t reporter) stats() (health, armor int) {
	switch t.Game {
	case world.Quake2:
		return world.Quake2StatHealth, world.Quake2StatArmor
	case world.Quake3:
		return 0, t.Level().Quake3Stats.Armor
	}
	return world.StatHealth, world.StatArmor
}

// stat returns a stat, or nil if the demo has not set it. In Quake II, stats that were not sent are 0, unless the
// beginning is missing.
func (t reporter) stat(s *world.Stats, index int) *int32 {
	if v, known := s.Get(index); known || t.Game == world.Quake2 && !world.LacksBeginning(t.World) {
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

func ref[T any](v T) *T { return &v }
