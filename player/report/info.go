// Package report describes a demo as a whole ([Summarize]) and at one moment
// ([StateOf]), as values with fixed JSON names for other programs, and as pages for
// people.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"demoscope/formats/message"
	"demoscope/player/charset"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Info is a summary of a whole demo. Start and End, also of levels, are seconds of the
// demo's own clock, and all other times of the viewer's, which begins at 0 and never goes
// back. Names are in the game's charset, as
// [charset.Text] spells it.
type Info struct {
	File       string         `json:"file"`
	Member     string         `json:"member,omitempty"` // path in an archive
	Size       int64          `json:"size"`             // bytes, unpacked
	Format     string         `json:"format"`
	Game       string         `json:"game"`
	Protocol   int            `json:"protocol"`
	Extensions []string       `json:"extensions"`
	GameDir    string         `json:"gamedir"`
	GameType   string         `json:"gametype,omitempty"` // of the last level: see [world.Level]
	Levels     []Level        `json:"levels"`
	Start      float64        `json:"start"`
	End        float64        `json:"end"`
	Duration   float64        `json:"duration"`
	Blocks     int            `json:"blocks"`
	Messages   map[string]int `json:"messages"`         // counts by name
	Hidden     map[string]int `json:"hidden,omitempty"` // hidden messages of an .mvd
	Models     int            `json:"models"`           // in the precache list of the last level
	Sounds     int            `json:"sounds"`           // likewise
	Players    []InfoPlayer   `json:"players"`          // at the end: see [world.World.PresentAtEnd]
	// who played and is not there at the end, in the order in which they left
	Left     []InfoPlayer `json:"left,omitempty"`
	Recorder *int         `json:"recorder"` // slot, null if no player recorded it
	Kills    int          `json:"kills"`
	Idle     int          `json:"idle,omitempty"` // how many of Kills are of no match, as [world.Event].Idle says
	// Result is that of the last complete match, else of the last piece of one; null
	// if there is no match. Matches are all of them, the oldest first.
	Result  *Result   `json:"result"`
	Matches []*Result `json:"matches,omitempty"`
	Damage  *Damage   `json:"damage"`
	// Cut is set if the demo was packed and could not be unpacked as a whole; all else
	// is of what could be. The caller sets it.
	Cut   *Cut     `json:"cut,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Date is when the demo was recorded: "2024-06-16T17:19:00Z", or without the Z in
	// the server's own time, or the day alone. It is empty if neither the server nor
	// the file's name tells it. Modified is when the file was last written, in UTC.
	Date     string `json:"date,omitempty"`
	Modified string `json:"modified,omitempty"`

	game  world.Game
	teams bool // players' teams at the end are some: in Quake and Quake II only who plays for one has any
	// seen is how many of Kills are of nobody and without a cause: deaths that were seen and not told.
	seen int
}

// Cut is why a packed demo could not be unpacked as a whole.
type Cut struct {
	Bytes int64  `json:"bytes"` // of the demo that there are
	Error string `json:"error"`
}

// Level is one map of a demo. Start and End are seconds of the demo's own clock.
type Level struct {
	Map   string  `json:"map"` // game path, "maps/e1m1.bsp"
	Title string  `json:"title"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	// Clock is Start in seconds of the viewer's clock, which begins at 0 and
	// never goes back: see [scan.Beginning].
	Clock float64 `json:"clock"`
	// Empty is set if the level was only named: no frame of it is there.
	Empty bool `json:"empty,omitempty"`
	// Result is that of the last complete match on this level, else of the last piece
	// of one; null if there is none.
	Result *Result `json:"result"`
	// Single is set for a level against monsters.
	Single *Single `json:"single,omitempty"`

	count     int // world.State.LevelCount
	last      world.Single
	completed float64 // when its intermission began, seconds of the demo's own clock
	kinds     map[string]int
}

// InfoPlayer is a player in the summary of a demo. Frags are the score at the end, or of who left before it,
// that of the last level on which he took part.
// Kills (of others than team mates), Deaths, Suicides and TeamKills are counted from the
// events of the whole demo, also outside of matches: what counted in one is in Result.
type InfoPlayer struct {
	Slot      int    `json:"slot"`
	Name      string `json:"name"`
	Team      string `json:"team"`
	Spectator bool   `json:"spectator,omitempty"`
	Frags     *int32 `json:"frags,omitempty"` // nil where the demo does not tell it
	// FragsAge is how many seconds before the end they were told, where nothing says what they have been since.
	FragsAge  float64 `json:"frags_age,omitempty"`
	Kills     int     `json:"kills"`
	Deaths    int     `json:"deaths"`
	Suicides  int     `json:"suicides,omitempty"`
	TeamKills int     `json:"teamkills,omitempty"`
	// Gone is when the player left, of who is in [Info].Left, or went to look on if LooksOn is set, in
	// seconds of the viewer's clock.
	Gone    *float64 `json:"clock_left,omitempty"`
	LooksOn bool     `json:"looked_on,omitempty"`

	scored *int32 // with LooksOn: his score when he played last
}

// Score returns the score of the player, or of who looks on his last one; nil where the demo does not tell it.
func (p *InfoPlayer) Score() *int32 {
	if p.LooksOn {
		return p.scored
	}
	return p.Frags
}

// Summarize reads a demo of size bytes in a format, named as for [demoscope/player/world/rules.New], from
// its first packet to its last. The caller sets File, Member and Modified, and Date if the server does not tell it.
func Summarize(format string, size int64, decoder message.Decoder) *Info {
	s := NewSummary(format, size)
	return s.Finish(scan.Read(format, decoder, s))
}

// Summary is the [scan.Listener] that summarizes a demo.
type Summary struct {
	info  *Info
	level int // levels begun so far
	// unlisted is how many levels came after those that are listed.
	unlisted int
	timed    bool
	counts   map[person]*tally
	half     map[int]bool // whether the last death of a slot lacks the killer
	seats    []seat       // by slot
	messages *counter
	// What was so after the last packet.
	terms terms
	clock float64        // the viewer's
	ended *world.Present // the last [world.World].Ended
	// Of the last level: when it begins, and the map and title by which it is listed.
	start      scan.Beginning
	file, name string
}

// NewSummary returns a summary of a demo of size bytes in a format before its first packet.
func NewSummary(format string, size int64) *Summary {
	return &Summary{
		info: &Info{
			Size: size, Format: format, Extensions: []string{}, Levels: []Level{}, Players: []InfoPlayer{},
		},
		counts: map[person]*tally{}, half: map[int]bool{}, messages: newCounter(),
	}
}

// Needs implements [scan.Listener].
func (s *Summary) Needs() scan.Needs { return scan.Lost }

// Message counts a message.
func (s *Summary) Message(_ *scan.Cursor, m message.Message) { s.messages.count(m) }

// Packet adds what the last packet changed.
func (s *Summary) Packet(c *scan.Cursor) { s.packet(c.World) }

// seat is what a slot had after the last packet.
type seat struct {
	occupant
	stale  bool // other terms have come since
	person person
	tally  *tally // of who plays, nil for nobody
}

// leave notes that nobody plays there any more, from a time on.
func (s *seat) leave(w *world.World, clock float64) {
	t := s.tally
	if s.tally = nil; t == nil {
		return
	}
	if t.at = clock; t.scored {
		t.age = w.FragsAge(&world.Player{FragsTold: s.told, FragsAt: s.fragsAt})
	}
}

// occupant is what tallies have of a slot, apart from what is counted.
type occupant struct {
	inUse, spectator, told, eye bool
	guest                       uint32
	frags                       int32
	fragsAt                     float32
	name, team                  string
}

// is reports whether a player is surely the same as before. It is asked for each slot of each packet: names
// are compared by where they lie.
func (o *occupant) is(p *world.Player) bool {
	return p.InUse == o.inUse && p.Spectator == o.spectator && p.Guest == o.guest && p.Frags == o.frags &&
		p.FragsAt == o.fragsAt &&
		p.FragsTold == o.told && p.EyeKnown == o.eye && world.SameText(p.Name, o.name) && world.SameText(p.Team, o.team)
}

// terms are what else says who plays, and whether frags mean something.
type terms struct {
	level            int
	monsters, counts bool
	alone            bool // who plays alone does not leave
}

// maxTallies bounds who is counted apart: on a server's recording of a whole day there are some hundreds. What later
// ones do is lost.
const maxTallies = 1 << 14

// person is somebody in a slot.
type person struct {
	level, slot int
	guest       uint32
}

// tally counts the deaths that a player has part in.
type tally struct {
	kills, deaths, suicides, teamKills int
	name                               string // his last one

	// What was true when he played last. At is on the viewer's clock.
	played, monsters, scored bool
	slot                     int
	team                     string
	frags                    int32
	age, at                  float64
}

// add adds what was counted of the same player in another slot, or on another level.
func (t *tally) add(o *tally) {
	t.kills, t.deaths = t.kills+o.kills, t.deaths+o.deaths
	t.suicides, t.teamKills = t.suicides+o.suicides, t.teamKills+o.teamKills
}

// counts reports whether he took part: who did nothing has looked in, but against monsters nobody has to be
// in any count.
func (t *tally) counts() bool {
	return t.played && (t.monsters || t.kills != 0 || t.deaths != 0 || t.suicides != 0 || t.teamKills != 0 ||
		t.frags != 0)
}

// personIn returns who is in a slot.
func personIn(w *world.World, slot int) person {
	at := person{level: w.LevelCount, slot: slot}
	if slot >= 0 && slot < len(w.Players) {
		at.guest = w.Players[slot].Guest
	}
	return at
}

// of returns the tally of who is in a slot.
func (s *Summary) of(w *world.World, slot int) *tally {
	at := personIn(w, slot)
	t := s.counts[at]
	if t == nil {
		if len(s.counts) >= maxTallies {
			return new(tally)
		}
		t = new(tally)
		if slot >= 0 && slot < len(w.Players) {
			t.name = strings.Clone(w.Players[slot].Name)
		}
		s.counts[at] = t
	}
	return t
}

// sum returns the tally of a player at the end, who may have been in other slots and on other levels before.
func (s *Summary) sum(end *world.Present, p *world.PresentPlayer) (sum tally) {
	same := 0 // how many have the name
	here := map[person]bool{}
	for i := range end.Players {
		o := &end.Players[i]
		here[person{end.Level, o.Slot, o.Guest}] = true
		if o.Name == p.Name {
			same++
		}
	}
	own := person{end.Level, p.Slot, p.Guest}
	for at, t := range s.counts {
		back := t.name == p.Name && p.Name != "" && !here[at] && (same == 1 || at.slot == p.Slot)
		if at == own || back {
			sum.add(t)
		}
	}
	return sum
}

// look notes who is where, after a packet.
func (s *Summary) look(w *world.World) {
	if now := (terms{w.LevelCount, w.Single.Known, w.Match.FragsCount, w.Level().MaxClients == 1}); now != s.terms {
		for i := range s.seats {
			here := &s.seats[i]
			here.stale = true
			if here.person.level != now.level {
				here.leave(w, s.clock) // unless he comes to this level, too
			}
		}
		s.terms = now
	}
	for i := range w.Players {
		if i == len(s.seats) {
			s.seats = append(s.seats, seat{})
		}
		if here, p := &s.seats[i], &w.Players[i]; here.stale || !here.is(p) {
			s.change(w, i, here)
		}
	}
	s.clock = w.Clock
}

// change notes who is in a slot now.
func (s *Summary) change(w *world.World, slot int, here *seat) {
	p, at := &w.Players[slot], personIn(w, slot)
	if p.Name != here.name && p.Name != "" { // by his last name he is known on the next level
		if t := s.counts[at]; t != nil {
			t.name = strings.Clone(p.Name)
		}
	}
	plays := p.Plays()
	if !s.terms.alone && (!plays || here.person != at) {
		here.leave(w, w.Clock)
	}
	here.occupant, here.stale = occupant{p.InUse, p.Spectator, p.FragsTold, p.EyeKnown, p.Guest, p.Frags, p.FragsAt,
		p.Name, p.Team}, false
	if s.terms.alone || !plays {
		return
	}
	if here.tally == nil {
		here.person, here.tally = at, s.of(w, slot)
	}
	t := here.tally
	t.played, t.monsters, t.slot = true, s.terms.monsters, slot
	if t.team != p.Team {
		t.team = strings.Clone(p.Team)
	}
	if t.scored = w.HasFrags(p); t.scored {
		t.frags = p.Frags
	}
}

// gone returns who played and does not at the end, by name: those who have left, and by their names those who look on.
func (s *Summary) gone(end *world.Present) (left []InfoPlayer, watching map[string]*tally) {
	plays, there := map[string]bool{}, map[string]bool{}
	for i := range end.Players {
		p := &end.Players[i]
		plays[p.Name], there[p.Name] = plays[p.Name] || p.Plays(), true
	}
	byName := map[string][]*tally{}
	latest := map[string]*tally{} // when and where they were there last, whatever they did then
	for _, t := range s.counts {
		if t.name == "" || plays[t.name] {
			continue
		}
		if l := latest[t.name]; t.played && (l == nil || l.at < t.at || l.at == t.at && l.slot < t.slot) {
			latest[t.name] = t
		}
		if t.counts() {
			byName[t.name] = append(byName[t.name], t)
		}
	}
	watching = map[string]*tally{}
	for name, list := range byName {
		slices.SortFunc(list, func(a, b *tally) int {
			return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.slot, b.slot))
		})
		last := *list[0]
		for _, t := range list[1:] {
			last.add(t)
		}
		last.at, last.slot = latest[name].at, latest[name].slot
		if there[name] {
			watching[name] = &last
			continue
		}
		of := InfoPlayer{
			Slot: last.slot, Name: charset.Text(name), Team: charset.Text(last.team), Kills: last.kills,
			Deaths:    last.deaths,
			Suicides:  last.suicides,
			TeamKills: last.teamKills, Gone: &last.at,
		}
		if last.scored {
			of.Frags, of.FragsAge = &last.frags, last.age
		}
		left = append(left, of)
	}
	slices.SortFunc(left, func(a, b InfoPlayer) int {
		return cmp.Or(cmp.Compare(*a.Gone, *b.Gone), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Name, b.Name))
	})
	return left, watching
}

// maxLevels bounds the levels of a summary: a server's recording of a whole day has some
// hundreds. A note says how many more there are.
const maxLevels = 4096

// count counts a death. One of a team mate may name only one of the two at first.
func (s *Summary) count(w *world.World, e *world.Event) {
	switch e.Kind {
	case world.EventKill:
		s.info.Kills++
		if onlySeen(e.Player, e.Weapon, len(e.Text)) {
			s.info.seen++
		}
		if e.Idle {
			s.info.Idle++
			return
		}
		s.of(w, e.Other).deaths++
		switch {
		case e.Player == e.Other:
			s.of(w, e.Player).suicides++
		case e.TeamKill:
			s.of(w, e.Player).teamKills++
		default:
			s.of(w, e.Player).kills++
		}
		s.half[e.Other] = e.TeamKill && e.Player < 0
	case world.EventNamed:
		if s.half[e.Other] {
			s.of(w, e.Player).teamKills++
			s.half[e.Other] = false
		} else {
			s.of(w, e.Other).deaths++
		}
	}
}

func (s *Summary) packet(w *world.World) {
	info := s.info
	info.Blocks++
	if w.Ended != nil {
		s.ended = w.Ended
	}
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
	for i := range w.Events {
		s.count(w, &w.Events[i])
	}
	s.look(w)
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

// Finish returns the summary. The cursor is behind the last packet. The caller sets what is left to the caller of
// [Summarize].
func (s *Summary) Finish(c *scan.Cursor) *Info {
	info, w := s.info, c.World
	info.Messages, info.Hidden = s.messages.names()
	level := w.Level()
	info.game, info.Game = w.Game, w.Game.String()
	info.Duration = w.Clock
	info.Date = DateOf(level, w.Date)
	info.GameDir, info.GameType = charset.Text(level.GameDir), level.GameType
	info.Protocol = level.Protocol
	if known, ok := c.Info(); ok {
		info.Protocol = known.Protocol
		info.Extensions = append(info.Extensions, known.Extensions...)
		info.Notes = known.Notes
	}
	if s.unlisted > 0 {
		info.Notes = append(slices.Clone(info.Notes), fmt.Sprintf("%d more levels are not listed", s.unlisted))
	}
	if unnamed(info.Kills, info.seen) {
		info.Notes = append(slices.Clip(info.Notes),
			"killers are unknown: the demo has no obituaries, only visible deaths")
	}
	info.Notes = append(slices.Clip(info.Notes), info.doubtfulMaps()...)
	for i := range info.Levels {
		info.Levels[i].finishSingle()
	}
	info.Models = named(level.Models) - level.Texts.LateModels
	info.Sounds = named(level.Sounds) - level.Texts.LateSounds
	end := w.PresentAtEnd(s.ended)
	left, watching := s.gone(end)
	info.Left = left
	for i := range end.Players {
		p := &end.Players[i]
		sum := s.sum(end, p)
		of := InfoPlayer{
			Slot: p.Slot, Name: charset.Text(p.Name), Team: charset.Text(p.Team), Spectator: p.Spectator,
			Kills: sum.kills, Deaths: sum.deaths, Suicides: sum.suicides, TeamKills: sum.teamKills,
		}
		if p.HasFrags {
			of.Frags, of.FragsAge = ref(p.Frags), p.FragsAge
		}
		if t := watching[p.Name]; t != nil && p.Spectator {
			if of.Gone, of.LooksOn = &t.at, true; t.scored {
				of.scored = &t.frags
			}
		}
		info.Players = append(info.Players, of)
	}
	info.teams = w.Match.Teams || w.Game == world.Quake || w.Game == world.Quake2
	info.setResults(w)
	if recorder := end.Recorder; recorder >= 0 {
		info.Recorder = &recorder
	}
	info.Damage = damageOf(c)
	return info
}

// unnamed reports whether there are deaths, of which all were only seen: of none is told by whom.
func unnamed(deaths, seen int) bool { return deaths > 0 && seen == deaths }

// onlySeen reports whether a death is none that a line tells of: somebody was seen to die. It takes who
// killed, with what, and how long the line is.
func onlySeen(killer int, with weapon.Kind, line int) bool {
	return killer < 0 && with == weapon.None && line == 0
}

// Unnamed reports whether there are deaths among events, of none of which is told by whom.
func Unnamed(events []timeline.Event) bool {
	deaths, seen := 0, 0
	for i := range events {
		if e := &events[i]; e.Kind == world.EventKill {
			deaths++
			if onlySeen(e.Player, e.Weapon, len(e.Text)) {
				seen++
			}
		}
	}
	return unnamed(deaths, seen)
}

// named counts the names in a precache list.
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
	// recent are names that were counted, by where they lie: nearly all messages of a demo are
	// of a few kinds.
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

// Counts reports whether a message is one of the server's, which [Info.Messages] counts.
// Decoders return besides them a client's own moves and sequence numbers, which are
// blocks of their own, raw bytes, and what an .mvd hides in blocks of its own
// ([Info.Hidden]).
func Counts(m message.Message) bool {
	return !isOwn(m) && !strings.HasPrefix(m.Name(), hiddenPrefix)
}

// isOwn reports whether a message is one that a demo has and no server sends.
func isOwn(m message.Message) bool {
	switch m.(type) {
	case *message.QWClientBlock, *message.QWSequence, *message.Raw:
		return true
	}
	return false
}

// hiddenPrefix begins the names of messages that are hidden in an .mvd.
const hiddenPrefix = "hidden"

// names returns the counts of messages and those of hidden ones, nil if there are
// none.
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
