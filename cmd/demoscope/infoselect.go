package main

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"demoscope/internal/filename"
	"demoscope/player/report"
)

// infoOrder are the flags that sort summaries.
type infoOrder struct {
	Sort    string `placeholder:"KEY" enum:"${infoorder_choices}" default:"none" help:"${info_sort_text}"`
	Reverse bool   `help:"Reverse the order: newest, longest or largest first"`
}

// sorts reports whether summaries are printed in another order than they come.
func (o *infoOrder) sorts() bool { return o.Sort != "none" || o.Reverse }

// sort sorts summaries. Unreadable demos come last, and equal ones stay as they
// was.
func (o *infoOrder) sort(list []fileInfo) {
	if o.Sort == "none" {
		slices.Reverse(list)
		return
	}
	slices.SortStableFunc(list, func(a, b fileInfo) int {
		switch {
		case a.info == nil && b.info == nil:
			return 0
		case a.info == nil:
			return 1
		case b.info == nil:
			return -1
		}
		c := o.compare(&a, &b)
		if o.Reverse {
			return -c
		}
		return c
	})
}

func (o *infoOrder) compare(a, b *fileInfo) int {
	switch o.Sort {
	case "name":
		return filename.Compare(a.label, b.label)
	case "date":
		return cmp.Compare(report.Instant(a.info.When()), report.Instant(b.info.When()))
	case "format":
		return cmp.Or(cmp.Compare(a.info.Format, b.info.Format), cmp.Compare(a.info.Protocol, b.info.Protocol))
	case "map":
		return filename.Compare(strings.Join(a.info.MapNames(), " "), strings.Join(b.info.MapNames(), " "))
	case "length":
		return cmp.Compare(a.info.Duration, b.info.Duration)
	case "size":
		return cmp.Compare(a.info.Size, b.info.Size)
	case "deaths", "kills":
		return cmp.Compare(a.info.Kills, b.info.Kills)
	}
	return cmp.Compare(len(a.info.Demo.Participants()), len(b.info.Demo.Participants()))
}

// infoFilter are the flags that choose summaries: one that is kept fits all of them.
type infoFilter struct {
	Game    []string `placeholder:"NAME" enum:"quake,quakeworld,quake2,quake3" help:"${info_game_text}"`
	Map     pattern  `placeholder:"NAME" help:"${info_map_text}"`
	Player  pattern  `placeholder:"NAME" help:"${info_player_text}"`
	Since   *day     `placeholder:"DATE" help:"${info_since_text}"`
	Until   *day     `placeholder:"DATE" help:"${info_until_text}"`
	Longer  *moment  `placeholder:"TIME" help:"Only demos at least this long: seconds or 12:34"`
	Shorter *moment  `placeholder:"TIME" help:"Only demos at most this long"`
	Damaged bool     `help:"Only damaged demos"`
}

// Validate refuses lengths that depend on a demo.
func (f *infoFilter) Validate() error {
	for _, m := range [...]*moment{f.Longer, f.Shorter} {
		if m != nil && (m.percent || m.value < 0) {
			return errors.New("--longer and --shorter need seconds, or a time such as 12:34")
		}
	}
	return nil
}

// keeps reports whether a summary fits.
func (f *infoFilter) keeps(info *report.Info) bool {
	switch {
	case len(f.Game) > 0 && !slices.Contains(f.Game, info.Game):
	case f.Map.set() && !slices.ContainsFunc(info.MapNames(), f.Map.fits):
	case f.Player.set() && !slices.ContainsFunc(info.Demo.Names(), f.Player.fits):
	case f.Since != nil && !f.Since.reaches(report.DayOf(info.When())):
	case f.Until != nil && !f.Until.holds(report.DayOf(info.When())):
	case f.Longer != nil && info.Duration < f.Longer.value:
	case f.Shorter != nil && info.Duration > f.Shorter.value:
	case f.Damaged && info.Damage == nil && len(info.Notes) == 0:
	default:
		return true
	}
	return false
}

// pattern is a flag's value: a part of a name, or a whole name with * and ?, in any
// case.
type pattern struct{ expression *regexp.Regexp }

// UnmarshalText reads a pattern.
func (p *pattern) UnmarshalText(text []byte) error {
	quoted := regexp.QuoteMeta(string(text))
	if strings.ContainsAny(string(text), "*?") {
		quoted = "^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$"
	}
	var err error
	p.expression, err = regexp.Compile("(?is)" + quoted)
	return err
}

func (p *pattern) set() bool { return p.expression != nil }

func (p *pattern) fits(name string) bool { return p.expression.MatchString(name) }

// day is a flag's value: a year, a month or a day, as the beginning of a date.
type day string

// UnmarshalText reads 2024, 2024-06 or 2024-06-16.
func (d *day) UnmarshalText(text []byte) error {
	for _, form := range [...]string{"2006", "2006-01", "2006-01-02"} {
		if _, err := time.Parse(form, string(text)); err == nil {
			*d = day(text)
			return nil
		}
	}
	return fmt.Errorf("invalid date %q (try 2024, 2024-06 or 2024-06-16)", text)
}

// reaches reports whether a date is on the day or after it; one that is not known is
// not.
func (d day) reaches(when string) bool { return when >= string(d) }

// holds reports whether a date is on the day or before it.
func (d day) holds(when string) bool {
	return when != "" && when[:min(len(when), len(d))] <= string(d)
}
