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
	"demoscope/player/world/equipment"
)

// Facts holds what one pass over a demo found. It does not depend on a query.
type Facts struct {
	Format   string
	Game     world.Game
	GameDir  string
	Date     string // as given by the server, in the form of [demoscope/player/report.Info].Date; empty if unknown
	Duration float64
	// Recorder is the slot of the player who recorded the demo, [world.Nobody] if nobody did.
	Recorder int
	// Whole is set for server and multi-view recordings, which contain every pickup by every player. Other
	// recordings contain only the recorder's.
	Whole  bool
	Levels []Level
	Server Server
	// Players are the players present at the end, by slot: see [world.World.PresentAtEnd]. Results are the
	// matches' results as reported by the game.
	Players []Player
	Results []world.Result
	// MatchStates describe the starts and ends of the matches, by time.
	MatchStates []MatchState
	// Events are the events of the timeline: see [timeline.Timeline.Events].
	Events    []timeline.Event
	Kills     []Death // the kills in Events, in order: with a killer, a victim, or both
	Carries   []Carry
	Powers    []Power
	Jumps     []Jump
	Comebacks []Turnaround
	Matches   []Match
	// Scores are the score changes: of the teams in team games, otherwise of the players.
	Scores []match.Change
}

// Sound reports whether the indices in facts loaded from storage are in range.
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

// Setting returns the mode of the game, given the server's description s.
func (f *Facts) Setting(s Server) match.Setting {
	return match.Setting{Server: charset.Plain(f.Game, cmp.Or(s.Mode, s.Variant)), GameType: s.GameType,
		Folder:   f.GameDir,
		Captured: slices.ContainsFunc(f.Events, func(e timeline.Event) bool { return e.Kind == world.EventCapture })}
}

// Server is the server's description of the game, in the game's charset.
type Server struct {
	Hostname string
	Mode     string // the server's name for the mode, empty if unknown
	// Variant is the name of the mode in a Quake III mod, such as CPMA's "1V1". GameType is the meaning of the
	// mode's number: see [world.Level].
	Variant, GameType string
	// TimeLimit is in minutes. A nil limit is unknown.
	TimeLimit, FragLimit, Deathmatch *int
}

// Player is a player present at a match's start or end, or at the end of the demo.
type Player struct {
	Slot         int
	Name, Team   string // bytes in the game's charset
	Shirt, Pants uint8  // colors 0 to 13
	Ping         int32  // milliseconds
}

// MatchState is the state at the start or end of a match. A demo may have several matches, each with its own
// players and settings.
type MatchState struct {
	Clock   float64 // viewer's time in seconds
	Date    string  // in the form of [report.Info].Date, empty if unknown
	Server  Server
	Players []Player
}

// teamOf returns a player's team in the first match that has one, or "" if none has.
func (f *Facts) teamOf(slot int, name string) string {
	for i := range len(f.MatchStates) + 1 {
		list := f.Players
		if i < len(f.MatchStates) {
			list = f.MatchStates[i].Players
		}
		for k := range list {
			if p := &list[k]; p.Slot == slot && p.Name == name && p.Team != "" {
				return p.Team
			}
		}
	}
	return ""
}

// matchState returns the first known state at one of the given times, or that of the whole demo if none is known.
func (f *Facts) matchState(clocks ...float64) MatchState {
	for _, clock := range clocks {
		at := sort.Search(len(f.MatchStates), func(i int) bool { return f.MatchStates[i].Clock >= clock })
		if at < len(f.MatchStates) && f.MatchStates[at].Clock == clock {
			return f.MatchStates[at]
		}
	}
	return MatchState{Date: f.Date, Server: f.Server, Players: f.Players}
}

// BeginningOf returns the state at the start of a result's match. If the demo lacks the start, it is the state
// at the end; if the demo lacks both, it is that of the whole demo.
func (f *Facts) BeginningOf(r *world.Result) MatchState { return f.matchState(r.Start, r.End) }

// EndOf is like [Facts.BeginningOf], but for the end of the match.
func (f *Facts) EndOf(r *world.Result) MatchState { return f.matchState(r.End) }

// names returns the names of all players who played in a match to its end or left it earlier.
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

// Everybody returns the names of all players in events, results and match states, and of those present at the end.
// The names are bytes in the game's charset, sorted, without duplicates.
func (f *Facts) Everybody() []string {
	all := f.names()
	add := func(list []Player) {
		for i := range list {
			all[list[i].Name] = true
		}
	}
	add(f.Players)
	for i := range f.MatchStates {
		add(f.MatchStates[i].Players)
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
	// Sight is the fraction of the level's match time, 0 to 1, during which the least visible player was in
	// sight.
	Sight float32
	// Count is the value of [world.State.LevelCount] on the level.
	Count int
	// Empty is set if the demo has no frame of the level: see [demoscope/player/scan.Beginning].
	Empty bool
}

// Match is a match, or a level without one.
type Match struct {
	Start, End float64
	Last       float64 // see [world.Result].Last
	Level      int     // index in [Facts].Levels
	// Ends is set if the demo contains the end of the match.
	Ends bool
	// Early is set if the match ended before its time limit: by the frag limit, by a vote, or in modes without
	// a time limit such as hoonymode and clan arena.
	Early bool
	// Number is the match's number as in [match.Numbering], 0 for a level without a match.
	Number int
}

// Death holds the circumstances of a death.
type Death struct {
	Event int // index in [Facts].Events
	// At and By are the positions of the victim and the killer, if known.
	At, By           mgl32.Vec3
	AtKnown, ByKnown bool
	// Blow is how the missile hit. If Inferred is set, it was derived from where the missile burst; otherwise
	// the demo contains it.
	Blow     world.HitType
	Inferred bool
	Numbers

	by, of  int // slots and the time, used only while reading the demo
	clock   float64
	missile bool // the weapon fires missiles that can hit directly
	// burst is the distance from the victim to the nearest burst at that time, in units; infinite if a missile
	// cannot have burst.
	burst float32
}

// Carry is the time during which one player carries a flag.
type Carry struct {
	Player     int
	Name       string // bytes in the game's charset
	Flag       int    // 0 red, 1 blue, 2 white
	From, To   float64
	At, End    mgl32.Vec3 // where the carry began and ended, if Seen
	Base       bool       // taken from its base
	BaseKnown  bool
	Captured   bool
	Dropped    bool
	Way        float32 // path length in units, if Seen
	Seen       bool    // the player was in sight all the time
	TakenKnown bool    // the demo contains the moment of the pickup
}

// Power is the time during which a player had a powerup.
type Power struct {
	Player   int
	Name     string
	What     equipment.Carried // [equipment.Quad] or [equipment.Pentagram]
	From, To float64
	// Cut is set if the beginning or the end was not seen.
	Cut bool
}

// Jump is a flight of a player between two contacts with a surface.
type Jump struct {
	Player   int
	Name     string
	From, To float64
	At, End  mgl32.Vec3
	Speed    float32 // highest speed over ground before landing, units per second
	Rise     float32 // units above At, or above the position of the blast that lifted the player
	// Blast is the time when the player's own missile lifted the player, 0 if none did.
	Blast float64
	// Thrown is set if something other than a jump may have lifted the player: a nearby burst, a hit, or a jump
	// pad.
	Thrown bool
}

// Turnaround is a match won by a side that was behind.
type Turnaround struct {
	From, To float64 // time of the largest deficit, and the end of the match
	Side     string  // name of the team or player
	Behind   int32   // points
}
