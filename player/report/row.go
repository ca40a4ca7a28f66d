package report

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/match"
	"demoscope/player/world"
)

// This file has the row of a demo in a table of demos, and the values for sorting and filtering such a table.

// maxLineNames is the maximum length in runes of a list of players on its own line.
const maxLineNames = 400

// Row returns the summary as the cells of a table under [RowHead]. A date that is only that of the file is in
// parentheses.
func (info *Info) Row() []string {
	kills := ""
	if info.Kills > 0 {
		kills = fmt.Sprint(info.Kills)
	}
	date := DayOf(info.When())
	if info.Date == "" && date != "" {
		date = "(" + date + ")"
	}
	return []string{
		fmt.Sprintf("%s %d", info.Format, info.Protocol), FirstMap(info.MapNames()), humanize.Clock(info.Duration),
		humanize.Bytes(info.Size), kills, date,
		info.Demo.Headline(), info.names(), info.Remarks(),
	}
}

// RowHead returns the headings of [Info.Row].
func RowHead() []string {
	return []string{"FORMAT", "MAP", "LENGTH", "SIZE", "DEATHS", "DATE", "RESULT", "PLAYERS", "REMARKS"}
}

// When returns when the demo was recorded: Date, or otherwise Modified; empty if both are unknown. [Instant] makes it
// sortable.
func (info *Info) When() string { return cmp.Or(info.Date, info.Modified) }

// MapNames returns the readable names of the levels' maps without folder and extension: each once, in order of first
// appearance.
func (info *Info) MapNames() (names []string) {
	known := map[string]bool{}
	for i := range info.Levels {
		if name := info.mapName(info.Levels[i].Map); !known[name] {
			names, known[name] = append(names, name), true
		}
	}
	return names
}

// FirstMap returns the first of the names and the number of the others: "dm6 +1". It returns "" for no names.
func FirstMap(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return fmt.Sprintf("%s +%d", names[0], n-1)
	}
}

// names lists as many participants as fit.
func (info *Info) names() string {
	var names []string
	for _, e := range info.Demo.Participants() {
		names = append(names, e.Name)
	}
	return match.ListNames(names, "%d players", match.MaxNames)
}

// Title describes the demo in a line: its first map and the number of others, and the result, or otherwise the players.
func (info *Info) Title() string {
	row := info.Row()
	const level, result, players = 1, 6, 7
	return strings.TrimPrefix(strings.TrimSuffix(row[level]+": "+cmp.Or(row[result], row[players]), ": "), ": ")
}

// Remarks describes in a line where the demo is damaged, and the other notes. It returns "" if there are none.
func (info *Info) Remarks() string {
	remarks := info.Notes
	if d := info.damage(); d != nil {
		remark := fmt.Sprintf("damaged at %s: %s", info.place(d.Offset), d.what())
		if d.Count > 1 {
			remark = fmt.Sprintf("%s; the first at %s: %s", d.sum(), info.place(d.Offset), d.what())
		}
		remarks = append([]string{remark}, remarks...)
	}
	return strings.Join(remarks, "; ")
}

// place describes a byte offset. It says so if the offset is not in the file of the summary, but in the .qwz or the
// unpacked demo.
func (info *Info) place(offset int64) string {
	at := fmt.Sprintf("byte %d", offset)
	switch n := len(info.Packing); {
	case n == 0, n == 1 && info.Packing[0] == qizmo:
		return at
	case info.Packing[n-1] == qizmo:
		return at + " of the .qwz"
	}
	return at + " of the unpacked demo"
}

// Forms of a date in [Info].
const (
	utcForm   = "2006-01-02T15:04:05Z"
	localForm = "2006-01-02T15:04:05"
)

// DateOf returns when a demo was recorded according to the server: KTX reports the seconds since 1970, prints the date,
// or reports the name of its own recording, which contains the date. OpenTDM shows it on its scoreboard. DateOf returns
// "" if the server doesn't report it.
func DateOf(level *world.Level, told string) string {
	if seconds, err := strconv.ParseInt(level.ServerInfoValue("epoch"), 10, 64); err == nil && seconds > 0 {
		if t := time.Unix(seconds, 0).UTC(); firstYear <= t.Year() && t.Year() <= lastYear {
			return t.Format(utcForm)
		}
	}
	if t, ok := timeOf(told); ok && firstYear <= t.Year() && t.Year() <= lastYear {
		return told
	}
	return DateInName(charset.Text(level.ServerInfoValue("serverdemo")))
}

// timeOf parses a date with the time of day in the form of [Info].Date. ok is false for other forms. Without a time
// zone it assumes UTC.
func timeOf(date string) (time.Time, bool) {
	for _, form := range [...]string{time.RFC3339, localForm} {
		if t, err := time.Parse(form, date); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Instant converts a date in the form of [Info].Date to UTC, so that later dates are greater strings.
func Instant(date string) string {
	if t, ok := timeOf(date); ok {
		return t.UTC().Format(localForm)
	}
	return date
}

// ReadableDate returns a date in the form of [Info].Date for people: "2024-06-16 17:19:00 +02:00".
func ReadableDate(date string) string {
	if t, err := time.Parse(time.RFC3339, date); err == nil {
		text := t.Format("2006-01-02 15:04:05 Z07:00")
		return strings.Replace(text, " Z", " UTC", 1)
	}
	return strings.Replace(date, "T", " ", 1)
}

// DayOf returns the day of a date in the form of [Info].Date in the viewer's time zone, for example "2024-06-16". It
// does not convert a date without a time zone.
func DayOf(date string) string {
	if t, err := time.Parse(time.RFC3339, date); err == nil {
		date = t.Local().Format(localForm)
	}
	day, _, _ := strings.Cut(date, "T")
	return day
}

// The years in which a demo may have been recorded. Quake was released in 1996.
const (
	firstYear = 1996
	lastYear  = 2099
)

// nameDate matches the date, with or without the time of day, that servers and clients put in the name of a recording:
// "20240616-1719" (KTX), "20090210184530" (OpenArena), "2012-05-17_20-11-33" (Q2PRO, Quake Live).
var nameDate = regexp.MustCompile(
	`(?:^|\D)((?:19|20)\d\d)([-_.]?)(\d\d)([-_.]?)(\d\d)(?:[-_T. ]?(\d\d)[-_:.]?(\d\d)(?:[-_:.]?(\d\d))?)?(?:\D|$)`)

// DateInName returns the date and the time of day in the name of a demo, in the form of [Info].Date, or "".
func DateInName(name string) string {
	m := nameDate.FindStringSubmatch(name)
	if m == nil || m[2] != m[4] {
		return ""
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(m[i]) // digits or empty
		return n
	}
	year, month, day, hour, minute, second := number(1), number(3), number(5), number(6), number(7), number(8)
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if year < firstYear || t.Format("20060102150405") != fmt.Sprintf("%04d%02d%02d%02d%02d%02d", year, month, day, hour,
		minute, second) {
		return "" // for example February 31
	}
	if m[6] == "" {
		return t.Format("2006-01-02")
	}
	return t.Format(localForm)
}
