// Package report describes a demo as a whole ([Summarize]) and at one moment ([StateOf]), as values with fixed JSON
// names for other programs, and as pages for people.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"demoscope/formats/message"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// Info is a summary of a whole demo. Start and End, also those of levels, are seconds of the demo's own clock. All
// other times are seconds of the viewer's clock, which starts at 0 and never goes back. Names are in the game's
// charset, encoded by [charset.Text].
type Info struct {
	File   string `json:"file"`
	Member string `json:"member,omitempty"` // path in an archive
	Size   int64  `json:"size"`             // bytes, unpacked
	Format string `json:"format"`
	Game   string `json:"game"`
	Encoding
	GameDir  string         `json:"gamedir"`
	GameType string         `json:"gametype,omitempty"` // of the last level: see [world.Level]
	Levels   []Level        `json:"levels"`
	Start    float64        `json:"start"`
	End      float64        `json:"end"`
	Duration float64        `json:"duration"`
	Blocks   int            `json:"blocks"`
	Messages map[string]int `json:"messages"`         // counts by name
	Hidden   map[string]int `json:"hidden,omitempty"` // hidden messages of an .mvd
	Models   int            `json:"models"`           // in the precache list of the last level
	Sounds   int            `json:"sounds"`           // likewise
	Players  []InfoPlayer   `json:"players"`          // of [match.Demo]
	Left     []InfoPlayer   `json:"left,omitempty"`   // likewise
	Recorder *int           `json:"recorder"`         // slot; null if no player recorded the demo
	Kills    int            `json:"kills"`
	Idle     int            `json:"idle,omitempty"` // how many of Kills are outside of matches, see [world.Event].Idle
	Result   *Result        `json:"result"`         // of [match.Demo], like Matches; null if there is no match
	Matches  []*Result      `json:"matches,omitempty"`
	Damage   *Damage        `json:"damage"`
	// Cut is set if the demo was packed and could not be unpacked completely. Everything else then describes the
	// unpacked part. The caller sets it.
	Cut   *Cut     `json:"cut,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Date is when the demo was recorded: "2024-06-16T17:19:00Z", the same without the Z in the server's local time, or
	// only the day. It is empty if neither the server nor the file's name contains it. Modified is the modification
	// time of the file in UTC.
	Date     string `json:"date,omitempty"`
	Modified string `json:"modified,omitempty"`

	// Demo has the players and the matches. Players, Left, Result and Matches repeat them for other programs.
	Demo match.Demo `json:"-"`
}

// Encoding is how a demo is encoded.
type Encoding struct {
	Protocol   int      `json:"protocol"`
	Extensions []string `json:"extensions"`
	// ExtensionBits names the bits of the numbers in Extensions.
	ExtensionBits []message.NamedBits `json:"extension_bits,omitempty"`
	// Packing is how the demo was packed, see [formats.Demo]. The caller sets it, File and Member.
	Packing []string `json:"packing,omitempty"`
}

// Sound reports whether a saved summary can be printed.
func (info *Info) Sound() bool { return info.Demo.Sound() }

// Cut is the reason why a packed demo could not be unpacked completely.
type Cut struct {
	Bytes int64  `json:"bytes"` // of the demo that were unpacked
	Error string `json:"error"`
	// Early is set if the packing is gzip and its file ends early.
	Early bool `json:"early,omitempty"`
}

// AddCut sets Cut and adds a note with the given text.
func (info *Info) AddCut(c *Cut, text string) {
	info.Cut = c
	if c.Early {
		text = fmt.Sprintf("the gzip ends early: what follows %s is missing", humanize.Clock(info.Duration))
	}
	info.Notes = append(info.Notes, text)
}

// damage returns the damage unless a note already explains it: if a packed file ends early, the last message is cut.
func (info *Info) damage() *Damage {
	d := info.Damage
	if d != nil && info.Cut != nil && info.Cut.Early && d.Count == 1 && len(d.Gaps) == 1 && d.Gaps[0].End == nil {
		return nil
	}
	return d
}

// Level is one level of a demo. Start and End are seconds of the demo's own clock.
type Level struct {
	Map   string  `json:"map"` // game path, "maps/e1m1.bsp"
	Title string  `json:"title"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	// Clock is Start in seconds of the viewer's clock, see [scan.Beginning].
	Clock float64 `json:"clock"`
	// Empty is set if the demo names the level but has no frame of it.
	Empty  bool    `json:"empty,omitempty"`
	Result *Result `json:"result"` // [match.Demo.ResultOf] the level; null if there is none
	// Single is set for a level of a game against monsters.
	Single *Single `json:"single,omitempty"`

	count     int // world.State.LevelCount
	last      world.Single
	completed float64 // when its intermission began, in seconds of the demo's own clock
	kinds     map[string]int
}

// InfoPlayer is a player of [match.Demo]. Frags is the score at the end. For a player who left before, it is the score
// of the last level in which the player took part. A spectator has the spectator's own score.
type InfoPlayer struct {
	Slot      int    `json:"slot"`
	Name      string `json:"name"`
	PlainName string `json:"plain_name,omitempty"` // of [charset.PlainName]
	Team      string `json:"team"`
	Spectator bool   `json:"spectator,omitempty"`
	Frags     *int32 `json:"frags,omitempty"` // nil if unknown
	// FragsAge is how many seconds before the end Frags was last reported, if it may have changed since.
	FragsAge      float64 `json:"frags_age,omitempty"`
	match.Numbers `json:"-"`
	Parting       `json:"-"`
}

// Parting is when a player left, or became a spectator if LooksOn is set, in seconds of the viewer's clock.
type Parting struct {
	Gone    *float64 `json:"clock_left,omitempty"`
	LooksOn bool     `json:"looked_on,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (p InfoPlayer) MarshalJSON() ([]byte, error) {
	type fields InfoPlayer
	return p.Object(fields(p), p.Parting)
}

// Summarize reads a whole demo of size bytes in a format, named as for [demoscope/player/world/rules.New]. The caller
// sets File, Member and Modified, and Date if the server doesn't report it.
func Summarize(format string, size int64, decoder message.Decoder) *Info {
	s := NewSummary(format, size)
	return s.Finish(scan.Read(format, decoder, s))
}

// Summary is the [scan.Listener] that summarizes a demo.
type Summary struct {
	info  *Info
	level int // levels begun so far
	// unlisted is the number of levels after the listed ones.
	unlisted int
	timed    bool
	messages *counter
	tally    *match.Tally
	// About the last level: its beginning, and the map and title with which it is listed.
	start      scan.Beginning
	file, name string

	timeJumps timeJumps
}

// timeJumps are jumps of the server's time, where the recording was interrupted or packets are missing.
type timeJumps struct {
	time, clock float64 // of the last packet with a trusted time
	level       int     // of that packet; 0 for none
	fresh       bool    // no packet of the level has had a time
	count       int
	first, long float64 // the first jump's time of the viewer's clock, and its length in seconds
}

// leastJump is the shortest reported jump in seconds.
const leastJump = 60

// packet looks at the last packet.
func (h *timeJumps) packet(w *world.World) {
	if !w.Timed() || w.TimeDoubted() {
		return
	}
	switch jump := w.Time - h.time; {
	case h.level != w.LevelCount:
		h.level, h.fresh = w.LevelCount, true
	case jump == 0:
		return
	case !h.fresh && jump >= leastJump:
		if h.count++; h.count == 1 {
			h.first, h.long = h.clock, jump
		}
		fallthrough
	default:
		h.fresh = false
	}
	h.time, h.clock = w.Time, w.Clock
}

// note describes the jumps, or returns "" if there are none.
func (h *timeJumps) note() string {
	switch {
	case h.count == 0:
		return ""
	case h.count == 1:
		return fmt.Sprintf("the server's time jumps by %s at %s: nothing was recorded there",
			humanize.Clock(h.long), humanize.Clock(h.first))
	}
	return fmt.Sprintf("the server's time jumps %d times, first by %s at %s: nothing was recorded there", h.count,
		humanize.Clock(h.long), humanize.Clock(h.first))
}

// NewSummary returns a summary for a demo of size bytes in a format before its first packet.
func NewSummary(format string, size int64) *Summary {
	return &Summary{
		info: &Info{
			Size: size, Format: format, Encoding: Encoding{Extensions: []string{}}, Levels: []Level{},
			Players: []InfoPlayer{},
		},
		messages: newCounter(), tally: match.NewTally(),
	}
}

// Needs implements [scan.Listener].
func (s *Summary) Needs() scan.Needs { return scan.Lost }

// Message counts a message.
func (s *Summary) Message(_ *scan.Cursor, m message.Message) { s.messages.count(m) }

// maxLevels is the maximum number of levels in a summary. A server's recording of a whole day has a few hundred. A note
// reports how many more there are.
const maxLevels = 4096

// Packet adds the changes of the last packet.
func (s *Summary) Packet(c *scan.Cursor) {
	w, info := c.World, s.info
	info.Blocks++
	if w.LevelCount != s.level {
		s.level, s.start = w.LevelCount, scan.Beginning{}
		s.file, s.name = "", ""
		if len(info.Levels) < maxLevels {
			info.Levels = append(info.Levels, Level{count: w.LevelCount})
		} else {
			s.unlisted++
		}
	}
	if w.Timed() {
		if !s.timed {
			s.timed = true
			info.Start = w.Time
		}
		info.End = w.Time
	}
	if n := len(info.Levels); n > 0 && s.unlisted == 0 {
		s.follow(w, &info.Levels[n-1])
		info.Levels[n-1].single(w)
	}
	s.timeJumps.packet(w)
	s.tally.Packet(w, !c.Own())
}

// follow updates the last level after a packet of it.
func (s *Summary) follow(w *world.World, l *Level) {
	if !s.start.Shown {
		if s.start.Packet(w) {
			l.Start, l.End, l.Clock, l.Empty = w.Time, w.Time, s.start.Clock, s.start.Empty()
		}
		if m := w.Level(); !world.SameText(m.Map, s.file) || !world.SameText(m.Title, s.name) {
			s.file, s.name = m.Map, m.Title
			l.Map, l.Title = charset.Text(m.Map), charset.Text(m.Title)
		}
	}
	if w.Began() {
		l.End = w.Time
	}
}

// Finish returns the summary. The cursor must be after the last packet. The caller sets the fields that callers of
// [Summarize] set.
func (s *Summary) Finish(c *scan.Cursor) *Info {
	info, w := s.info, c.World
	info.Messages, info.Hidden = s.messages.names()
	level := w.Level()
	info.Demo, info.Game = s.tally.Finish(w), w.Game.String()
	d := &info.Demo
	info.Kills, info.Idle = d.Deaths, d.Idle
	info.Duration = w.Clock
	info.Date = DateOf(level, w.Date)
	info.GameDir, info.GameType = charset.Text(level.GameDir), level.GameType
	info.Protocol = level.Protocol
	if known, ok := c.Info(); ok {
		info.Protocol = known.Protocol
		info.Extensions = append(info.Extensions, known.Extensions...)
		info.ExtensionBits = known.Bits
		info.Notes = known.Notes
	}
	if level.MultiView {
		info.Extensions = append(info.Extensions, "multi-view")
	}
	if s.unlisted > 0 {
		info.Notes = append(slices.Clone(info.Notes), fmt.Sprintf("%d more levels are not listed", s.unlisted))
	}
	if d.Unnamed() {
		info.Notes = append(slices.Clip(info.Notes),
			"killers are unknown: the demo has no obituaries, only visible deaths")
	}
	info.Notes = append(slices.Clip(info.Notes), info.damagedMapNames()...)
	for i := range info.Levels {
		info.Levels[i].finishSingle()
	}
	info.Models = named(level.Models) - level.Texts.LateModels
	info.Sounds = named(level.Sounds) - level.Texts.LateSounds
	info.setPlayers()
	info.setResults()
	if recorder := d.Present.Recorder; recorder >= 0 {
		info.Recorder = &recorder
	}
	info.Damage = DamageOf(c)
	if note := s.timeJumps.note(); note != "" {
		info.Notes = append(slices.Clip(info.Notes), note)
	}
	return info
}

// named returns the number of names in a precache list.
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
type counter struct {
	counts map[string]*int
	// recent caches names by their address, because almost all messages of a demo have one of a few names.
	recent [64]recentName
}

// recentName is a name and its count.
type recentName struct {
	name   string
	number *int
}

func newCounter() *counter { return &counter{counts: map[string]*int{}} }

func (c *counter) count(m message.Message) {
	if isOwn(m) {
		return
	}
	name := m.Name()
	recent := &c.recent[uintptr(unsafe.Pointer(unsafe.StringData(name)))/4%uintptr(len(c.recent))]
	if recent.number == nil || recent.name != name {
		n := c.counts[name]
		if n == nil {
			n = new(int)
			c.counts[name] = n
		}
		*recent = recentName{name, n}
	}
	*recent.number++
}

// Counts reports whether [Info.Messages] counts a message, because a server sent it. Decoders also return the client's
// own moves and sequence numbers, raw bytes, and the hidden messages of an .mvd, which [Info.Hidden] counts.
func Counts(m message.Message) bool {
	return !isOwn(m) && !strings.HasPrefix(m.Name(), hiddenPrefix)
}

// isOwn reports whether a message was not sent by a server.
func isOwn(m message.Message) bool {
	switch m.(type) {
	case *message.QWClientBlock, *message.QWSequence, *message.Raw:
		return true
	}
	return false
}

// hiddenPrefix begins the names of the hidden messages of an .mvd.
const hiddenPrefix = "hidden"

// names returns the counts of normal and hidden messages. hidden is nil if there are none.
func (c *counter) names() (visible, hidden map[string]int) {
	visible = make(map[string]int, len(c.counts))
	for name, n := range c.counts {
		if kind, ok := strings.CutPrefix(name, hiddenPrefix); ok {
			if hidden == nil {
				hidden = map[string]int{}
			}
			hidden[cmp.Or(strings.TrimPrefix(kind, "_"), "other")] = *n
			continue
		}
		visible[name] = *n
	}
	return visible, hidden
}
