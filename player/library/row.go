package library

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/formats"
	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Key is the SHA-256 of a demo's content, unpacked: the same by which bookmarks are kept. A file
// is read as a whole to summarize it, so the hash costs a tenth of that, and no read of its own.
type Key [32]byte

// String returns the hash in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Row is what the list has of a demo. It never changes.
type Row struct {
	// ID is the number of the demo in this library, until that is made anew.
	ID  int64 `json:"-"`
	Key Key   `json:"-"`
	// Places are where the demo lies, the best one to show first: a file before one in an archive, one whose extension
	// is that of the format before others, and then the shortest path. There is one at least.
	Places []Place `json:"-"`
	Size   int64   `json:"size"` // bytes, unpacked
	// Error says why nothing of the file can be read; all else but ID, Places and Date is empty then.
	Error string `json:"error,omitempty"`

	Format   string `json:"format,omitempty"` // "dem", "qwd", "mvd", "dm2", "mvd2" or "dm3"
	Protocol int    `json:"protocol,omitempty"`
	Game     string `json:"game,omitempty"`    // "quake", "quakeworld", "quake2" or "quake3"
	GameDir  string `json:"gamedir,omitempty"` // the mod's folder; empty for the game's own
	// Mode is one of "1on1", "2on2" and so on, "team", "ffa", "ctf", "race", "arena", "single",
	// "coop", another of [world.Level].GameType, or empty if it is not known; ServerMode is what the server
	// or the mod calls it.
	Mode       string   `json:"mode,omitempty"`
	ServerMode string   `json:"server_mode,omitempty"`
	Maps       []string `json:"maps,omitempty"`  // of the levels, as "dm6", each once
	Title      string   `json:"title,omitempty"` // of the first level

	// Date is when the demo was recorded, in the form of [report.Info].Date, or what is nearest to it
	// as DateFrom says.
	Date     string   `json:"date"`
	DateFrom DateFrom `json:"date_from"`
	Length   float64  `json:"length"` // seconds

	Players []Player     `json:"players,omitempty"` // of [match.Demo.Everybody]
	Teams   []match.Team `json:"teams,omitempty"`
	// Result is [match.Demo.Headline]. Complete is set if the demo has the end of the match.
	Result   string `json:"result,omitempty"`
	Complete bool   `json:"complete,omitempty"`
	Recorder string `json:"recorder,omitempty"` // name of the player who recorded it; empty if nobody did
	Deaths   int    `json:"deaths,omitempty"`

	// Damage says what cannot be read of the demo, and DamageAt from when on, in seconds. Damage is
	// empty if all can be read.
	Damage   string  `json:"damage,omitempty"`
	DamageAt float64 `json:"damage_at,omitempty"`

	// Hits are how many hits each pattern has, as it is usually meant.
	Hits Hits `json:"hits,omitzero"`
	// Best is the moment that is most worth watching, nil if there is none.
	Best *Moment `json:"best,omitempty"`

	others []string // other names in the demo: of spectators, of who left, and those that players had at other times
	told   string   // the date that the server tells
	texts  texts
}

// part is a part of the texts of a row.
type part uint8

// The parts. Words of a filter are sought in those up to partTitle.
const (
	partFile part = iota
	partMaps
	partPlayers
	partOthers
	partTeams
	partMode
	partGame
	partTitle
	partResult
	partRecorder
	partDate
	partBase
	partSides
	partCount
)

// texts are what filters and sorting ask of a row, in lower case: all parts as one text, each line of
// which ends with a line end.
type texts struct {
	all  string
	ends [partCount]uint32
}

// of returns a part of a text that begins where the texts of a row do.
func (t *texts) of(all string, p part) string {
	from := uint32(0)
	if p > 0 {
		from = t.ends[p-1]
	}
	return all[from:t.ends[p]]
}

func (t *texts) part(p part) string { return t.of(t.all, p) }

// Place is a file that has a demo.
type Place struct {
	Path     string // absolute
	Member   string // name in the archive, empty if the file is the demo
	Modified time.Time
}

// Name is the path, and the name in the archive as if that were a folder: what the program opens.
func (p *Place) Name() string {
	if p.Member == "" {
		return p.Path
	}
	return p.Path + "/" + p.Member
}

// DateFrom is what told a date.
type DateFrom uint8

// Where dates come from.
const (
	FromDemo DateFrom = iota // the server's words
	FromName                 // the name of the file
	FromFile                 // when the file was written
)

// String says what told the date: "demo", "name" or "file".
func (d DateFrom) String() string { return [...]string{"demo", "name", "file"}[d%3] }

// MarshalText implements [encoding.TextMarshaler].
func (d DateFrom) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Player is one who took part.
type Player struct {
	Name string `json:"name"`
	Team string `json:"team,omitempty"`
	// Frags are the score; Kills and Deaths, which are of all kinds, as the game told them or else as counted
	// in the match, or without one in the whole demo.
	Frags  *int32 `json:"frags,omitempty"` // nil where the demo does not tell it
	Kills  int32  `json:"kills"`
	Deaths int32  `json:"deaths"`
}

// Hits are numbers of hits by pattern.
type Hits [pattern.KindCount]uint16

// MarshalJSON writes the patterns with hits by their names.
func (h Hits) MarshalJSON() ([]byte, error) {
	list := map[string]uint16{}
	for k, n := range h {
		if n > 0 {
			list[pattern.Kind(k).String()] = n
		}
	}
	return json.Marshal(list)
}

// Moment is a moment of a demo.
type Moment struct {
	Kind   pattern.Kind `json:"kind"`
	From   float64      `json:"from"`
	To     float64      `json:"to"`
	Player string       `json:"player,omitempty"`
	What   string       `json:"what"` // as find lists it
	// Most is the number by which hits of this pattern are compared, as the kills of a run; more is
	// better.
	Most float64 `json:"most"`
}

// Unreadable reports whether nothing of the file can be read.
func (r *Row) Unreadable() bool { return r.Error != "" }

// Why says why nothing of the file can be read, without its name.
func (r *Row) Why() string {
	if r.Error == "" {
		return ""
	}
	return strings.TrimPrefix(r.Error, r.Places[0].Name()+": ")
}

// Failure says of which file nothing can be read, and why.
func (r *Row) Failure() string { return r.Places[0].Name() + ": " + r.Why() }

// File returns the name of the demo's file without folders.
func (r *Row) File() string {
	p := &r.Places[0]
	if p.Member != "" {
		return path.Base(p.Member)
	}
	return filepath.Base(p.Path)
}

// Sides returns "A vs B", the winner first, for two teams or two players who are no mates, or else all names:
// what a list of demos has in its column of players. The teams of a 1on1, and teams of one player each, go by
// the names of their players. It is empty if nobody has a name.
func (r *Row) Sides() string {
	var names []string
	alone := r.Mode == "1on1" || !slices.ContainsFunc(r.Teams, func(t match.Team) bool {
		_, n := r.member(&t)
		return n != 1
	})
	for i := range r.Teams {
		t := &r.Teams[i]
		names = append(names, t.Name)
		if name, n := r.member(t); alone && n == 1 && strings.TrimSpace(name) != "" {
			names[i] = name
		}
	}
	if len(names) == 0 {
		for i := range r.Players {
			names = append(names, r.Players[i].Name)
		}
	}
	if !slices.ContainsFunc(names, func(name string) bool { return strings.TrimSpace(name) != "" }) {
		return ""
	}
	if len(names) == 2 && r.Mode != "coop" {
		return names[0] + " vs " + names[1]
	}
	return strings.Join(names, ", ")
}

// member returns the name of a player of a team, and how many players it has.
func (r *Row) member(t *match.Team) (name string, members int) {
	for i := range r.Players {
		if p := &r.Players[i]; p.Team == t.Name {
			name = p.Name
			members++
		}
	}
	return name, members
}

// Map returns the map of the first level, and how many others there are, as "dm6 +1".
func (r *Row) Map() string { return report.FirstMap(r.Maps) }

// Summary makes the row of a demo from its summary and its facts, which may be nil: then there are no
// hits. Size, Places and Key are the caller's.
func Summary(info *report.Info, f *pattern.Facts) *Row {
	r := &Row{
		Size: info.Size, Format: info.Format, Protocol: info.Protocol, Game: info.Game,
		GameDir: info.Plain(info.GameDir),
		Maps:    clip(info.MapNames(), maxListed), Length: finite(info.Duration), Result: info.Demo.Headline(),
		Complete: info.Result != nil && info.Result.Complete, Deaths: info.Kills, told: info.Date,
	}
	if len(info.Levels) > 0 {
		r.Title = info.Plain(info.Levels[0].Title)
	}
	r.addPlayers(&info.Demo)
	if info.Recorder != nil {
		for i := range info.Players {
			if p := &info.Players[i]; p.Slot == *info.Recorder {
				r.Recorder = info.Plain(p.Name)
			}
		}
	}
	if info.Damage != nil || info.Cut != nil {
		r.Damage = info.Remarks()
		if info.Damage != nil {
			r.DamageAt = finite(info.Damage.Time)
		}
	}
	if f != nil {
		r.addHits(f)
	}
	r.addOthers(&info.Demo, f)
	r.addMode(info, f)
	return r
}

// RowOf makes the row of a demo that is in no library, for a [Filter].
func RowOf(info *report.Info, f *pattern.Facts, p Place) *Row {
	r := Summary(info, f)
	r.Places = []Place{p}
	r.finish()
	return r
}

// maxListed is how many maps, players and teams a row has at most, each.
const maxListed = 256

func clip[T any](list []T, n int) []T { return slices.Clip(list[:min(len(list), n)]) }

// addPlayers adds the players and the teams, the winner first.
func (r *Row) addPlayers(d *match.Demo) {
	for _, e := range d.Everybody() {
		n := &e.Numbers
		r.Players = append(r.Players, Player{e.Name, e.Team, n.Frags.Pointer(), n.Kills.Value, n.Deaths.Value})
	}
	if m := d.Result(); m != nil {
		r.Teams = m.RankedTeams()
	}
	r.Players, r.Teams = clip(r.Players, maxListed), clip(r.Teams, maxListed)
}

// addOthers adds the names of those who are in the demo, or did something in it, and are not among the players: who
// looked on, left, or had another name then. The facts may be nil.
func (r *Row) addOthers(d *match.Demo, f *pattern.Facts) {
	known := map[string]bool{"": true}
	for i := range r.Players {
		known[r.Players[i].Name] = true
	}
	for _, name := range d.Names() {
		if !known[name] && len(r.others) < maxListed {
			known[name] = true
			r.others = append(r.others, name)
		}
	}
	if f == nil {
		return
	}
	plain := map[string]string{}
	for i := range f.Events {
		for _, name := range [...]string{f.Events[i].PlayerName, f.Events[i].OtherName} {
			text, ok := plain[name]
			if !ok {
				text = charset.Plain(f.Game, name)
				plain[name] = text
			}
			if !known[text] && len(r.others) < maxListed {
				known[text] = true
				r.others = append(r.others, text)
			}
		}
	}
}

// worth are the patterns whose hits are worth a picture, the best first.
var worth = [...]pattern.Kind{
	pattern.Run, pattern.Multi, pattern.Midair, pattern.Flick, pattern.Quad, pattern.Pent, pattern.Flag,
	pattern.Capture, pattern.LastSecond,
	pattern.Telefrag, pattern.Discharge, pattern.Direct, pattern.RocketJump, pattern.TrickJump, pattern.Kill,
}

// rank is the place of a pattern in worth, its length for one that is not in it.
func rank(k pattern.Kind) int {
	if i := slices.Index(worth[:], k); i >= 0 {
		return i
	}
	return len(worth)
}

// usual are the queries whose hits a row counts: all patterns as they are usually meant.
var usual = func() (list []*pattern.Query) {
	for _, text := range [...]string{"", pattern.Kill.String(), pattern.Chat.String(), pattern.FlagLost.String(),
		pattern.FlagReturned.String()} {
		q, err := pattern.Parse(text)
		if err != nil {
			panic(err)
		}
		list = append(list, q)
	}
	return list
}()

// Highlights returns the hits of all patterns as they are usually meant, but kills, chat and flags that were
// lost or returned, in order of time. Those that cannot be judged are left out.
func Highlights(f *pattern.Facts) []pattern.Hit {
	return slices.DeleteFunc(usual[0].Match(f), func(h pattern.Hit) bool { return !h.Judged() })
}

// Best returns the hit of all patterns, as they are usually meant, that is most worth watching, nil if
// there is none: the [Row].Best of a demo with these facts.
func Best(f *pattern.Facts) *pattern.Hit { return new(Row).countHits(f) }

// countHits counts the hits of all patterns, and returns the best one.
func (r *Row) countHits(f *pattern.Facts) (best *pattern.Hit) {
	for _, q := range usual {
		list := q.Match(f)
		for i := range list {
			h := &list[i]
			if !h.Judged() {
				continue
			}
			if n := &r.Hits[h.Kind]; *n < 1<<16-1 {
				*n++
			}
			if rank(h.Kind) == len(worth) {
				continue
			}
			if best == nil || cmp.Or(cmp.Compare(rank(h.Kind), rank(best.Kind)), pattern.Better(h, best)) < 0 {
				best = h
			}
		}
	}
	return best
}

// addHits counts the hits of all patterns, and finds the best one.
func (r *Row) addHits(f *pattern.Facts) {
	if best := r.countHits(f); best != nil {
		r.Best = &Moment{
			Kind: best.Kind, From: finite(best.From), To: finite(best.To),
			Player: charset.Plain(f.Game, best.Name),
			What:   best.Sentence(f.Game), Most: best.Most(),
		}
	}
}

// finish sets what follows from the rest, and from where the demo lies.
func (r *Row) finish() {
	slices.SortFunc(r.Places, r.comparePlaces)
	r.Date, r.DateFrom = r.told, FromDemo
	if r.Date == "" {
		r.DateFrom = FromName
		for i := range r.Places {
			p := &r.Places[i]
			if r.Date = cmp.Or(report.DateInName(path.Base(p.Member)),
				report.DateInName(filepath.Base(p.Path))); r.Date != "" {
				break
			}
		}
	}
	if r.Date == "" && len(r.Places) > 0 {
		r.Date, r.DateFrom = r.Places[0].Modified.UTC().Format(time.RFC3339), FromFile
	}
	var b strings.Builder
	add := func(p part, list ...string) {
		for _, text := range list {
			if text != "" && b.Len() < maxTexts {
				b.WriteString(strings.ToLower(text))
				b.WriteByte('\n')
			}
		}
		r.texts.ends[p] = uint32(b.Len())
	}
	var players, teams, files []string
	for i := range r.Players {
		players = append(players, r.Players[i].Name)
	}
	for i := range r.Teams {
		teams = append(teams, r.Teams[i].Name)
	}
	for i := range r.Players {
		if t := r.Players[i].Team; t != "" && !slices.Contains(teams, t) {
			teams = append(teams, t)
		}
	}
	for i := range r.Places[:min(len(r.Places), maxListed)] {
		files = append(files, r.Places[i].Name())
	}
	add(partFile, files...)
	add(partMaps, r.Maps...)
	add(partPlayers, players...)
	add(partOthers, r.others...)
	add(partTeams, teams...)
	other := match.KTXMode(r.Mode)
	if other == r.Mode {
		other = ""
	}
	add(partMode, r.Mode, r.ServerMode, other)
	add(partGame, r.Game, r.GameDir, r.Format)
	add(partTitle, r.Title)
	add(partResult, r.Result)
	add(partRecorder, r.Recorder)
	add(partDate, r.Day())
	add(partBase, r.File())
	add(partSides, r.Sides())
	r.texts.all = b.String()
}

// Instant returns its date in UTC: later ones are greater strings.
func (r *Row) Instant() string { return report.Instant(r.Date) }

// ReadableDate returns its date for people.
func (r *Row) ReadableDate() string { return report.ReadableDate(r.Date) }

// Day returns the day of its date in the viewer's zone, as "2024-06-16".
func (r *Row) Day() string { return report.DayOf(r.Date) }

// comparePlaces orders [Row].Places.
func (r *Row) comparePlaces(a, b Place) int {
	format := formats.Lookup(r.Format)
	worse := func(p Place) (n int) {
		if p.Member != "" {
			n += 2
		}
		if format != nil && !format.Claims(cmp.Or(p.Member, p.Path)) {
			n++
		}
		return n
	}
	x, y := a.Name(), b.Name()
	return cmp.Or(worse(a)-worse(b), len(x)-len(y), strings.Compare(x, y))
}

// maxTexts bounds the texts of a row: those of demos have some hundred bytes.
const maxTexts = 1 << 16

// addMode adds the mode of the demo, and what the server calls it.
func (r *Row) addMode(info *report.Info, f *pattern.Facts) {
	s := match.Setting{Folder: r.GameDir}
	if f != nil {
		s = f.Setting(f.Server)
		r.ServerMode = s.Server
	}
	s.Monsters = slices.ContainsFunc(info.Levels, func(l report.Level) bool { return l.Single != nil })
	result, players := info.Demo.Result(), len(r.Players)
	switch {
	case s.Monsters && f != nil && together(f):
		players = max(players, 2)
	case result != nil:
		players = result.Result.Contenders()
	}
	r.Mode = s.Mode(result, players)
}

// together reports whether several have played in a demo, also those who had left when it ended: by slots,
// since one player may have had several names.
func together(f *pattern.Facts) bool {
	first := world.Nobody
	another := func(slot int) bool {
		if first == world.Nobody {
			first = slot
		}
		return slot != world.Nobody && slot != first
	}
	several := func(list []pattern.Player) bool {
		return slices.ContainsFunc(list, func(p pattern.Player) bool { return another(p.Slot) })
	}
	return several(f.Players) || slices.ContainsFunc(f.Standings, func(s pattern.Standing) bool {
		return several(s.Players)
	}) ||
		slices.ContainsFunc(f.Events, func(e timeline.Event) bool { return another(e.Player) || another(e.Other) })
}
