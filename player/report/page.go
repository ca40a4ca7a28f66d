package report

import (
	"fmt"
	"math"
	"path"
	"strings"
	"text/tabwriter"
)

// kinds describe the formats.
var kinds = map[string]string{
	"dem":  "Quake demo",
	"qwd":  "QuakeWorld demo of a client",
	"mvd":  "QuakeWorld demo of a server, all players",
	"dm2":  "Quake II demo",
	"mvd2": "Quake II demo of a server, all players",
	"dm3":  "Quake III demo",
}

// String returns the summary as a page for people, without a final line end.
func (info *Info) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", info.title())
	fmt.Fprintf(&b, "  %s, protocol %d", kinds[info.Format], info.Protocol)
	if len(info.Extensions) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(info.Extensions, ", "))
	}
	if info.GameDir != "" {
		fmt.Fprintf(&b, ", game folder %s", info.plain(info.GameDir))
	}
	fmt.Fprintf(&b, "\n  %s, %s, %d blocks, %d messages", Clock(info.Duration), Bytes(info.Size), info.Blocks, info.messages())
	if info.Kills > 0 {
		fmt.Fprintf(&b, ", %d kills", info.Kills)
	}
	b.WriteByte('\n')
	info.levels(&b)
	info.players(&b)
	if d := info.Damage; d != nil {
		fmt.Fprintf(&b, "  Damaged at %s, byte %d: %s\n", Clock(max(0, d.Time-info.Start)), d.Offset, d.what())
	}
	for _, n := range info.Notes {
		fmt.Fprintf(&b, "  Note: %s\n", n)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

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
	fmt.Fprint(t, "\n  Level\tMap\tTitle\tBegins\n")
	for i, l := range info.Levels {
		fmt.Fprintf(t, "  %d\t%s\t%s\t%s\n", i+1, info.mapName(l.Map), info.plain(l.Title), Clock(l.Clock))
	}
	t.Flush() // a strings.Builder takes everything
}

func (info *Info) players(b *strings.Builder) {
	if len(info.Players) == 0 {
		return
	}
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	fmt.Fprint(t, "\n  Slot\tPlayer\tTeam\tFrags\tKills\tDeaths\n")
	for _, p := range info.Players {
		remark := ""
		switch {
		case info.Recorder != nil && *info.Recorder == p.Slot:
			remark = "  recorder"
		case p.Spectator:
			remark = "  spectator"
		}
		fmt.Fprintf(t, "  %d\t%s\t%s\t%d\t%d\t%d%s\n", p.Slot, info.plain(p.Name), info.plain(p.Team), p.Frags, p.Kills, p.Deaths, remark)
	}
	t.Flush()
	b.WriteByte('\n')
}

// what describes the damage without its place.
func (d *Damage) what() string { return d.Message + ": " + d.Error }

// plain makes one of the summary's names readable.
func (info *Info) plain(text string) string { return Plain(info.game, bytesOf(text)) }

// mapName returns the short name of a map.
func (info *Info) mapName(file string) string {
	return strings.TrimSuffix(info.plain(path.Base(file)), ".bsp")
}

// Clock returns seconds as 1:02:03 or 2:03, rounded; 0:00 if they are negative.
func Clock(seconds float64) string {
	s := int64(math.Round(min(max(seconds, 0), 1e9)))
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Bytes returns a size in a readable unit, in powers of 1000: 999 B, 1 KB, 1.2 MB.
func Bytes(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.0f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}
