package world

import (
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world/internal/info"
)

// Pose is a place and a direction, in Quake units and degrees (pitch, yaw, roll).
type Pose struct {
	Origin   mgl32.Vec3
	Angles   mgl32.Vec3
	Velocity mgl32.Vec3 // units per second
	// VelocityKnown is set if the demo has the Velocity. Otherwise Velocity is zero.
	VelocityKnown bool
}

// SameText reports whether two strings share the same memory. Unlike a comparison it does not read
// the bytes, and it may return false for equal strings. Names that have not changed between two
// states of a world share their memory.
func SameText(a, b string) bool {
	return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b)
}

// Player is one client slot.
type Player struct {
	Slot int
	// InUse is set if there is a player in the slot, with a name or a user info.
	InUse bool
	// Visible is set if the current frame has the player's Pose, and WasVisible if the previous
	// frame has Was.
	Visible, WasVisible bool
	Spectator           bool
	// NoLerp is set if the player jumped from Was to Pose, so that the two must not be
	// interpolated.
	NoLerp bool
	// Dead is set if the player is dead, Gibbed if only the head is left, and Ducked if the player
	// crouches (Quake II and III).
	Dead, Gibbed, Ducked bool
	// Footing is whether the player stands on something, if known.
	Footing Footing
	// NoModel is set if the player has no model, so that nothing is drawn.
	NoModel bool
	// Out is set for a player who is dead until the next round of QuakeWorld's clan arena or
	// wipeout. The server keeps the player without a body at the place of another player, and sends
	// that player's place, stats and weapon instead. So a player who is out is not Visible and has
	// no stats. Pose is where the player looks from.
	Out bool

	// Fields that change with every frame come first, so that processing a frame touches little
	// memory.

	Pose  Pose
	Model uint16
	// Frame is the frame of the model. In Quake III it is the animation of the legs and WeaponFrame
	// that of the torso, with bit 128 toggled whenever the animation restarts.
	Frame, WeaponFrame uint16
	// WasFrame is the frame shown before Frame, for blending the two. It equals Frame if there is
	// nothing to blend: the player was not visible, jumped, or had another model. FrameClock and
	// WeaponFrameClock are when Frame and WeaponFrame were first set, in seconds of the viewer's
	// clock.
	WasFrame                     uint16
	FrameClock, WeaponFrameClock float64
	SkinNumber                   int32
	Effects                      uint32

	Was Pose
	// Gun is the position of the weapon in the player's view, and WasGun that in the previous
	// frame.
	Gun, WasGun Gun
	// Weapon is the weapon in hand, or 0 if unknown. In Quake III it is the game's number. In Quake
	// and QuakeWorld it is derived from the player's last action since the last spawn, at
	// WeaponClock in seconds of the viewer's clock, and ranges from 1 (axe) to 8 (Thunderbolt). See
	// equipment.HeldModel.
	Weapon      uint8
	Chat        uint8 // QuakeWorld: the client's state, see equipment.Talking and Away
	WeaponClock float64
	Powerups    uint32 // Quake III: one bit per powerup number, see equipment.Carries

	// Keys are the keys that the player presses. KeysKnown are the keys for which the demo reports
	// that: all keys of QuakeWorld's recorder and in server-side recordings with client commands,
	// the direction keys of other players there, and attack, jump and crouch of Quake III's
	// recorder.
	Keys, KeysKnown Keys

	Name     string // bytes in the game's charset
	Team     string
	Skin     string
	UserInfo string // \key\value pairs, if the game has them
	Shirt    uint8  // colors 0 to 13
	Pants    uint8
	Age      uint8 // QuakeWorld: age of the last movement command, in milliseconds
	Hits     uint8 // number of observed hits, see [Player.HitsSeen]
	// FragsAt is when Quake III last reported the Frags, in seconds of the viewer's clock: see
	// [World.FragsAge].
	FragsAt float32
	// Frags is the score. Quake III's servers rarely report the scores of other players. Then it is
	// the last reported score and, if a frag is worth a point, the changes that follow from the
	// obituaries since. Until the first report, frags from before the recording are missing.
	Frags int32
	// Kills, Deaths, Suicides and TeamKills are reported by the game, or counted from the events
	// since the match began, or since the level began if there is no match. Kills do not include
	// team mates. Deaths by the world are not suicides.
	Kills, Deaths, Suicides, TeamKills int32
	// Guest is the number of players that the slot had before this one since the level began.
	Guest   uint32
	Ping    int32   // milliseconds
	Loss    int32   // lost packets in percent
	Entered float64 // when the player joined, in seconds of the demo's clock
	UserID  int32

	// FragsReported is set once the demo has reported the Frags. In Quake II that means that a
	// scoreboard has reported them for a player without known stats; otherwise they are counted
	// from the beginning of the recording.
	FragsReported bool
	// EyeKnown is set if the demo has this player's eye (Quake II). The eye is at ViewOffset from
	// Pose.Origin, in units, and looks along Pose.Angles with Punch added, in degrees.
	EyeKnown   bool
	ViewOffset mgl32.Vec3
	Punch      mgl32.Vec3
	FOV        float32 // horizontal, in degrees; 0 if unknown
	// Hit is the last damage to the player. The demo has it for the recorder, for all players in
	// server-side QuakeWorld recordings, and in Quake III for the player that the recorder follows.
	// Blend is the color drawn over the whole view in Quake II: red, green, blue and opacity, 0 to
	// 255.
	Hit   Hit
	Blend [4]uint8
	// HitCounted is when the last hit that counts among Hits occurred, and Died when the last death
	// was reported, in seconds of the viewer's clock, or 0 if there was none. They are float32 to
	// keep keyframes small.
	HitCounted float32
	// Hurt is when the player was last seen to be hit, and Fired when the player was last seen to
	// fire. HealthEstimate is the health inferred for a player without known stats.
	Hurt, Fired Timestamp
	// Struck is when another known player last hit this one. StruckBy is the attacker's slot plus
	// 1.
	Struck         Timestamp
	StruckBy       int
	HealthEstimate HealthEstimate
	MoveType       uint8  // Quake II: 0 normal, 1 spectator, 2 dead, 3 gib, 4 freeze
	RDFlags        uint8  // Quake II: 1 under water, 2 no world
	WeaponModel    uint16 // of the weapon in view, 0 if unknown
	Died           float32

	// Stats are the player's own stats. They are nil if the demo has only the recorder's, which are
	// in [State], or if it is unknown whose stats they are. The stats in a spectator's recording
	// are stored with the player that the spectator follows.
	Stats *Stats
	// Quake2HUD is what the server draws for this player only, or nil if it has drawn nothing: see
	// [World.Quake2HUDOf].
	Quake2HUD *Quake2HUD
}

// FragsKnown reports whether the demo reports the player's Frags. Otherwise they are only counted
// from its obituaries.
func (p *Player) FragsKnown(w *World) bool {
	switch {
	case p.FragsReported:
		return true
	case w.Game == Quake3:
		return false
	case w.Game == Quake2 && LacksBeginning(w):
		s := w.statsOf(p)
		if s == nil {
			return false
		}
		_, told := s.Get(Quake2StatFrags)
		return told
	case w.Game == Quake2:
		return p.EyeKnown
	}
	return !LacksBeginning(w)
}

// Admit marks a slot as in use if the demo lacks its beginning, which lists the players.
func Admit(w Edit, p *Player) {
	if w.LevelCount == 0 {
		p.InUse = true
	}
}

// HasFrags reports whether the player's Frags are meaningful: the demo reports them, or they follow
// from the obituaries. In Quake III's games with flags or rounds neither is true before the first
// scoreboard. In Quake II a counted 0 may or may not be the true score, so it is not meaningful.
func (w *World) HasFrags(p *Player) bool {
	return p.FragsKnown(w) || w.Game == Quake2 && p.Frags != 0 || w.Game == Quake3 && w.Match.FragsCount
}

// FragsAge returns how many seconds ago the game last reported the player's Frags, in Quake III's
// games with flags or rounds, where they may have changed since. If the match is over, the age is
// relative to its end. FragsAge returns 0 if the Frags are unknown, or if they are at most two
// seconds old, since the last scoreboard of a match can come that long before its end. A part cut
// from a demo reports all Frags at its beginning, so their age before that is unknown.
func (w *World) FragsAge(p *Player) float64 {
	if w.Game != Quake3 || w.Match.FragsCount || !p.FragsReported {
		return 0
	}
	now := w.Clock
	if r := w.results.get(); w.Match.Phase == PhaseOver && !r.open && len(r.list) > 0 {
		if last := &r.list[len(r.list)-1]; last.Complete && last.End != Unknown && last.Level == w.LevelCount {
			now = last.End
		}
	}
	const slack = 2
	if age := now - float64(p.FragsAt); age > slack {
		return math.Round(1000*age) / 1000
	}
	return 0
}

// Counts returns the player's counts.
func (p *Player) Counts() Counts {
	c := Counts{Kills: p.Kills, Deaths: p.Deaths, Suicides: p.Suicides, TeamKills: p.TeamKills}
	if p.Stats != nil {
		c.Sums = p.Stats.Sums
	}
	return c
}

// Leave resets the counts because the player leaves. The next player in the slot is a different
// one.
func (p *Player) Leave() {
	p.SetCounts(Counts{})
	p.Guest++
}

// SetCounts sets the player's counts.
func (p *Player) SetCounts(c Counts) {
	p.Kills, p.Deaths, p.Suicides, p.TeamKills = c.Kills, c.Deaths, c.Suicides, c.TeamKills
	if p.Stats == nil && c.Sums != (Sums{}) {
		p.Stats = new(Stats)
	}
	if p.Stats != nil {
		p.Stats.Sums = c.Sums
	}
}

// InfoValue returns the value of a key in the player's UserInfo, or "" if there is none.
func (p *Player) InfoValue(key string) string { return info.Value(p.UserInfo, key) }

// Gun is the position of the weapon in a player's view. In Quake II it is known if
// [Player].EyeKnown is set, and in Quake III for the player that the recorder follows.
type Gun struct {
	Known bool
	// Bob is the phase of the player's steps, 128 per foot (Quake III).
	Bob uint8
	// Offset is relative to the eye, in units along the world's axes. Angles are added to those of
	// the view, in degrees (Quake II).
	Offset, Angles mgl32.Vec3
}

// rotate makes the current pose the previous one.
func (p *Player) rotate() {
	p.Was, p.WasVisible, p.NoLerp = p.Pose, p.Visible, false
	if p.Gun.Known || p.WasGun.Known {
		p.WasGun = p.Gun
	}
}

// MaxPlayers bounds the client slots. Servers of Quake II have up to 256, those of Quake III up to
// 64, and all others fewer.
const MaxPlayers = 256

// Nail is a projectile in QuakeWorld's packed list of nails, in Quake units and degrees. Number is
// 0 if the format has none.
type Nail struct {
	Number uint8
	Origin mgl32.Vec3
	Angles mgl32.Vec3
}
