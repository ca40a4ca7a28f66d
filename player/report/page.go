package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/world"
)

// kinds describe the formats.
var kinds = map[string]string{
	"dem":  "Quake demo",
	"qwd":  "QuakeWorld client demo",
	"mvd":  "QuakeWorld server demo (all players)",
	"dm2":  "Quake II demo",
	"mvd2": "Quake II server demo (all players)",
	"dm3":  "Quake III demo",
}

// String returns the summary as a page for people, without a final line end.
func (info *Info) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", oneLine(info.title()))
	fmt.Fprintf(&b, "  %s, protocol %d", kinds[info.Format], info.Protocol)
	if len(info.Extensions) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(info.Extensions, ", "))
	}
	if info.GameDir != "" {
		fmt.Fprintf(&b, ", game folder %s", info.Plain(info.GameDir))
	}
	if info.GameType != "" {
		fmt.Fprintf(&b, ", %s", info.GameType)
	}
	fmt.Fprintf(&b, "\n  %s, %s, %d blocks, %d messages", humanize.Clock(info.Duration), humanize.Bytes(info.Size),
		info.Blocks,
		info.messages())
	if info.Kills > 0 {
		fmt.Fprintf(&b, ", %s", humanize.Count(info.Kills, "death"))
		if info.Idle > 0 {
			fmt.Fprintf(&b, " (%d not counted)", info.Idle)
		}
	}
	b.WriteByte('\n')
	info.date(&b)
	info.matches(&b)
	info.levels(&b)
	info.players(&b)
	if d := info.Damage; d != nil {
		fmt.Fprintf(&b, "  Damaged at %s, byte %d: %s\n", humanize.Clock(d.Time), d.Offset, d.what())
		if d.Count > 1 || d.losses.Text() != "" {
			fmt.Fprintf(&b, "  %s\n", d.sum())
		}
	}
	for _, n := range info.Notes {
		fmt.Fprintf(&b, "  Note: %s\n", oneLine(n))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// oneLine writes the line ends of a name, such as a file may have, as the terminal shows
// other control characters, so that none begins a line of the page.
var oneLine = strings.NewReplacer("\n", `\x0a`).Replace

func (info *Info) title() string {
	if info.Member != "" {
		return info.File + ": " + info.Member
	}
	return info.File
}

func (info *Info) messages() (sum int) {
	for _, n := range info.Messages {
		sum += n
	}
	return sum
}

func (info *Info) levels(b *strings.Builder) {
	if len(info.Levels) == 0 {
		return
	}
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	columns := info.SingleColumns()
	fmt.Fprint(t, "\n  Level\tMap\tTitle\tStart")
	for i := range columns {
		fmt.Fprintf(t, "\t%s", columns[i].Head)
	}
	fmt.Fprintln(t)
	for i, l := range info.Levels {
		begins := humanize.Clock(l.Clock)
		if l.Empty {
			begins += ", no frames"
		}
		fmt.Fprintf(t, "  %d\t%s\t%s\t%s", i+1, info.mapName(l.Map), info.Plain(l.Title), begins)
		for k := range columns {
			fmt.Fprintf(t, "\t%s", columns[k].Cells[i])
		}
		fmt.Fprintln(t)
	}
	t.Flush() // a strings.Builder takes everything
}

// Column is a column of a table: its heading and a cell for each row.
type Column struct {
	Head  string
	Cells []string
}

// SingleColumns returns what the demo tells of its levels against monsters, with a cell for each level. A
// column in which nothing would stand is left out.
func (info *Info) SingleColumns() (list []Column) {
	for _, k := range [...]struct {
		head string
		cell func(*Single) string
	}{{"Monsters", (*Single).OfMonsters}, {"Secrets", (*Single).OfSecrets}, {"Finished in", (*Single).Finished}} {
		c, any := Column{Head: k.head}, false
		for i := range info.Levels {
			text := k.cell(cmp.Or(info.Levels[i].Single, &Single{}))
			c.Cells, any = append(c.Cells, text), any || text != ""
		}
		if any {
			list = append(list, c)
		}
	}
	return list
}

// ofTotal returns "3 of 12", empty if either number is not known.
func ofTotal(n, total *int32) string {
	if n == nil || total == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d", *n, *total)
}

// OfMonsters returns how many monsters were killed, as "3 of 12"; empty if the demo does not tell it.
func (s *Single) OfMonsters() string { return ofTotal(s.Kills, s.Monsters) }

// OfSecrets returns how many secrets were found, as "3 of 12"; empty if the demo does not tell it.
func (s *Single) OfSecrets() string { return ofTotal(s.Secrets, s.TotalSecrets) }

// Finished returns the time that the level took, as 1:02.345; empty if the demo ends
// before the level does.
func (s *Single) Finished() string {
	if s.Time == nil {
		return ""
	}
	ms := int64(math.Round(min(max(*s.Time, 0), 1e9) * 1000))
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// date says when the demo was recorded, or at least when the file was written.
func (info *Info) date(b *strings.Builder) {
	readable := strings.NewReplacer("T", " ", "Z", " UTC").Replace
	switch {
	case info.Date != "":
		fmt.Fprintf(b, "  Recorded %s\n", readable(info.Date))
	case info.Modified != "":
		fmt.Fprintf(b, "  File written %s\n", readable(info.Modified))
	}
}

// matches says how the matches ended.
func (info *Info) matches(b *strings.Builder) {
	for _, m := range info.Matches {
		line := oneLine(m.line(maxLineNames))
		if line == "" {
			continue
		}
		if len(info.Matches) == 1 {
			fmt.Fprintf(b, "  Result: %s\n", line)
			continue
		}
		fmt.Fprintf(b, "  Match on %s", oneLine(m.Map))
		if m.End != nil {
			fmt.Fprintf(b, " until %s", humanize.Clock(*m.End))
		}
		fmt.Fprintf(b, ": %s\n", line)
	}
}

// playerLine is the line of a player on the page.
type playerLine struct {
	slot           int // [world.Nobody] if it is not known
	name, team     string
	frags          *int32       // nil if they are not known
	age            float64      // of the frags, in seconds before the end, 0 of who left before it
	numbers        match.Player // without the frags
	parted         string       // as [match.Parted] says it, empty of who has not left
	plays, watched bool
}

// match returns the match that the table of players is of: that of Result, if the demo has the beginning or the end of
// it; else nil, and the table is of the whole demo.
func (info *Info) match() *Result {
	if info.Result.shown() {
		return info.Result
	}
	return nil
}

// Whole reports whether the table of players is of the whole demo, since it has neither the beginning nor the
// end of a match.
func (info *Info) Whole() bool { return info.match() == nil }

// shown reports whether the demo has the beginning or the end of a match, so that there is a table of it.
func (r *Result) shown() bool { return r != nil && !r.Before && (r.Complete || r.Start != nil) }

// lines returns the lines of the table of players: who took part in a match, who left it, and who looked on
// at its end; behind that of Result also who else is there at the end of the demo. With nil for a match they
// are of the whole demo.
func (info *Info) lines(m *Result) (list []playerLine) {
	known := map[string]int{}
	add := func(scores []PlayerScore, left bool) {
		for i := range scores {
			s := &scores[i]
			l := playerLine{slot: world.Nobody, name: s.Name, team: s.Team, frags: s.Score, age: s.ScoreAge,
				numbers: counts(s.numbers), plays: true}
			if left {
				l.age = 0 // it is before he left
				if l.parted = "left"; s.Gone != nil {
					l.parted = match.Parted(*s.Gone, s.LooksOn)
				}
			}
			if s.Slot != nil {
				l.slot = *s.Slot
			}
			known[s.Name]++
			list = append(list, l)
		}
	}
	if m != nil {
		add(m.Players, false)
		add(slices.DeleteFunc(slices.Clone(m.Left), func(s PlayerScore) bool {
			return s.Spectator || known[s.Name] > 0
		}), true)
	}
	if m == nil || m == info.match() {
		list = info.atTheEnd(list, m, known)
	}
	if m != nil {
		for _, name := range m.Spectators {
			if !slices.ContainsFunc(list, func(l playerLine) bool { return l.name == name }) {
				list = append(list, playerLine{slot: world.Nobody, name: name, watched: true})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b playerLine) int { return cmp.Compare(uint(a.slot), uint(b.slot)) })
	return list
}

// atTheEnd adds to the lines of a match, in which names are known so often, who else is there at the end of
// the demo; to none all who played in it, if m is nil. Where everybody plays alone a team is no more than a
// name, and left out.
func (info *Info) atTheEnd(list []playerLine, m *Result, known map[string]int) []playerLine {
	team := func(p *InfoPlayer) string {
		if m == nil && info.teams || m != nil && m.inTeams() {
			return info.Plain(p.Team)
		}
		return ""
	}
	of := func(p *InfoPlayer) *playerLine {
		name := info.Plain(p.Name)
		for i := range list {
			if l := &list[i]; l.plays && l.name == name && (l.slot == p.Slot || known[name] == 1) {
				return l
			}
		}
		return nil
	}
	line := func(p *InfoPlayer) playerLine {
		l := playerLine{slot: p.Slot, name: info.Plain(p.Name), team: team(p), watched: info.Watched(p)}
		if m == nil && (!l.watched || p.LooksOn) {
			l.plays, l.frags, l.age = true, p.Score(), p.FragsAge
			l.numbers = counted(int32(p.Kills), int32(p.Deaths), int32(p.TeamKills))
			if p.Gone != nil {
				l.parted, l.age = match.Parted(*p.Gone, p.LooksOn), 0
			}
		}
		return l
	}
	for i := range info.Players {
		p := &info.Players[i]
		l := of(p)
		if l == nil {
			list = append(list, line(p))
			continue
		}
		l.slot = p.Slot
		if info.Watched(p) && l.parted != "" {
			continue
		}
		l.parted = ""
		if l.team == "" {
			l.team = team(p)
		}
		if l.frags == nil {
			l.frags, l.age = p.Frags, p.FragsAge
		}
	}
	if m == nil {
		for i := range info.Left {
			list = append(list, line(&info.Left[i]))
		}
	}
	return list
}

// players writes a table of the players of each match, or else one of the whole demo.
func (info *Info) players(b *strings.Builder) {
	if info.match() == nil {
		title := ""
		if info.Kills > 0 || len(info.Left) > 0 {
			title = "Whole demo:"
		}
		if info.table(b, nil, title) {
			b.WriteByte('\n')
		}
		return
	}
	for _, m := range info.Matches {
		switch {
		case !m.shown():
		case len(info.Matches) == 1:
			info.table(b, m, "Match:")
		case m.End != nil:
			info.table(b, m, "Match until "+humanize.Clock(*m.End)+":")
		case m.Start != nil:
			info.table(b, m, "Match from "+humanize.Clock(*m.Start)+":")
		default:
			info.table(b, m, "Last match:")
		}
	}
	b.WriteByte('\n')
}

// table writes the table of players of a match, nil for the whole demo, under a title. It reports whether
// there are any.
func (info *Info) table(b *strings.Builder, m *Result, title string) bool {
	players := info.playerTable(m)
	if len(players.Players) == 0 {
		return false
	}
	b.WriteByte('\n')
	if title != "" {
		fmt.Fprintf(b, "  %s\n", title)
	}
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	row := func(cell func(c *Column) string, remark string) {
		cells := make([]string, len(players.Columns))
		for i := range cells {
			cells[i] = cell(&players.Columns[i])
		}
		fmt.Fprintf(t, "  %s%s\n", strings.Join(cells, "\t"), remark)
	}
	row(func(c *Column) string { return c.Head }, "")
	for i, p := range players.Players {
		remark := ""
		for _, text := range [...]string{p.Remark, p.Back} {
			if text != "" {
				remark += "  " + text
			}
		}
		row(func(c *Column) string { return c.Cells[i] }, remark)
	}
	t.Flush()
	for _, note := range players.Notes {
		fmt.Fprintf(b, "  %s\n", oneLine(note))
	}
	return true
}

// PlayerTable is the table of the players of a match, or of a whole demo.
type PlayerTable struct {
	// Columns have a cell for each player, empty for what is not known. The first two are his slot and his
	// name. Those of teams and of what is done to mates are left out where nothing would stand in them.
	Columns []Column
	Players []TablePlayer
	Notes   []string // stand below
}

// TablePlayer is what stands of a player beside the cells of a table.
type TablePlayer struct {
	Remark string // that he recorded the demo, when he left; empty for nothing
	Back   string // as [match.BackSince] says it
	Plays  bool   // he did not only look on, or come after the match
}

// PlayerTable returns the table of the whole demo, which its page has if [Info.Whole] is true. It has no
// columns if nobody was there.
func (info *Info) PlayerTable() PlayerTable { return info.playerTable(nil) }

// playerTable returns the table of a match, nil for the whole demo.
func (info *Info) playerTable(m *Result) (t PlayerTable) {
	list := info.lines(m)
	if len(list) == 0 {
		return t
	}
	of := m
	if of == nil && info.Result != nil {
		of = info.Result // of which the demo has a piece
	}
	var returns []Return
	if of != nil {
		returns = of.Returns
	}
	teams := slices.ContainsFunc(list, func(l playerLine) bool { return l.plays && l.team != "" })
	column := func(head string, cell func(l *playerLine) string) {
		c := Column{Head: head}
		for i := range list {
			c.Cells = append(c.Cells, cell(&list[i]))
		}
		t.Columns = append(t.Columns, c)
	}
	column("Slot", func(l *playerLine) string {
		if l.slot < 0 {
			return ""
		}
		return strconv.Itoa(l.slot)
	})
	column("Player", func(l *playerLine) string { return l.name })
	if teams {
		column("Team", func(l *playerLine) string {
			if l.watched && !l.plays {
				return spectator
			}
			return l.team
		})
	}
	var players []*match.Player // numbers of who only watched mean nothing: QuakeWorld's servers send -999
	for i := range list {
		l := &list[i]
		if !l.plays {
			continue
		}
		if l.frags != nil {
			l.numbers.Frags = match.Number{Value: *l.frags, Source: match.Known}
		}
		if unnamed(info.Kills, info.seen) {
			l.numbers.Kills = match.Number{} // of no death is told by whom
		}
		players = append(players, &l.numbers)
	}
	for _, c := range match.ColumnsOf(match.InText, players) {
		column(cmp.Or(c.Head, c.Title), func(l *playerLine) string {
			n := c.Of(&l.numbers)
			if !l.plays || n.Source == match.Unknown {
				return ""
			}
			return c.Text(n)
		})
	}
	oldest := 0.0
	for i := range list {
		l := &list[i]
		oldest = max(oldest, l.age)
		var remarks []string
		if l.watched && !l.plays && !teams {
			remarks = append(remarks, spectator)
		}
		if r := info.Recorder; r != nil && *r == l.slot && (l.parted == "" || l.watched) {
			remarks = append(remarks, "recorder")
		}
		if l.parted != "" {
			remarks = append(remarks, l.parted)
		}
		p := TablePlayer{Remark: strings.Join(remarks, ", "), Plays: l.plays}
		if l.plays && l.parted == "" {
			p.Back = match.BackSince(returns, l.name)
		}
		t.Players = append(t.Players, p)
	}
	for _, note := range []string{match.ReturnsText(returns), match.OldScores(oldest)} {
		if note != "" {
			t.Notes = append(t.Notes, note)
		}
	}
	return t
}

// spectator is what stands for the team of who looks on.
const spectator = "spectator"

// Score returns what a player scored: in the only match of the demo, because the frags
// at the end of the file may be those of the warm-up for the next, or else at the end; nil where it is not known.
func (info *Info) Score(p *InfoPlayer) *int32 {
	if r := info.Result; r != nil && r.Complete && len(info.Matches) == 1 {
		for i := range r.Players {
			if s := &r.Players[i]; s.Score != nil && s.Slot != nil && *s.Slot == p.Slot &&
				s.Name == info.Plain(p.Name) {
				return s.Score
			}
		}
	}
	return p.Frags
}

// Plain makes one of the summary's names readable.
func (info *Info) Plain(text string) string { return charset.Plain(info.game, charset.Raw(text)) }

// mapName returns the readable name of a map, as [charset.MapName] does of the summary's text.
func (info *Info) mapName(file string) string { return charset.MapName(info.game, charset.Raw(file)) }
