//go:build !js

package studio

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image/jpeg"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/dataset"
	"demoscope/player/library"
	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/pictures"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/hud"
	"demoscope/render/link"
	"demoscope/render/matchpage"
	"demoscope/render/thumbnail"
)

// MatchPageOptions describe the page of a demo.
type MatchPageOptions struct {
	// File is the name of the demo, without its folder. Made names the program that writes the page.
	File, Made string
	// In is the name of the file in the folder: File, or the archive that contains the demo.
	In string
	// Address is the address of the page that plays demos, without a #: times become links to it. It is trusted. It
	// is empty for no links.
	Address string
	// Unlinked says why Address is empty although links were requested; otherwise it is empty.
	Unlinked string
	// Link names the demo and its maps for that page.
	Link link.Link
	// Highlights is the maximum number of highlights.
	Highlights int
	// Command is a command that plays a moment of the demo without a browser, empty for none.
	Command string
	// Facts and Info describe the demo.
	Facts *pattern.Facts
	Info  *report.Info
	// Watch has read the demo. If it is nil, [MatchPage] reads it.
	Watch *PageWatch
	// Modified is the modification time of the file, zero if unknown.
	Modified time.Time
}

const (
	// maxPageMatches is the maximum number of matches on a page, and maxPageLog the maximum number of deaths per
	// match: a page should open at once, even on a phone.
	maxPageMatches = 12
	maxPageLog     = 3000
	// sceneCount is the number of pictures for a demo without highlights, and sceneApart the minimum distance between
	// them in seconds.
	sceneCount, sceneApart = 6, 5
	// maxPageVitals is the maximum number of players with a plot of health, and maxVitalSteps the maximum number of
	// its points.
	maxPageVitals = 16
	maxVitalSteps = 300
	// pictureQuality is the JPEG quality of the pictures.
	pictureQuality = 82
	// beforeDeath is how many seconds before a death its link begins, so that it shows the cause.
	beforeDeath = 3
)

// PageWatch is a [scan.Listener] that collects what a page shows in addition to the summary and the facts of a demo:
// heat maps, health and armor of players, and keyframes for the pictures.
type PageWatch struct {
	grounds   *library.Grounds
	keyframes *scan.Keyframes // nil if the page has no pictures
	tracker   *dataset.Tracker
	vitals    map[int32][]healthSample // by slot, one per second
}

const (
	// The distance between keyframes is a pageKeyframes-th of the demo, from leastSpacing to mostSpacing bytes. They
	// take at most pageMemory bytes: in a large demo, their distance increases.
	pageKeyframes, leastSpacing, mostSpacing = 64, 4 << 10, 128 << 10
	pageMemory                               = 32 << 20
)

// NewPageWatch returns the listener for a page with at most the given number of pictures. Call it before the first
// packet of a demo.
func NewPageWatch(demo *formats.Demo, pictures int) *PageWatch {
	w := &PageWatch{grounds: library.NewGrounds(context.Background(), demo), vitals: map[int32][]healthSample{}}
	if pictures > 0 {
		w.keyframes = scan.NewKeyframes(min(max(demo.Size()/pageKeyframes, leastSpacing), mostSpacing),
			func() int64 { return pageMemory }, demo.Size)
	}
	w.tracker = dataset.NewTracker(demo.Format.Name, nil, dataset.Demo{}, 1, w.rows)
	return w
}

// Needs implements [scan.Listener].
func (w *PageWatch) Needs() scan.Needs {
	return w.grounds.Needs() | w.keyframes.Needs() | w.tracker.Needs()
}

// Message handles a message before it is applied.
func (w *PageWatch) Message(c *scan.Cursor, m message.Message) {
	if w.keyframes != nil {
		w.keyframes.Message(c, m)
	}
}

// Packet adds the changes of the last packet.
func (w *PageWatch) Packet(c *scan.Cursor) {
	w.grounds.Packet(c)
	if w.keyframes != nil {
		w.keyframes.Packet(c)
	}
	w.tracker.Packet(c)
}

// finish ends the reading.
func (w *PageWatch) finish() error {
	w.grounds.Finish()
	if w.keyframes != nil {
		w.keyframes.Finish()
	}
	return w.tracker.Finish()
}

// rows adds health and armor.
func (w *PageWatch) rows(rows []dataset.Track) error {
	for i := range rows {
		if r := &rows[i].TrackBody; r.Health != nil {
			v := healthSample{clock: r.Clock, health: max(0, *r.Health)}
			if r.Armor != nil {
				v.armor = max(0, *r.Armor)
			}
			if r.Dead {
				v.health = 0
			}
			w.vitals[r.Slot] = append(w.vitals[r.Slot], v)
		}
	}
	return nil
}

// MatchPage makes the page of a demo, including its pictures.
func MatchPage(l *thumbnail.Source, o MatchPageOptions) (*matchpage.Page, error) {
	f := o.Facts
	row := library.RowOf(o.Info, f, library.Place{Path: o.File, Modified: o.Modified})
	result, what, date := app.RowLines(row)
	lines := []string{result, what}
	if row.DateFrom != library.FromFile || !o.Modified.IsZero() {
		lines = append(lines, date)
	}
	b := &pageMaker{options: &o, facts: f, page: &matchpage.Page{
		Title: app.PageHead(row).Page.Title, File: o.File, In: o.In, Command: o.Command, Made: o.Made,
		Unlinked: o.Unlinked,
		Sum:      fmt.Sprintf("%x", l.Demo.Sum()),
		Address:  o.Address, Lines: slices.DeleteFunc(lines, func(line string) bool { return line == "" }),
	}}
	if row.Damage != "" {
		b.page.Remarks = append(b.page.Remarks, app.UpperFirst(app.Readable("damaged: "+row.Damage)))
	}
	for _, note := range o.Info.Notes {
		b.page.Remarks = append(b.page.Remarks, app.UpperFirst(app.Readable(note)))
	}
	if o.Address != "" {
		at := o.Link
		b.page.Address = o.Address + "#" + at.String()
	}
	b.levels()
	matches := f.Counted()
	inDemo := func(m *match.Match) bool { return !m.Result.Before() }
	if o.Info.Demo.Match() == nil && !slices.ContainsFunc(matches, inDemo) {
		if t := playerTable("Players", o.Info.Demo.Table(nil, match.InText)); len(t.Rows) > 0 {
			b.page.Players = &t
		}
	}
	watch := o.Watch
	if watch == nil {
		watch = NewPageWatch(l.Demo, o.Highlights)
		scan.Read(l.Demo.Format.Name, l.Demo.Decoder(), watch)
	}
	if err := watch.finish(); err != nil {
		return nil, err
	}
	tracks := watch.vitals
	for i := range matches {
		if i == maxPageMatches {
			b.page.Remarks = append(b.page.Remarks, fmt.Sprintf("Only the first %[2]d of %[1]d matches are described.",
				len(matches), maxPageMatches))
			break
		}
		m := matches[i]
		g := watch.grounds.Of(m)
		b.page.Matches = append(b.page.Matches, b.match(m, g, tracks))
	}
	for i := range f.Levels {
		level := &f.Levels[i]
		if level.Empty || slices.ContainsFunc(matches, func(m *match.Match) bool {
			return m.Level == level.Count
		}) {
			continue
		}
		if len(b.page.Matches) == maxPageMatches {
			b.page.Remarks = append(b.page.Remarks, fmt.Sprintf("Not all of the %d levels are described.",
				len(f.Levels)))
			break
		}
		m := &match.Match{Map: level.Map, Level: level.Count, From: level.Start, To: level.End, Last: level.End}
		g := watch.grounds.Of(m)
		b.page.Matches = append(b.page.Matches, b.visit(m, g, tracks))
	}
	return b.page, b.pictures(l, watch)
}

// pageMaker makes the page of a demo.
type pageMaker struct {
	options *MatchPageOptions
	facts   *pattern.Facts
	page    *matchpage.Page
}

// time returns a moment, as in the output of find and events, with a link that begins before seconds earlier. The
// link shows the view of a player, or the demo's own if slot is negative.
func (b *pageMaker) time(clock, before float64, slot int, name string) matchpage.Time {
	t := matchpage.Time{Text: humanize.Tenths(clock)}
	if b.options.Address != "" {
		l := b.options.Link
		l.Time, l.Follow = max(0, clock-before), b.follow(slot, name)
		t.Link = b.options.Address + "#" + l.String()
	}
	return t
}

// follow returns the argument of --follow for a player: the readable name if it is unique, otherwise the slot.
func (b *pageMaker) follow(slot int, name string) string {
	if slot < 0 {
		return ""
	}
	return report.PlayerArg(b.facts.Game, name, slot, func(plain string) bool {
		return slices.ContainsFunc(b.facts.Players, func(p pattern.Player) bool {
			return p.Slot != slot && strings.EqualFold(charset.Plain(b.facts.Game, p.Name), plain)
		})
	})
}

// plain makes a text of the demo readable.
func (b *pageMaker) plain(text string) string { return app.Readable(charset.Plain(b.facts.Game, text)) }

// levels adds the levels against monsters, if the demo contains any of their results.
func (b *pageMaker) levels() {
	info := b.options.Info
	columns := info.SingleColumns()
	if len(columns) == 0 {
		return
	}
	for i := range columns {
		b.page.LevelHead = append(b.page.LevelHead, columns[i].Head)
	}
	for i := range info.Levels {
		l := &info.Levels[i]
		row := matchpage.Level{Map: b.plain(charset.MapName(b.facts.Game, l.Map)),
			Title: app.Readable(info.Plain(l.Title))}
		for k := range columns {
			row.Cells = append(row.Cells, columns[k].Cells[i])
		}
		b.page.Levels = append(b.page.Levels, row)
	}
}

// playerTable returns a table of players.
func playerTable(title string, of match.Table) matchpage.Table {
	t := matchpage.Table{Title: title, Head: []string{"player"}}
	if of.Teams {
		t.Head = append(t.Head, "team")
	}
	for _, c := range of.Columns {
		t.Head = append(t.Head, c.Title)
	}
	for i := range of.Rows {
		r := &of.Rows[i]
		row := []string{strings.TrimSpace(app.Readable(r.Name) + " " + r.Note())}
		if of.Teams {
			row = append(row, app.Readable(r.Team))
		}
		t.Rows = append(t.Rows, append(row, r.Cells...))
	}
	for i := range of.Notes {
		of.Notes[i] = app.Readable(of.Notes[i])
	}
	t.Note = strings.Join(of.Notes, " ")
	return t
}

// healthSample is the health and armor of a player at a time.
type healthSample struct {
	clock         float64
	health, armor int32
}

// match describes a match.
func (b *pageMaker) match(m *match.Match, g *library.Ground, tracks map[int32][]healthSample) matchpage.Match {
	f := b.facts
	out := matchpage.Match{Score: app.PlotOf(m), Times: matchpage.TicksOf(m.To-m.From, humanize.Clock)}
	out.Title = cmp.Or(strings.ToLower(b.plain(charset.MapName(f.Game, m.Map))), "Match")
	if m.Result.Before() {
		out.Title += ", before the demo begins"
		out.Lines = append(out.Lines,
			"The match ended before the recording began, so the demo shows none of it.")
	} else {
		out.Title += fmt.Sprintf(", %s to %s", humanize.Clock(m.From), humanize.Clock(m.To))
	}
	if !m.Complete {
		out.Lines = append(out.Lines, "The recording ends before the match does.")
	}
	if result := m.Headline(match.MaxNames); result != "" && len(b.options.Info.Demo.Matches) > 1 {
		out.Lines = append(out.Lines, app.Readable(result))
	}
	deaths := b.deaths(m)
	out.Tables = append(out.Tables, playerTable("Scores", m.Table(match.InPage)))
	out.Tables = append(out.Tables, b.kills(m)...)
	if t := b.items(m); len(t.Rows) > 0 {
		out.Tables = append(out.Tables, t)
	}
	out.Tables = slices.DeleteFunc(out.Tables, func(t matchpage.Table) bool { return len(t.Rows) == 0 })
	out.Captures = b.captures(m)
	out.Flags, _ = b.events(m, hud.ClassFlag)
	out.Vitals = b.vitals(m, tracks)
	at := ground(&out, g)
	for _, d := range deaths[:min(len(deaths), maxPageLog)] {
		e := &f.Events[d.Event]
		slot, name := e.Player, e.PlayerName
		if slot < 0 {
			slot, name = e.Other, e.OtherName
		}
		line := matchpage.LogLine{Time: b.time(e.Clock, beforeDeath, slot, name), Killer: b.killer(e),
			How: cmp.Or(b.plain(e.Means(f.Game)), match.UnknownWeapon), Victim: b.victim(e)}
		text := line.Time.Text + ", " + hud.EventText(f.Game, e, b.plain)
		if e.Idle {
			line.How += notCounted
			text += notCounted
		}
		out.Log = append(out.Log, line)
		if q, ok := at(d); ok {
			out.Deaths = append(out.Deaths, matchpage.Death{At: q, Text: text, Link: line.Time.Link})
		}
	}
	if n := len(deaths); n > maxPageLog {
		out.Lines = append(out.Lines, fmt.Sprintf("Only the first %[2]d of %[1]d deaths are listed.", n, maxPageLog))
	}
	return out
}

// notCounted marks deaths that do not count for the match.
const notCounted = ", not counted"

// captures returns the captures of flags in a match, with player and time. The team is the one that does not own the
// flag or, if unknown, the player's team at the end.
func (b *pageMaker) captures(m *match.Match) (list []matchpage.Capture) {
	players := m.Listed()
	index := m.IndexOf(players)
	for i := range b.facts.Events {
		e := &b.facts.Events[i]
		if e.Kind != world.EventCapture || e.Clock < m.From || e.Clock > m.Last || len(list) == maxPageLog {
			continue
		}
		c := matchpage.Capture{Time: b.time(e.Clock, beforeDeath, e.Player, e.PlayerName),
			By: cmp.Or(b.plain(e.PlayerName), match.UnknownWeapon)}
		if i := index(e.Player, e.PlayerName); i >= 0 {
			c.Team = b.plain(players[i].Team)
		}
		switch {
		case e.Value == 1 || e.Item == "Blue Flag":
			c.Team = "red"
		case e.Value == 2 || e.Item == "Red Flag":
			c.Team = "blue"
		}
		list = append(list, c)
	}
	return list
}

// events returns at most [maxPageLog] events of a match in the given classes, and their total number.
func (b *pageMaker) events(m *match.Match, classes ...hud.Class) (list []matchpage.Event, happened int) {
	shown := hud.Classes(classes...)
	for i := range b.facts.Events {
		e := &b.facts.Events[i]
		class := (hud.Viewer{Slot: world.Nobody}).Class(e)
		if e.Clock < m.From || e.Clock > m.Last || !shown.Has(class) {
			continue
		}
		plain, before := b.plain, 0.0
		switch class {
		case hud.ClassChat:
			plain = func(text string) string { return app.Readable(charset.Said(b.facts.Game, text)) }
		case hud.ClassKill, hud.ClassFlag:
			before = beforeDeath
		}
		text := hud.EventText(b.facts.Game, e, plain)
		if happened++; happened > maxPageLog || text == "" {
			continue
		}
		who, name := e.Player, e.PlayerName
		if who < 0 {
			who, name = e.Other, e.OtherName
		}
		list = append(list, matchpage.Event{Time: b.time(e.Clock, before, who, name), Text: text})
	}
	return list, happened
}

// killer describes the killer in a death.
func (b *pageMaker) killer(e *timeline.Event) string {
	name := b.plain(e.PlayerName)
	switch {
	case e.Suicide():
		return "(own)"
	case e.TeamKill:
		return cmp.Or(name, "somebody") + " (team-mate)"
	case name != "":
		return name
	case e.Player >= 0 || e.Weapon == weapon.Telefrag:
		return match.Somebody
	case match.ByWorld(b.facts.Game, e):
		return match.TheWorld
	}
	return match.UnknownKiller
}

// victim names the victim of a death. The obituary of a team kill may name only the killer.
func (b *pageMaker) victim(e *timeline.Event) string {
	if name := b.plain(e.OtherName); name != "" {
		return name
	}
	if e.TeamKill {
		return "a team-mate"
	}
	return "somebody"
}

// ground adds the map to a match, and returns a function that returns the position of a death on it.
func ground(out *matchpage.Match, g *library.Ground) func(d *pattern.Death) (hud.HomePoint, bool) {
	if g != nil {
		ground, place := app.GroundMap(g)
		if out.Map = ground; place != nil {
			return func(d *pattern.Death) (hud.HomePoint, bool) {
				q := place(d.At)
				return q, d.AtKnown && app.OnMap(q)
			}
		}
	}
	return func(*pattern.Death) (hud.HomePoint, bool) { return hud.HomePoint{}, false }
}

// visit describes a level without a match, such as one against monsters: everything that happened in it.
func (b *pageMaker) visit(m *match.Match, g *library.Ground, tracks map[int32][]healthSample) matchpage.Match {
	f := b.facts
	out := matchpage.Match{Title: cmp.Or(b.plain(charset.MapName(f.Game, m.Map)), "Level") + fmt.Sprintf(", %s to %s",
		humanize.Clock(m.From), humanize.Clock(m.To))}
	there := map[int]bool{}
	add := func(slot int, name string) {
		if v, ok := vitalsOf(tracks[int32(slot)], m.From, m.To); ok && !there[slot] && len(out.Vitals) < maxPageVitals {
			v.Name = name
			out.Vitals = append(out.Vitals, v)
		}
		there[slot] = true
	}
	for i := range f.Players {
		add(f.Players[i].Slot, b.plain(f.Players[i].Name))
	}
	// If several players used a slot in turn, the track contains all of them.
	for _, p := range slices.Backward(b.options.Info.Demo.Left) {
		add(p.Slot, b.plain(p.Name)+" "+m.Remark(&p))
	}
	killed := map[string]int{} // monsters, by kind
	for i := range f.Events {
		if e := &f.Events[i]; e.Kind == world.EventMonster && e.Clock >= m.From && e.Clock <= m.Last {
			killed[cmp.Or(e.Item, "unknown")]++
		}
	}
	events, happened := b.events(m, hud.ClassKill, hud.ClassItem, hud.ClassChat, hud.ClassFlag, hud.ClassMatch,
		hud.ClassDemoMark)
	out.Events = events
	if happened > maxPageLog {
		out.Lines = append(out.Lines, fmt.Sprintf("Only the first %[2]d of %[1]d events are listed.", happened,
			maxPageLog))
	}
	if len(killed) > 0 {
		kinds := slices.SortedFunc(maps.Keys(killed), func(a, b string) int {
			return cmp.Or(cmp.Compare(killed[b], killed[a]), strings.Compare(a, b))
		})
		t := matchpage.Table{Title: "Monsters killed", Head: []string{"monster", "killed"}}
		for _, kind := range kinds {
			t.Rows = append(t.Rows, []string{app.Readable(kind), strconv.Itoa(killed[kind])})
		}
		out.Tables = append(out.Tables, t)
	}
	at := ground(&out, g)
	for _, d := range b.deaths(m) {
		if q, ok := at(d); ok {
			e := &f.Events[d.Event]
			time := b.time(e.Clock, beforeDeath, e.Other, e.OtherName)
			out.Deaths = append(out.Deaths, matchpage.Death{At: q, Text: time.Text + ": " + b.victim(e),
				Link: time.Link})
		}
	}
	return out
}

// deaths returns the deaths of a match.
func (b *pageMaker) deaths(m *match.Match) (list []*pattern.Death) {
	for i := range b.facts.Kills {
		d := &b.facts.Kills[i]
		if e := &b.facts.Events[d.Event]; e.Clock >= m.From && e.Clock <= m.Last {
			list = append(list, d)
		}
	}
	return list
}

// called returns the name of a player, marked if the player left before the end or became a spectator.
func called(m *match.Match, p *match.Player) string {
	name := app.Readable(m.Plain(p.Name))
	switch {
	case !p.HasLeft:
		return name
	case p.LooksOn:
		return name + " (spectator)"
	}
	return name + " (left)"
}

// kills returns the table of killers, victims and weapons.
func (b *pageMaker) kills(m *match.Match) []matchpage.Table {
	if m.Kills.Deaths == 0 {
		return nil
	}
	players, k := m.Listed(), &m.Kills
	n := len(players)
	names := make([]string, 0, n+1)
	for _, p := range players {
		names = append(names, called(m, p))
	}
	names = append(names, "others, "+match.TheWorld)
	whom := matchpage.Table{Title: "Kills by player", Head: append([]string{"killer"}, names[:n]...),
		Note: "Rows: killers. Columns: victims. Diagonal: suicides."}
	mated := false
	for i := range k.By {
		row, sum := []string{names[i]}, 0
		for v := range n {
			text := countText(k.By[i][v])
			if mates := k.TeamKills[i][v]; mates > 0 {
				text = strings.TrimSpace(text + fmt.Sprintf(" (%d)", mates))
				mated = true
			}
			sum += k.By[i][v] + k.TeamKills[i][v]
			row = append(row, text)
		}
		if i < n || sum > 0 {
			whom.Rows = append(whom.Rows, row)
		}
	}
	if mated {
		whom.Note += " In parentheses: team kills."
	}
	if n == 0 {
		whom.Rows = nil
	}
	by := matchpage.Table{Title: "Kills by weapon", Head: append([]string{"player"}, k.Weapons...),
		Note: "Excludes team kills and suicides."}
	for i := range n {
		row := []string{names[i]}
		for _, name := range k.Weapons {
			row = append(row, countText(k.With[name][i]))
		}
		by.Rows = append(by.Rows, row)
	}
	if len(k.Weapons) == 0 {
		by.Rows = nil
	}
	return []matchpage.Table{whom, by, aims(m, players)}
}

// direct returns the weapons for which only direct hits are known: KTX also prints hits by splash damage.
func direct(players []*match.Player) (names []string) {
	for _, name := range [...]string{"gl", "rl"} {
		if slices.ContainsFunc(players, func(p *match.Player) bool {
			w := p.Weapons[name]
			return w != nil && w.Shots > 0 && w.Printed.Source != match.Known
		}) {
			names = append(names, name)
		}
	}
	return names
}

// countText returns a number as text, empty for 0.
func countText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// aims returns the accuracy of the players, in games that count it.
func aims(m *match.Match, players []*match.Player) matchpage.Table {
	t := matchpage.Table{Title: "Accuracy", Head: []string{"player"}, Note: "Hits and shots as counted by the game."}
	var names []string
	for _, p := range players {
		for name, w := range p.Weapons {
			if _, known := w.Accuracy(); known && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		t.Head = append(t.Head, app.Readable(name))
	}
	if list := direct(players); m.Game == world.QuakeWorld && len(list) > 0 {
		t.Note = "Hits and shots as counted by the game; without splash damage: " + strings.Join(list, ", ") + "."
	}
	for _, p := range players {
		row := []string{called(m, p)}
		for _, name := range names {
			text := ""
			if w := p.Weapons[name]; w != nil {
				percent, known := w.Accuracy()
				if known {
					text = fmt.Sprintf("%.0f%%", percent)
				}
				if known && w.Shots > 0 {
					text += fmt.Sprintf(" of %d", w.Shots)
				}
			}
			row = append(row, text)
		}
		if len(names) > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// items returns the items taken: as counted by the game, otherwise as seen in the demo.
func (b *pageMaker) items(m *match.Match) matchpage.Table {
	t := matchpage.Table{Title: "Items taken", Head: []string{"player"}}
	players := m.Listed()
	var rows [][]string
	var of []string // players whose items the demo contains completely
	for _, p := range players {
		rows = append(rows, []string{called(m, p)})
		if p.AllItems {
			of = append(of, called(m, p))
		}
	}
	var seen []string // items that the game does not count
	for _, k := range match.Items {
		if !slices.ContainsFunc(players, func(p *match.Player) bool { return p.Item(k.Name).Value > 0 }) {
			continue
		}
		title := match.ItemTitle(m.Game, k.Title)
		if t.Head = append(t.Head, title); players[0].Item(k.Name).Source != match.Known {
			seen = append(seen, title)
		}
		for i, p := range players {
			rows[i] = append(rows[i], p.Item(k.Name).String())
		}
		t.Rows = rows
	}
	switch none := " (" + match.NotKnown + ": none)."; {
	case len(seen) == 0:
		t.Note = "As counted by the game."
	case len(seen) < len(t.Head)-1:
		t.Note = "As counted by the game; only those that were seen or heard: " + strings.Join(seen, ", ") + none
	case len(of) == len(players):
		t.Note = "As seen in the demo."
	case len(of) > 0:
		t.Note = "As seen in the demo: complete for " + strings.Join(of, ", ") +
			"; for other players only pickups that were seen or heard" + none
	default:
		t.Note = "As seen in the demo: only pickups that were seen or heard" + none
	}
	return t
}

// vitals returns the plots of health and armor.
func (b *pageMaker) vitals(m *match.Match, tracks map[int32][]healthSample) (list []matchpage.Vitals) {
	if !(m.To > m.From) {
		return nil
	}
	for i := range m.Result.Players {
		s := &m.Result.Players[i]
		if len(list) == maxPageVitals {
			break
		}
		if v, ok := vitalsOf(tracks[int32(s.Slot)], m.From, m.To); ok && s.Slot >= 0 {
			v.Name = b.plain(s.Name)
			list = append(list, v)
		}
	}
	return list
}

// vitalsOf returns the plot of a player's track between two times.
func vitalsOf(track []healthSample, from, to float64) (v matchpage.Vitals, ok bool) {
	const apart = 3 // seconds; a longer gap interrupts the line
	every := max(1, int((to-from)/maxVitalSteps))
	last, n := -2.*apart, 0
	for i := range track {
		k := &track[i]
		if k.clock < from || k.clock > to {
			continue
		}
		if begins := k.clock-last > apart; begins {
			v.Health, v.Armor = append(v.Health, nil), append(v.Armor, nil)
			n = 0
		}
		last = k.clock
		if n++; (n-1)%every != 0 {
			continue
		}
		x := float32((k.clock - from) / (to - from))
		add := func(pieces [][]hud.HomePoint, value int32) {
			piece := &pieces[len(pieces)-1]
			*piece = append(*piece, hud.HomePoint{X: x, Y: min(1, float32(value)/matchpage.MaxVital)})
		}
		add(v.Health, k.health)
		add(v.Armor, k.armor)
		ok = ok || len(v.Health[len(v.Health)-1]) > 1
	}
	return v, ok
}

// pictures adds the highlights with pictures or, if there are none, pictures from all parts of the demo.
func (b *pageMaker) pictures(l *thumbnail.Source, watch *PageWatch) error {
	if watch.keyframes == nil {
		return nil
	}
	f := b.facts
	never := func() bool { return false }
	list := pattern.Choose(pattern.Highlights(f, library.Highlights(f)), f.Duration+1, b.options.Highlights)
	slices.SortStableFunc(list, func(a, b pattern.Highlight) int { return cmp.Compare(a.Best().From, b.Best().From) })
	camera := thumbnail.NewPhotographer(l, watch.keyframes, watch.grounds)
	for i := range list {
		best := list[i].Best()
		h := matchpage.Highlight{Time: b.time(best.From, best.From-list[i].From, best.Player, best.Name),
			Title: b.plain(best.Name) + ": " + app.Readable(best.Headline(f.Game))}
		picture, err := camera.Photograph(f, best, never)
		if err := show(&h, picture, err); err != nil {
			return err
		}
		b.page.Highlights = append(b.page.Highlights, h)
	}
	if len(list) > 0 {
		return nil
	}
	for i, n := 0, min(b.options.Highlights, sceneCount, 1+int(f.Duration/sceneApart)); i < n; i++ {
		part := f.Duration / float64(n)
		picture, err := camera.PhotographBetween(float64(i)*part, float64(i+1)*part, never)
		if err != nil {
			continue // too dark, or no player there
		}
		var h matchpage.Highlight
		if err := show(&h, picture, err); err != nil {
			return err
		}
		h.Time = b.time(picture.Clock, 0, -1, "")
		b.page.Scenes = append(b.page.Scenes, h)
	}
	return nil
}

// show adds a picture to a highlight, or the reason that there is none.
func show(h *matchpage.Highlight, picture *pictures.Picture, err error) error {
	if err != nil {
		h.Lack = app.Readable(err.Error())
		return nil
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture.Image, &jpeg.Options{Quality: pictureQuality}); err != nil {
		return err
	}
	h.JPEG = file.Bytes()
	if picture.Rebuilt {
		h.Title = strings.TrimSpace(h.Title + " (reconstructed level)")
	}
	return nil
}
