// Package report says what is in a demo, and what is true at one of its
// moments, as values with fixed JSON names that other programs read.
package report

import (
	"cmp"
	"math"
	"strings"

	"demoscope/formats/message"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Info is a summary of a whole demo. Times are seconds of the demo's own
// clock; Duration is what a viewer watches. Names are bytes in the game's
// charset, as Text makes them.
type Info struct {
	File       string         `json:"file"`
	Member     string         `json:"member,omitempty"` // of an archive
	Size       int64          `json:"size"`             // bytes, unpacked
	Format     string         `json:"format"`
	Game       string         `json:"game"`
	Protocol   int            `json:"protocol"`
	Extensions []string       `json:"extensions"`
	GameDir    string         `json:"gamedir"`
	Levels     []Level        `json:"levels"`
	Start      float64        `json:"start"`
	End        float64        `json:"end"`
	Duration   float64        `json:"duration"`
	Blocks     int            `json:"blocks"`
	Messages   map[string]int `json:"messages"`         // by the documents' names
	Hidden     map[string]int `json:"hidden,omitempty"` // hidden messages of an .mvd
	Models     int            `json:"models"`           // of the last level
	Sounds     int            `json:"sounds"`
	Players    []InfoPlayer   `json:"players"`  // at the end
	Recorder   *int           `json:"recorder"` // slot
	Kills      int            `json:"kills"`
	Damage     *Damage        `json:"damage"`
	Notes      []string       `json:"notes,omitempty"`

	game world.Game
}

// Level is one map of a demo.
type Level struct {
	Map   string  `json:"map"`
	Title string  `json:"title"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	// Clock is Start on the viewer's clock, which begins at 0 and never goes
	// back.
	Clock float64 `json:"clock"`
}

// InfoPlayer is a player of a whole demo.
type InfoPlayer struct {
	Slot      int    `json:"slot"`
	Name      string `json:"name"`
	Team      string `json:"team"`
	Spectator bool   `json:"spectator,omitempty"`
	Frags     int32  `json:"frags"`
	Kills     int    `json:"kills"`
	Deaths    int    `json:"deaths"`
}

// Damage tells where a demo cannot be read.
type Damage struct {
	Offset  int64   `json:"offset"` // bytes
	Time    float64 `json:"time"`
	Message string  `json:"message"`
	Error   string  `json:"error"`
}

// Summarize reads a demo of size bytes from its first packet to its last.
func Summarize(format string, size int64, decoder message.Decoder) *Info {
	s := summary{
		info: &Info{
			Size: size, Format: format, Extensions: []string{}, Levels: []Level{}, Players: []InfoPlayer{},
		},
		kills: map[int]int{}, deaths: map[int]int{},
	}
	c := timeline.NewCursor(format, decoder)
	c.World.Defer = true // nobody looks at what lies between
	counts := counter{}
	c.Observe = counts.count
	for c.Next() == nil {
		s.packet(c.World)
	}
	s.info.Messages, s.info.Hidden = counts.names()
	s.finish(c, decoder)
	return s.info
}

// summary is an Info in the making.
type summary struct {
	info          *Info
	level         int // begun so far
	timed         bool
	kills, deaths map[int]int // by slot
}

func (s *summary) packet(w *world.World) {
	info := s.info
	info.Blocks++
	if w.LevelCount != s.level {
		s.level = w.LevelCount
		info.Levels = append(info.Levels, Level{Start: w.Time, End: w.Time, Clock: w.Clock})
	}
	if w.Timed() {
		if !s.timed {
			s.timed = true
			info.Start = w.Time
		}
		info.End = w.Time
	}
	if n := len(info.Levels); n > 0 {
		info.Levels[n-1].follow(w)
	}
	for i := range w.Events {
		if e := &w.Events[i]; e.Kind == world.EventKill {
			info.Kills++
			s.deaths[e.Other]++
			if e.Player != e.Other {
				s.kills[e.Player]++
			}
		}
	}
}

// follow brings a level up to date with the world.
func (l *Level) follow(w *world.World) {
	if !w.Began() {
		return
	}
	if l.Map == "" {
		l.name(w.Level())
		l.Start, l.Clock = w.Time, w.Clock
	}
	l.End = w.Time
}

func (l *Level) name(m *world.Level) { l.Map, l.Title = Text(m.Map), Text(m.Title) }

func (s *summary) finish(c *timeline.Cursor, decoder message.Decoder) {
	info, w := s.info, c.World
	level := w.Level()
	info.game, info.Game = w.Game, w.Game.String()
	info.Duration = w.Clock
	info.GameDir = Text(level.GameDir)
	info.Protocol = level.Protocol
	if i, ok := decoder.(message.Informer); ok {
		known := i.Info()
		info.Protocol = known.Protocol
		info.Extensions = append(info.Extensions, known.Extensions...)
		info.Notes = known.Notes
	}
	if n := len(info.Levels); n > 0 && info.Levels[n-1].Map == "" {
		info.Levels[n-1].name(level) // it ended before its first frame
	}
	info.Models = named(level.Models) - level.Texts.LateModels
	info.Sounds = named(level.Sounds) - level.Texts.LateSounds
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			info.Players = append(info.Players, InfoPlayer{
				Slot: p.Slot, Name: Text(p.Name), Team: Text(p.Team), Spectator: p.Spectator,
				Frags: p.Frags, Kills: s.kills[p.Slot], Deaths: s.deaths[p.Slot],
			})
		}
	}
	if w.Recorder >= 0 {
		recorder := w.Recorder
		info.Recorder = &recorder
	}
	if d := c.Damage; d != nil {
		info.Damage = &Damage{Offset: d.Offset, Time: finite(d.Time), Message: d.Message, Error: d.Err.Error()}
	}
}

// named counts the names of a precache list.
func named(list []string) int {
	n := 0
	for _, s := range list {
		if s != "" {
			n++
		}
	}
	return n
}

// finite returns t, or 0 for what JSON cannot say.
func finite(t float64) float64 {
	if math.IsNaN(t) || math.IsInf(t, 0) {
		return 0
	}
	return t
}

// counter counts messages by name.
type counter map[string]*int

func (c counter) count(m message.Message) {
	name := m.Name()
	n := c[name]
	if n == nil {
		n = new(int)
		c[name] = n
	}
	*n++
}

// uncounted are the names of what decoders hand out beside messages: a
// client's own moves and the setting of sequence numbers, which are blocks of
// their own, and bytes that are no message.
var uncounted = []string{(*message.QWClientBlock)(nil).Name(), (*message.QWSequence)(nil).Name(), (*message.Raw)(nil).Name()}

// names returns the counts, those of hidden messages apart (nil if there are
// none).
func (c counter) names() (shown, hidden map[string]int) {
	shown = make(map[string]int, len(c))
	for name, n := range c {
		if kind, ok := strings.CutPrefix(name, "hidden"); ok {
			if hidden == nil {
				hidden = map[string]int{}
			}
			hidden[cmp.Or(strings.TrimPrefix(kind, "_"), "other")] = *n
			continue
		}
		shown[name] = *n
	}
	for _, name := range uncounted {
		delete(shown, name)
	}
	return shown, hidden
}
