// Package report says what is in a demo, and what is true at one of its
// moments, as values with fixed JSON names that other programs read.
package report

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Info is a summary of a whole demo. Times are seconds of the demo's own
// clock; Duration is what a viewer watches.
type Info struct {
	File       string         `json:"file"`
	Size       int64          `json:"size"` // bytes
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
	Messages   map[string]int `json:"messages"` // by the documents' names
	Models     int            `json:"models"`   // precached by the last level
	Sounds     int            `json:"sounds"`
	Players    []InfoPlayer   `json:"players"`  // at the end
	Recorder   *int           `json:"recorder"` // slot
	Kills      int            `json:"kills"`
	Damage     *Damage        `json:"damage"`
	Notes      []string       `json:"notes,omitempty"`
}

// Level is one map of a demo.
type Level struct {
	Map   string  `json:"map"`
	Title string  `json:"title"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
}

// InfoPlayer is a player of a whole demo.
type InfoPlayer struct {
	Slot   int    `json:"slot"`
	Name   string `json:"name"`
	Team   string `json:"team"`
	Frags  int32  `json:"frags"`
	Kills  int    `json:"kills"`
	Deaths int    `json:"deaths"`
}

// Damage tells where a demo cannot be read.
type Damage struct {
	Offset  int64   `json:"offset"` // bytes
	Time    float64 `json:"time"`
	Message string  `json:"message"`
	Error   string  `json:"error"`
}

// Summarize reads a demo from its first packet to its last.
func Summarize(file string, format string, size int64, decoder message.Decoder) *Info {
	info := &Info{
		File: Text(file), Size: size, Format: format, Extensions: []string{}, Levels: []Level{},
		Messages: map[string]int{}, Players: []InfoPlayer{},
	}
	c := timeline.NewCursor(format, decoder)
	info.Game = c.World.Game.String()
	counts := counter{}
	c.Observe = counts.count
	kills, deaths := map[int]int{}, map[int]int{}
	level, timed := 0, false
	for c.Next() == nil {
		w := c.World
		info.Blocks++
		if w.LevelCount != level {
			level = w.LevelCount
			info.Levels = append(info.Levels, Level{Start: w.Time, End: w.Time})
		}
		if w.Timed() {
			if !timed {
				timed = true
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
				deaths[e.Other]++
				if e.Player != e.Other {
					kills[e.Player]++
				}
			}
		}
	}
	info.Messages = counts.names()
	info.finish(c, decoder, kills, deaths)
	return info
}

// follow brings a level up to date with the world.
func (l *Level) follow(w *world.World) {
	if !w.Began() {
		return
	}
	if m := w.Level(); l.Map == "" {
		l.Map, l.Title = Text(m.Map), Text(m.Title)
		l.Start = w.Time
	}
	l.End = w.Time
}

func (info *Info) finish(c *timeline.Cursor, decoder message.Decoder, kills, deaths map[int]int) {
	w := c.World
	level := w.Level()
	info.Duration = w.Clock
	info.GameDir = Text(level.GameDir)
	info.Protocol = level.Protocol
	if i, ok := decoder.(message.Informer); ok {
		known := i.Info()
		info.Protocol = known.Protocol
		info.Extensions = append(info.Extensions, known.Extensions...)
	}
	for i := range info.Levels {
		if l := &info.Levels[i]; l.Map == "" && i == len(info.Levels)-1 {
			l.Map, l.Title = Text(level.Map), Text(level.Title)
		}
	}
	info.Models = named(level.Models) - level.Texts.LateModels
	info.Sounds = named(level.Sounds) - level.Texts.LateSounds
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		info.Players = append(info.Players, InfoPlayer{
			Slot: p.Slot, Name: Text(p.Name), Team: Text(p.Team), Frags: p.Frags, Kills: kills[p.Slot], Deaths: deaths[p.Slot],
		})
	}
	if w.Recorder >= 0 {
		recorder := w.Recorder
		info.Recorder = &recorder
	}
	if d := c.Damage; d != nil {
		info.Damage = &Damage{Offset: d.Offset, Time: d.Time, Message: d.Message, Error: d.Err.Error()}
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

func (c counter) names() map[string]int {
	m := make(map[string]int, len(c))
	for name, n := range c {
		m[name] = *n
	}
	return m
}

// Text makes a string of bytes in a game's charset fit for JSON: bytes become
// code points 0 to 255.
func Text(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			r := make([]rune, len(s))
			for j := range len(s) {
				r[j] = rune(s[j])
			}
			return string(r)
		}
	}
	return s
}

// String returns the summary for a person, in a few lines.
func (info *Info) String() string {
	s := fmt.Sprintf("%s: %s protocol %d, %.1f s, %d blocks", info.File, info.Format, info.Protocol, info.Duration, info.Blocks)
	for _, l := range info.Levels {
		s += fmt.Sprintf("\n  %s %q %.1f-%.1f s", l.Map, l.Title, l.Start, l.End)
	}
	for _, p := range info.Players {
		s += fmt.Sprintf("\n  %3d %-24s %4d frags", p.Slot, p.Name, p.Frags)
	}
	if d := info.Damage; d != nil {
		s += fmt.Sprintf("\n  damaged at byte %d (%s, %.1f s): %s", d.Offset, d.Message, d.Time, d.Error)
	}
	return s
}
