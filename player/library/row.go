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

// Key is the SHA-256 of a demo's unpacked content, as for bookmarks. A summary reads the whole file anyway, so the hash
// adds only a tenth of the time and no extra reading.
type Key [32]byte

// String returns the hash in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Row holds what the list knows of a demo. It never changes.
type Row struct {
	// ID is the number of the demo in this library, until the saved data is created again.
	ID  int64 `json:"-"`
	Key Key   `json:"-"`
	// Places are the files that have the demo, the best first: a file before an archive, a file whose extension matches
	// the format before others, then the shortest path. There is at least one.
	Places []Place `json:"-"`
	Size   int64   `json:"size"` // bytes, unpacked
	// Error is the reason why the file is unreadable. Then everything but ID, Key, Places, Size and Date is empty.
	Error string `json:"error,omitempty"`

	Format   string `json:"format,omitempty"` // "dem", "qwd", "mvd", "dm2", "mvd2" or "dm3"
	Protocol int    `json:"protocol,omitempty"`
	Game     string `json:"game,omitempty"`    // "quake", "quakeworld", "quake2" or "quake3"
	GameDir  string `json:"gamedir,omitempty"` // the mod's folder; empty for the game's own
	// Mode is one of "1on1", "2on2" and so on, "team", "ffa", "ctf", "race", "arena", "single", "coop", another value
	// of [world.Level].GameType, or empty if unknown. ServerMode is the server's or mod's name for it.
	Mode       string   `json:"mode,omitempty"`
	ServerMode string   `json:"server_mode,omitempty"`
	Maps       []string `json:"maps,omitempty"`  // of the levels, for example "dm6", each once
	Title      string   `json:"title,omitempty"` // of the first level

	// Date is when the demo was recorded, in the form of [report.Info].Date, or an approximation; see DateFrom.
	Date     string   `json:"date"`
	DateFrom DateFrom `json:"date_from"`
	Length   float64  `json:"length"` // seconds

	Players []Player     `json:"players,omitempty"` // of [match.Demo.Everybody]
	Teams   []match.Team `json:"teams,omitempty"`
	// Result is [match.Demo.Headline]. Complete is set if the demo has the end of the match.
	Result   string `json:"result,omitempty"`
	Complete bool   `json:"complete,omitempty"`
	Recorder string `json:"recorder,omitempty"` // name of the recorder; empty if there is none
	Deaths   int    `json:"deaths,omitempty"`

	// Damage describes what can't be read, and DamageAt is when it begins, in seconds. Damage is empty if everything
	// can be read.
	Damage   string  `json:"damage,omitempty"`
	DamageAt float64 `json:"damage_at,omitempty"`

	// Hits counts the hits of each pattern with its default conditions.
	Hits Hits `json:"hits,omitzero"`
	// Best is the moment most worth watching, or nil.
	Best *Moment `json:"best,omitempty"`

	others     []string // other names: of spectators, of players who left, and earlier names of players
	serverDate string   // the date that the server reported
	texts      texts
}

// part is a part of the texts of a row.
type part uint8

// The parts. The words of a filter are searched in the parts up to partTitle.
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

// texts holds what filters and sorting need of a row, in lower case: all parts as one text of lines that end with "\n".
type texts struct {
	all  string
	ends [partCount]uint32
}

// of returns a part of a text that begins with the texts of a row.
func (t *texts) of(all string, p part) string {
	from := uint32(0)
	if p > 0 {
		from = t.ends[p-1]
	}
	return all[from:t.ends[p]]
}

func (t *texts) part(p part) string { return t.of(t.all, p) }

// Place is a file or archive member that has a demo.
type Place struct {
	Path     string // absolute
	Member   string // name in the archive, empty if the file is the demo
	Modified time.Time
}

// Name returns the path, followed by the name in the archive as if that were a folder. The program can open it.
func (p *Place) Name() string {
	if p.Member == "" {
		return p.Path
	}
	return p.Path + "/" + p.Member
}

// DateFrom is the source of a date.
type DateFrom uint8

// The sources of dates.
const (
	FromDemo DateFrom = iota // reported by the server
	FromName                 // in the file name
	FromFile                 // modification time of the file
)

// String returns the source as "demo", "name" or "file".
func (d DateFrom) String() string { return [...]string{"demo", "name", "file"}[d%3] }

// MarshalText implements [encoding.TextMarshaler].
func (d DateFrom) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Player is a player of a match.
type Player struct {
	Name string `json:"name"`
	Team string `json:"team,omitempty"`
	// Frags is the score. Kills and Deaths count all kinds. They are the numbers that the game reported, or otherwise
	// counted: in the match, or in the whole demo if it has no match.
	Frags  *int32 `json:"frags,omitempty"` // nil if unknown
	Kills  int32  `json:"kills"`
	Deaths int32  `json:"deaths"`
}

// Hits counts hits by pattern.
type Hits [pattern.KindCount]uint16

// MarshalJSON writes the patterns that have hits, by their names.
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
	What   string       `json:"what"` // text of the find command
	// Most is the number that ranks hits of this pattern, such as the kills of a run. Larger is better.
	Most float64 `json:"most"`
}

// Unreadable reports whether nothing of the file can be read.
func (r *Row) Unreadable() bool { return r.Error != "" }

// Why returns the reason why the file is unreadable, without the file's name.
func (r *Row) Why() string {
	if r.Error == "" {
		return ""
	}
	return strings.TrimPrefix(r.Error, r.Places[0].Name()+": ")
}

// Failure returns the name of an unreadable file with the reason.
func (r *Row) Failure() string { return r.Places[0].Name() + ": " + r.Why() }

// File returns the demo's file name without folders.
func (r *Row) File() string {
	p := &r.Places[0]
	if p.Member != "" {
		return path.Base(p.Member)
	}
	return filepath.Base(p.Path)
}

// Sides returns the players column of a list of demos: "A vs B", the winner first, for two teams or two opponents, and
// otherwise all names. In a 1on1, and if each team has one player, players' names replace teams' names. It returns ""
// if nobody has a name.
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

// member returns the name of a player of a team, and the number of its players.
func (r *Row) member(t *match.Team) (name string, members int) {
	for i := range r.Players {
		if p := &r.Players[i]; p.Team == t.Name {
			name = p.Name
			members++
		}
	}
	return name, members
}

// Map returns the map of the first level and the number of other maps, for example "dm6 +1".
func (r *Row) Map() string { return report.FirstMap(r.Maps) }

// Summary returns the row of a demo with this summary and these facts. If the facts are nil, the row has no hits. The
// caller sets Size, Places and Key.
func Summary(info *report.Info, f *pattern.Facts) *Row {
	r := &Row{
		Size: info.Size, Format: info.Format, Protocol: info.Protocol, Game: info.Game,
		GameDir: info.Plain(info.GameDir),
		Maps:    clip(info.MapNames(), maxListed), Length: finite(info.Duration), Result: info.Demo.Headline(),
		Complete: info.Result != nil && info.Result.Complete, Deaths: info.Kills, serverDate: info.Date,
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

// RowOf returns the row of a demo that is in no library, for use with a [Filter].
func RowOf(info *report.Info, f *pattern.Facts, p Place) *Row {
	r := Summary(info, f)
	r.Places = []Place{p}
	r.finish()
	return r
}

// maxListed is the maximum number of maps, of players and of teams of a row.
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

// addOthers adds the names in the demo that are not those of the listed players: spectators, players who left, and
// earlier names. The facts may be nil.
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

// bestKinds lists the patterns whose hits can be the best moment, the best first.
var bestKinds = [...]pattern.Kind{
	pattern.Run, pattern.Multi, pattern.Midair, pattern.Flick, pattern.Quad, pattern.Pent, pattern.Flag,
	pattern.Capture, pattern.LastSecond,
	pattern.Telefrag, pattern.Discharge, pattern.Direct, pattern.RocketJump, pattern.TrickJump, pattern.Kill,
}

// rank returns the index of a pattern in bestKinds, or the length of bestKinds if it is not there.
func rank(k pattern.Kind) int {
	if i := slices.Index(bestKinds[:], k); i >= 0 {
		return i
	}
	return len(bestKinds)
}

// defaultQueries are the queries whose hits a row counts: all patterns with their default conditions.
var defaultQueries = func() (list []*pattern.Query) {
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

// Highlights returns the hits of all patterns with their default conditions, except kills, chat, and lost or returned
// flags, in order of time. It leaves out hits that can't be judged.
func Highlights(f *pattern.Facts) []pattern.Hit {
	return slices.DeleteFunc(defaultQueries[0].Match(f), func(h pattern.Hit) bool { return !h.Judged() })
}

// Best returns the hit most worth watching of all patterns with their default conditions, or nil. It is the [Row].Best
// of a demo with these facts.
func Best(f *pattern.Facts) *pattern.Hit { return new(Row).countHits(f) }

// countHits counts the hits of all patterns, and returns the best hit.
func (r *Row) countHits(f *pattern.Facts) (best *pattern.Hit) {
	for _, q := range defaultQueries {
		list := q.Match(f)
		for i := range list {
			h := &list[i]
			if !h.Judged() {
				continue
			}
			if n := &r.Hits[h.Kind]; *n < 1<<16-1 {
				*n++
			}
			if rank(h.Kind) == len(bestKinds) {
				continue
			}
			if best == nil || cmp.Or(cmp.Compare(rank(h.Kind), rank(best.Kind)), pattern.Better(h, best)) < 0 {
				best = h
			}
		}
	}
	return best
}

// addHits counts the hits of all patterns, and sets the best moment.
func (r *Row) addHits(f *pattern.Facts) {
	if best := r.countHits(f); best != nil {
		r.Best = &Moment{
			Kind: best.Kind, From: finite(best.From), To: finite(best.To),
			Player: charset.Plain(f.Game, best.Name),
			What:   best.Sentence(f.Game), Most: best.Most(),
		}
	}
}

// finish sets the fields that follow from the others and from the places.
func (r *Row) finish() {
	slices.SortFunc(r.Places, r.comparePlaces)
	r.Date, r.DateFrom = r.serverDate, FromDemo
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

// Instant returns the date in UTC, in a form in which later dates are greater strings.
func (r *Row) Instant() string { return report.Instant(r.Date) }

// ReadableDate returns the date for people.
func (r *Row) ReadableDate() string { return report.ReadableDate(r.Date) }

// Day returns the day of the date in the viewer's time zone, for example "2024-06-16".
func (r *Row) Day() string { return report.DayOf(r.Date) }

// comparePlaces compares two places by the order of [Row].Places.
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

// maxTexts bounds the texts of a row in bytes. Most rows have a few hundred bytes.
const maxTexts = 1 << 16

// addMode sets the mode of the demo, and the server's name for it.
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

// together reports whether a demo has several players, including those who left before it ended. It compares slots,
// because a player may have several names.
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
	return several(f.Players) || slices.ContainsFunc(f.MatchStates, func(s pattern.MatchState) bool {
		return several(s.Players)
	}) ||
		slices.ContainsFunc(f.Events, func(e timeline.Event) bool { return another(e.Player) || another(e.Other) })
}
