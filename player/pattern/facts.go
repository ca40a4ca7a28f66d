package pattern

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Facts are what one pass over a demo tells of its moments. They depend on no question.
type Facts struct {
	Format   string
	Game     world.Game
	GameDir  string
	Date     string // as the server tells it, in the form of [demoscope/player/report.Info].Date; empty if it does not
	Duration float64
	// Recorder is the slot of the player who recorded the demo, [world.Nobody] if nobody did.
	Recorder int
	// Whole is set of servers' recordings and multi-view ones, which have all that anybody took. Others have what the
	// player who recorded them did.
	Whole  bool
	Levels []Level
	Server Server
	// Players are those who are there at the end, as [world.World.PresentAtEnd] says, by slot, and Results
	// the matches' as the game told them.
	Players []Player
	Results []world.Result
	// Standings are those of the matches' beginnings and ends, by time.
	Standings []Standing
	// Events are those of [timeline.Timeline.Events].
	Events    []timeline.Event
	Kills     []Death // of Events, in their order: those with a killer, a victim, or both
	Carries   []Carry
	Powers    []Power
	Jumps     []Jump
	Comebacks []Turnaround
	Matches   []Match
	// Scores are how the scores changed: those of the teams where teams play, else the players'.
	Scores []match.Change
}

// Sound reports whether the indices in the facts are in range, for facts that were kept.
func (f *Facts) Sound() bool {
	for i := range f.Kills {
		if e := f.Kills[i].Event; e < 0 || e >= len(f.Events) {
			return false
		}
	}
	for i := range f.Matches {
		if l := f.Matches[i].Level; l < 0 || l >= len(f.Levels) {
			return false
		}
	}
	return true
}

// Setting returns what the demo says of the mode that is played, with what the server says of it.
func (f *Facts) Setting(s Server) match.Setting {
	return match.Setting{Server: charset.Plain(f.Game, cmp.Or(s.Mode, s.Variant)), GameType: s.GameType,
		Folder:   f.GameDir,
		Captured: slices.ContainsFunc(f.Events, func(e timeline.Event) bool { return e.Kind == world.EventCapture })}
}

// Server is what the server says of the game, in the game's charset.
type Server struct {
	Hostname string
	Mode     string // as it calls it, empty if it does not
	// Variant is what a mod of Quake III calls its mode, as CPMA's "1V1", and GameType what its number
	// means: see [world.Level].
	Variant, GameType string
	// TimeLimit is in minutes; nil is not told.
	TimeLimit, FragLimit, Deathmatch *int
}

// Player is one who was there at the end of the demo.
type Player struct {
	Slot         int
	Name, Team   string // bytes in the game's charset
	Shirt, Pants uint8  // colors 0 to 13
	Ping         int32  // milliseconds
}

// Standing is what was true when a match began or ended: a demo may have several, each with its own players
// and settings.
type Standing struct {
	Clock   float64 // viewer's seconds
	Date    string  // in the form of [report.Info].Date, empty if it is not known
	Server  Server
	Players []Player
}

// teamOf returns the team of a player in the first match that tells one, empty if none does.
func (f *Facts) teamOf(slot int, name string) string {
	for i := range len(f.Standings) + 1 {
		list := f.Players
		if i < len(f.Standings) {
			list = f.Standings[i].Players
		}
		for k := range list {
			if p := &list[k]; p.Slot == slot && p.Name == name && p.Team != "" {
				return p.Team
			}
		}
	}
	return ""
}

// standing returns that of the first of some times of which one is known, or else what is true of the whole demo.
func (f *Facts) standing(clocks ...float64) Standing {
	for _, clock := range clocks {
		at := sort.Search(len(f.Standings), func(i int) bool { return f.Standings[i].Clock >= clock })
		if at < len(f.Standings) && f.Standings[at].Clock == clock {
			return f.Standings[at]
		}
	}
	return Standing{Date: f.Date, Server: f.Server, Players: f.Players}
}

// BeginningOf returns the standing when the match of a result began. If the demo lacks its beginning, it is that of
// the end, and if it lacks both, that of the whole demo.
func (f *Facts) BeginningOf(r *world.Result) Standing { return f.standing(r.Start, r.End) }

// EndOf is [Facts.BeginningOf] of the end of a match.
func (f *Facts) EndOf(r *world.Result) Standing { return f.standing(r.End) }

// names returns the names of those who were players when a match ended, or when they left it.
func (f *Facts) names() map[string]bool {
	names := map[string]bool{}
	for i := range f.Results {
		r := &f.Results[i]
		for _, list := range [...][]world.Score{r.Players, r.Left} {
			for k := range list {
				names[list[k].Name] = true
			}
		}
	}
	return names
}

// Everybody returns the names of all who are in what happened, in a result, or were there when a match began
// or ended, or at the end: bytes in the game's charset, each once, in their order.
func (f *Facts) Everybody() []string {
	all := f.names()
	add := func(list []Player) {
		for i := range list {
			all[list[i].Name] = true
		}
	}
	add(f.Players)
	for i := range f.Standings {
		add(f.Standings[i].Players)
	}
	for i := range f.Events {
		all[f.Events[i].PlayerName], all[f.Events[i].OtherName] = true, true
	}
	delete(all, "")
	return slices.Sorted(maps.Keys(all))
}

// Level is one map of a demo.
type Level struct {
	Map        string // game path, "maps/dm6.bsp"
	Title      string
	Start, End float64
	// Sight is for what part of its matches whoever played was in sight, of him who was least: 0 to 1.
	Sight float32
	// Count is [world.State.LevelCount] in it.
	Count int
	// Empty is set if no frame of it is there: see [demoscope/player/scan.Beginning].
	Empty bool
}

// Match is a match, or a level without one.
type Match struct {
	Start, End float64
	Last       float64 // see [world.Result].Last
	Level      int     // index in [Facts].Levels
	// Ends is set if the demo has its end.
	Ends bool
	// Early is set if that came before the time was up: by the fraglimit, by a vote, or where no time
	// limit ends a match, as in hoonymode and clan arena.
	Early bool
	// Number is that of [match.Numbering], 0 for a level without a match.
	Number int
}

// Death is the circumstances of a death.
type Death struct {
	Event int // index in [Facts].Events
	// At is where the victim was, and By where the killer was, if they were seen.
	At, By           mgl32.Vec3
	AtKnown, ByKnown bool
	// Blow is how the missile hit: as the demo tells it or, if Inferred is set, as where it burst
	// shows it.
	Blow     world.Blow
	Inferred bool
	Numbers

	by, of  int // slots, and the time, while the demo is read
	clock   float64
	missile bool // the weapon has missiles that strike
	// burst is how far from the body a missile burst at that time, in units; infinite if none can
	// have.
	burst float32
}

// Carry is the way of a flag in the hands of one player.
type Carry struct {
	Player     int
	Name       string // bytes in the game's charset
	Flag       int    // 0 the red, 1 the blue, 2 the white one
	From, To   float64
	At, End    mgl32.Vec3 // where it began and ended, if Seen
	Base       bool       // it was taken from its base
	BaseKnown  bool
	Captured   bool
	Dropped    bool
	Way        float32 // units, if Seen
	Seen       bool    // the player was seen all the time
	TakenKnown bool    // the demo has the moment in which it was taken
}

// Power is a time in which a player had a powerup.
type Power struct {
	Player   int
	Name     string
	What     world.Carried // [world.Quad] or [world.Pentagram]
	From, To float64
	// Cut is set if its beginning or end was not seen.
	Cut bool
}

// Jump is a flight of a player from where he stood last to where he stood next.
type Jump struct {
	Player   int
	Name     string
	From, To float64
	At, End  mgl32.Vec3
	Speed    float32 // the most over ground before he stood again, units a second
	Rise     float32 // units above At, or above where a missile of his own threw him
	// Blast is when a missile of his own threw him up, 0 if none did.
	Blast float64
	// Thrown is set if anything but his legs may have thrown him: a burst near him, a blow, or a jump pad.
	Thrown bool
}

// Turnaround is a match whose winner was behind.
type Turnaround struct {
	From, To float64 // when he was farthest behind, and the end of the match
	Side     string  // name of the team, or of the player
	Behind   int32   // points
}
