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

// kinds describes the formats.
var kinds = map[string]string{
	"dem":  "Quake demo",
	"qwd":  "QuakeWorld client demo",
	"mvd":  "QuakeWorld server demo (all players)",
	"dm2":  "Quake II demo",
	"mvd2": "Quake II server demo (all players)",
	"dm3":  "Quake III demo",
}

// packings has the proper spelling of packings.
var packings = map[string]string{"zip": "ZIP", "dzip": "Dzip", "pak": "PAK", qizmo: "Qizmo"}

// qizmo is the packing in which offsets of damage refer to the packed file.
const qizmo = "qizmo"

// kind describes the format, and the engine if the protocol belongs to only one.
func (info *Info) kind() string {
	if info.Format == "dm2" {
		switch info.Protocol {
		case 1038:
			return "Quake II demo of q2repro"
		case 2022, 2023:
			return "Quake II (2023) demo"
		}
	}
	return kinds[info.Format]
}

// String returns the summary as a page for people, without a final line end.
func (info *Info) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", oneLine(info.title()))
	fmt.Fprintf(&b, "  %s, protocol %d", info.kind(), info.Protocol)
	if len(info.Extensions) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(info.Extensions, ", "))
	}
	for i, packing := range slices.Backward(info.Packing) {
		before := " in "
		if i == len(info.Packing)-1 {
			before = ", packed as "
		}
		b.WriteString(before + cmp.Or(packings[packing], packing))
	}
	if info.GameDir != "" {
		fmt.Fprintf(&b, ", game folder %s", info.Plain(info.GameDir))
	}
	if info.GameType != "" {
		fmt.Fprintf(&b, ", %s", info.GameType)
	}
	fmt.Fprintf(&b, "\n  %s, %s, %s, %s", humanize.Clock(info.Duration), humanize.Bytes(info.Size),
		humanize.Count(info.Blocks, "block"), humanize.Count(info.messages(), "message"))
	if info.Kills > 0 {
		fmt.Fprintf(&b, ", %s", humanize.Count(info.Kills, "death"))
		if info.Idle > 0 {
			fmt.Fprintf(&b, " (%d not counted)", info.Idle)
		}
	}
	b.WriteByte('\n')
	for _, f := range info.ExtensionBits {
		fmt.Fprintf(&b, "  %s: %s\n", f.Family, strings.Join(f.Bits, ", "))
	}
	info.date(&b)
	info.matches(&b)
	info.levels(&b)
	info.players(&b)
	if d := info.damage(); d != nil {
		fmt.Fprintf(&b, "  Damaged at %s, %s: %s\n", humanize.Clock(d.Time), info.place(d.Offset), d.what())
		if d.Count > 1 || d.losses().Text() != "" {
			fmt.Fprintf(&b, "  %s\n", d.sum())
		}
	}
	for _, n := range info.Notes {
		fmt.Fprintf(&b, "  Note: %s\n", oneLine(n))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// oneLine escapes line ends, which file names may contain, like other control characters on a terminal, so that a name
// can't start a new line of the page.
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
	t.Flush() // a strings.Builder never fails
}

// Column is a column of a table: its heading, and a cell for each row.
type Column struct {
	Head  string
	Cells []string
}

// SingleColumns returns the columns about levels against monsters, with a cell for each level. It omits empty columns.
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

// ofTotal returns "3 of 12", or "" if a number is unknown.
func ofTotal(n, total *int32) string {
	if n == nil || total == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d", *n, *total)
}

// OfMonsters returns the number of killed monsters as "3 of 12", or "" if it is unknown.
func (s *Single) OfMonsters() string { return ofTotal(s.Kills, s.Monsters) }

// OfSecrets returns the number of found secrets as "3 of 12", or "" if it is unknown.
func (s *Single) OfSecrets() string { return ofTotal(s.Secrets, s.TotalSecrets) }

// Finished returns how long the level took as 1:02.345, or "" if the demo ends before the level.
func (s *Single) Finished() string {
	if s.Time == nil {
		return ""
	}
	ms := int64(math.Round(min(max(*s.Time, 0), 1e9) * 1000))
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// date writes when the demo was recorded, or otherwise when the file was written.
func (info *Info) date(b *strings.Builder) {
	switch {
	case info.Date != "":
		fmt.Fprintf(b, "  Recorded %s\n", ReadableDate(info.Date))
	case info.Modified != "":
		fmt.Fprintf(b, "  File written %s\n", ReadableDate(info.Modified))
	}
}

// matches writes the results of the matches.
func (info *Info) matches(b *strings.Builder) {
	matches := info.Demo.Matches
	for _, m := range matches {
		line := oneLine(m.Headline(maxLineNames))
		if line == "" {
			continue
		}
		if len(matches) == 1 {
			fmt.Fprintf(b, "  Result: %s\n", line)
			continue
		}
		fmt.Fprintf(b, "  Match on %s", oneLine(charset.MapName(m.Game, m.Map)))
		if m.Result.End != world.Unknown {
			fmt.Fprintf(b, " until %s", humanize.Clock(m.Result.End))
		}
		fmt.Fprintf(b, ": %s\n", line)
	}
}

// players writes a table of the players of each match, or of the whole demo if there is no match.
func (info *Info) players(b *strings.Builder) {
	d := &info.Demo
	if d.Match() == nil {
		title := ""
		if info.Kills > 0 || len(d.Left) > 0 {
			title = "Whole demo:"
		}
		if info.table(b, nil, title) {
			b.WriteByte('\n')
		}
		return
	}
	for _, m := range d.Matches {
		switch r := m.Result; {
		case !m.Shown():
		case len(d.Matches) == 1:
			info.table(b, m, "Match:")
		case r.End != world.Unknown:
			info.table(b, m, "Match until "+humanize.Clock(r.End)+":")
		case r.Start != world.Unknown:
			info.table(b, m, "Match from "+humanize.Clock(r.Start)+":")
		default:
			info.table(b, m, "Last match:")
		}
	}
	b.WriteByte('\n')
}

// table writes the table of players of a match, or of the whole demo for nil, under a title. It reports whether there
// are any players.
func (info *Info) table(b *strings.Builder, m *match.Match, title string) bool {
	players := info.Demo.Table(m, match.InText)
	if len(players.Rows) == 0 {
		return false
	}
	b.WriteByte('\n')
	if title != "" {
		fmt.Fprintf(b, "  %s\n", title)
	}
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	row := func(slot, name, team string, cells []string, remarks ...string) {
		list := []string{slot, name}
		if players.Teams {
			list = append(list, team)
		}
		fmt.Fprintf(t, "  %s", strings.Join(append(list, cells...), "\t"))
		for _, text := range remarks {
			if text != "" {
				fmt.Fprintf(t, "  %s", text)
			}
		}
		fmt.Fprintln(t)
	}
	var head []string
	for _, c := range players.Columns {
		head = append(head, c.Heading())
	}
	row("Slot", "Player", "Team", head)
	for _, p := range players.Rows {
		slot := ""
		if p.Slot >= 0 {
			slot = strconv.Itoa(p.Slot)
		}
		for i, cell := range p.Cells {
			if cell == match.NotKnown {
				p.Cells[i] = ""
			}
		}
		row(slot, p.Name, p.Team, p.Cells, p.Remark, p.Back)
	}
	t.Flush()
	for _, note := range players.Notes {
		fmt.Fprintf(b, "  %s\n", oneLine(note))
	}
	return true
}

// Plain returns the readable form of one of the summary's names.
func (info *Info) Plain(text string) string { return charset.Plain(info.Demo.Game, charset.Raw(text)) }

// mapName returns [charset.MapName] for a map of the summary.
func (info *Info) mapName(file string) string {
	return charset.MapName(info.Demo.Game, charset.Raw(file))
}
