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
	Velocity mgl32.Vec3 // units a second
	// VelocityKnown is set if the demo has the Velocity; otherwise that is zero.
	VelocityKnown bool
}

// SameText reports whether two strings are one by where they lie, which takes no look at their bytes: a name
// of a world that has not changed is.
func SameText(a, b string) bool {
	return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b)
}

// Player is one client slot.
type Player struct {
	Slot int
	// InUse is set if the slot has a player: a name or a user info.
	InUse bool
	// Visible is set if the current frame has the player's Pose, WasVisible if
	// the previous one has Was.
	Visible, WasVisible bool
	Spectator           bool
	// NoLerp is set if the player jumped from Was to Pose.
	NoLerp bool
	// Dead is set if the player is dead, Gibbed if only the head is left, and
	// Ducked if the player crouches (Quake II and III).
	Dead, Gibbed, Ducked bool
	// Footing is whether the player stands on something, as far as the demo tells it.
	Footing Footing
	// NoModel is set if the player's model is none, so that nothing is drawn.
	NoModel bool
	// Out is set of a player who is dead until the next round of QuakeWorld's clan arena or wipeout. The
	// server lets him be, without a body, where somebody else is: that one's place, stats and weapon are told
	// as his. So he is not Visible and has no stats; Pose is where he looks from.
	Out bool

	// What changes with every frame comes first, so that a frame looks at little memory.

	Pose  Pose
	Model uint16
	// Frame is that of the model; in Quake III the animation of the legs, and WeaponFrame
	// that of the torso, with bit 128 toggled whenever one begins again.
	Frame, WeaponFrame uint16
	// WasFrame is the frame shown before Frame, to blend the two poses: equal to Frame if
	// there is nothing to blend, since the player was not visible, jumped, or had another
	// model. FrameClock and WeaponFrameClock are when Frame and WeaponFrame were first
	// told, in viewer's seconds.
	WasFrame                     uint16
	FrameClock, WeaponFrameClock float64
	SkinNumber                   int32
	Effects                      uint32

	Was Pose
	// Gun is how the weapon before the eye is held, WasGun how it was in the previous frame.
	Gun, WasGun Gun
	// Weapon is the one in hand: in Quake III by the game's number, in Quake and QuakeWorld
	// as the player's last deed since the last spawn told, from 1 for the axe to 8 for the
	// Thunderbolt, at WeaponClock of the viewer's seconds. It is 0 if that is not known. See
	// [World.HeldModel].
	Weapon      uint8
	Chat        uint8 // QuakeWorld: what the client says of its console, see [Talking] and [Away]
	WeaponClock float64
	Powerups    uint32 // Quake III: a bit for each by the game's number, see [World.Carries]

	// Keys are what the player presses, of those that the demo tells, which are in KeysKnown:
	// all of QuakeWorld's recorder and of servers' recordings with clients' commands, the
	// direction of others there, and attack, jump and crouch of Quake III's recorder.
	Keys, KeysKnown Keys

	Name     string // bytes in the game's charset
	Team     string
	Skin     string
	UserInfo string // \key\value pairs, where the game has them
	Shirt    uint8  // colors 0 to 13
	Pants    uint8
	Age      uint8 // QuakeWorld: of the last command that moved the player, in milliseconds
	Hits     uint8 // how often he was seen to be hit, see [Player.HitsSeen]
	// FragsAt is when Quake III's game told the Frags last, in viewer's seconds: see [World.FragsAge].
	FragsAt float32
	// Frags are the score. In Quake III, whose servers tell those of others seldom, they are
	// the one that was told last and, where a frag is a point, what the obituaries have made of
	// it since; those from before the recording are missing until the first is told.
	Frags int32
	// Kills, Deaths, Suicides and TeamKills are counted from the events since the match
	// began, or else the level, or are what the game told. Kills are those of others than
	// team mates; deaths by the world are no suicides.
	Kills, Deaths, Suicides, TeamKills int32
	// Guest is how many others the demo had in the slot before, since the level began.
	Guest   uint32
	Ping    int32   // milliseconds
	Loss    int32   // packets lost, percent
	Entered float64 // when it joined, in seconds of the demo's own clock
	UserID  int32

	// FragsTold is set in Quake II if a scoreboard has told the Frags of a player whose
	// stats the demo lacks. Otherwise they are counted from the recording's beginning. In
	// the other games it is set once the demo has reported them.
	FragsTold bool
	// EyeKnown is set if the demo has this player's eye (Quake II): ViewOffset
	// from Pose.Origin in units, looking along Pose.Angles with Punch added, in
	// degrees.
	EyeKnown   bool
	ViewOffset mgl32.Vec3
	Punch      mgl32.Vec3
	FOV        float32 // degrees, horizontal; 0 where it is not known
	// Hit is what the player took last, of those of whom the demo tells it: the recorder, in
	// servers' recordings of QuakeWorld everybody, and in Quake III whom the recorder watches.
	// Blend is the color over the whole view in Quake II: red, green, blue and how much of it,
	// 255 is 1.
	Hit   Hit
	Blend [4]uint8
	// HitCounted is when the last hit was that counts among Hits, and Died when the last death was told, in
	// viewer's seconds, 0 for none. They are small because keyframes hold them.
	HitCounted float32
	// Hurt is when the player was hit last and Fired when he fired, as far as the demo shows
	// it, and Told what it told in passing of the health of one whose stats it lacks.
	Hurt, Fired Deed
	// Struck is when the player was hit last by another of whom the demo tells that, and
	// StruckBy one more than the slot of that one.
	Struck      Deed
	StruckBy    int
	Told        ToldHealth
	MoveType    uint8  // Quake II: 0 normal, 1 spectator, 2 dead, 3 gib, 4 freeze
	RDFlags     uint8  // Quake II: 1 under water, 2 no world
	WeaponModel uint16 // of the weapon in view, 0 where it is not known
	Died        float32

	// Stats are the player's own, nil if the demo has only the recorder's,
	// which are in [State], or does not tell whose they are now: those of a spectator's
	// recording are here of whom it follows.
	Stats *Stats
	// Quake2HUD is what the server draws for this player alone, nil if it has drawn
	// nothing: see [World.Quake2HUDOf].
	Quake2HUD *Quake2HUD
}

// FragsKnown reports whether the demo tells the Frags of a player. Otherwise they are only counted from its
// obituaries.
func (p *Player) FragsKnown(w *World) bool {
	switch {
	case p.FragsTold:
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

// Admit notes that a slot has a player, if the demo lacks its beginning, which says who is there.
func Admit(w Edit, p *Player) {
	if w.LevelCount == 0 {
		p.InUse = true
	}
}

// HasFrags reports whether the Frags of a player mean something: the demo tells them, or they follow from
// deaths. In Quake III's games with flags or rounds neither is so until a list of scores comes; in Quake II
// nobody says of a 0 that was counted whether it is one.
func (w *World) HasFrags(p *Player) bool {
	return p.FragsKnown(w) || w.Game == Quake2 && p.Frags != 0 || w.Game == Quake3 && w.Match.FragsCount
}

// FragsAge returns how many seconds ago the game told the Frags of a player, in Quake III's games with flags
// or rounds, where nothing says what they have been since. It is 0 where they are not known, and where they
// are as of now, or of the end of the match that is over, to two seconds: its last list can come that much
// before the end is told. A part of a demo tells them as it begins, and nothing in it says how old they were then.
func (w *World) FragsAge(p *Player) float64 {
	if w.Game != Quake3 || w.Match.FragsCount || !p.FragsTold {
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

// Counts returns what is counted of a player.
func (p *Player) Counts() Counts {
	c := Counts{Kills: p.Kills, Deaths: p.Deaths, Suicides: p.Suicides, TeamKills: p.TeamKills}
	if p.Stats != nil {
		c.Sums = p.Stats.Sums
	}
	return c
}

// Leave begins to count anew, because the player leaves: the next one in the slot is somebody else.
func (p *Player) Leave() {
	p.SetCounts(Counts{})
	p.Guest++
}

// SetCounts sets what is counted of a player.
func (p *Player) SetCounts(c Counts) {
	p.Kills, p.Deaths, p.Suicides, p.TeamKills = c.Kills, c.Deaths, c.Suicides, c.TeamKills
	if p.Stats == nil && c.Sums != (Sums{}) {
		p.Stats = new(Stats)
	}
	if p.Stats != nil {
		p.Stats.Sums = c.Sums
	}
}

// InfoValue returns the value of a key of the player's UserInfo, empty if it has none.
func (p *Player) InfoValue(key string) string { return info.Value(p.UserInfo, key) }

// Gun is how the weapon before a player's eye is held. It is told of the same players as
// [Player.EyeKnown] says in Quake II, and in Quake III of the one whom the recorder watches.
type Gun struct {
	Known bool
	// Bob is where the player is between two steps: 128 for each foot (Quake III).
	Bob uint8
	// Offset is from the eye in units along the world's axes, and Angles are added to the
	// view's, in degrees (Quake II).
	Offset, Angles mgl32.Vec3
}

// rotate makes the current pose the previous one.
func (p *Player) rotate() {
	p.Was, p.WasVisible, p.NoLerp = p.Pose, p.Visible, false
	if p.Gun.Known || p.WasGun.Known {
		p.WasGun = p.Gun
	}
}

// MaxPlayers bounds the client slots: Quake II's and Quake III's servers have
// up to 256 and 64, all others fewer.
const MaxPlayers = 256

// Nail is a projectile of QuakeWorld's packed list of nails, in Quake units and
// degrees. Number is 0 if the format has none.
type Nail struct {
	Number uint8
	Origin mgl32.Vec3
	Angles mgl32.Vec3
}
