package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"demoscope/formats"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/charset"
	"demoscope/player/director"
	"demoscope/player/match"
	levels "demoscope/player/rebuilt"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/render"
)

type directCmd struct {
	JSON bool   `name:"json" help:"Print JSON"`
	File string `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	rebuildFlag
	gameData
}

// direction is what the director makes of a demo. Shares are parts of the kills of one player
// by another, 0 to 1, and null if there are none; times are viewer's seconds. Rates per minute
// cover the whole demo.
type direction struct {
	File string `json:"file"`
	// Seconds is how long the demo is.
	Seconds float64 `json:"seconds"`
	// Kills and KillsPerMinute are null if players die and all killers are unknown.
	Kills          *int     `json:"kills"`
	KillsPerMinute *float64 `json:"kills_per_minute"`
	KillsSeen      *float64 `json:"kills_seen"`
	// Baseline is what a viewer sees who watches one player all the time, on average, and
	// BestPlayer with the best of them.
	Baseline      *float64       `json:"baseline"`
	BestPlayer    *float64       `json:"best_player"`
	Eyes          *float64       `json:"eyes"`
	Both          *float64       `json:"both"`
	Full          *float64       `json:"full"`
	Screen        *float64       `json:"screen"`
	CutsPerMinute float64        `json:"cuts_per_minute"`
	Cuts          []directionCut `json:"cuts"`
	// Overviews are when everybody is shown, since nothing happens.
	Overviews []directionOverview `json:"overviews"`
}

type directionOverview struct {
	Begin float64 `json:"begin"`
	End   float64 `json:"end"`
	Level int     `json:"level"` // the first is 1
}

type directionCut struct {
	Clock  float64 `json:"clock"`
	Level  int     `json:"level"` // the first is 1
	Slot   int     `json:"slot"`
	Player string  `json:"player"`
	How    string  `json:"how"` // eyes or behind
	Why    string  `json:"why"`
	At     float64 `json:"at"` // when that happens which the cut was made for
	Victim string  `json:"victim,omitempty"`
	Item   string  `json:"item,omitempty"`
}

func (c *directCmd) Run(s *streams) error {
	demo, search, err := c.gameData.open(s, c.File, nil, "")
	if err != nil {
		return err
	}
	defer search.Close()
	maps := c.maps(s, search)
	d, err := direct(s, demo, maps)
	if err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	if c.JSON {
		return writeJSON(s.out, d)
	}
	return d.print(s)
}

// direct directs all levels of a demo.
func direct(s *streams, demo *formats.Demo, maps *mapFinder) (*direction, error) {
	p := player.New(demo, player.Options{})
	defer p.Close()
	p.SetPaused(true)
	t := p.Timeline()
	t.Wait()
	s.sayDamage(demo, t, math.Inf(1))
	if err := t.Err(); err != nil {
		return nil, err
	}
	d := &direction{File: demo.Path(), Cuts: []directionCut{}, Overviews: []directionOverview{}}
	var sum director.Score
	random, best := 0.0, 0.0
	sights := sights{player: p, maps: maps, rebuilt: levels.New(t, keptOf(demo))}
	for level := range t.Levels() {
		sight := sights.of(t, level)
		plan := director.Make(t, level, director.Options{Sight: sight})
		score := plan.Measure(t, sight)
		sum.Add(&score)
		if score.Kills > 0 {
			f := director.Baseline(t, level, sight)
			random += f.Random * float64(score.Kills)
			best += f.Best * float64(score.Kills)
		}
		d.add(p, plan)
	}
	duration, _ := t.Duration()
	d.Seconds = report.Thousandths(duration)
	inMinute := func(count int) float64 {
		if duration <= 0 {
			return 0
		}
		return report.Thousandths(float64(count) * 60 / duration)
	}
	d.CutsPerMinute = inMinute(d.cuts())
	if !match.Unnamed(t.Events()) {
		rate := inMinute(sum.Kills)
		d.Kills, d.KillsPerMinute = &sum.Kills, &rate
	}
	if n := float64(sum.Kills); n > 0 {
		share := func(count float64) *float64 {
			part := report.Thousandths(count / n)
			return &part
		}
		d.KillsSeen, d.Baseline, d.BestPlayer = share(float64(sum.Seen)), share(random), share(best)
		d.Eyes, d.Both, d.Full, d.Screen = share(float64(sum.Eyes)), share(float64(sum.Both)), share(float64(sum.Full)),
			share(float64(sum.Screen))
	}
	return d, nil
}

// cuts returns how many cuts there are: to begin to watch is none.
func (d *direction) cuts() int { return max(0, len(d.Cuts)-1) }

// sights finds the sight on the maps of levels, or on the levels that are rebuilt in their place.
type sights struct {
	player  *player.Player
	maps    *mapFinder
	rebuilt *levels.Source
	name    string // of the last map
	sight   director.Sight
}

// of returns the sight on a level's map, nil if nothing is known of it.
func (s *sights) of(t *timeline.Timeline, level int) director.Sight {
	l := &t.Levels()[level]
	if l.Map == "" || l.Map == s.name {
		return s.sight
	}
	s.name, s.sight = l.Map, nil
	seekTo(s.player, l.Start)
	w := s.player.Moment().World.Level()
	m, _ := s.maps.load(w)
	if m == nil {
		if made, _ := s.rebuilt.RebuildWhole(level, w.Map, w.Checksum); made.Map != nil && len(made.Map.Faces) > 0 {
			m = made.Map
		}
	}
	if m != nil {
		s.sight = m.Sees
	}
	return s.sight
}

// add adds the cuts of a level, with the names that the players have then: later they may have left,
// and others their slots.
func (d *direction) add(at *player.Player, p *director.Plan) {
	game := at.Moment().World.Game
	last, _ := at.Timeline().Tracked()
	name := func(slot int, clock float64) string {
		if slot < 0 {
			return ""
		}
		seekTo(at, clock)
		if w := at.Moment().World; slot < len(w.Players) && w.Players[slot].Name != "" {
			return charset.Plain(game, w.Players[slot].Name)
		}
		if slot < len(last) {
			return charset.Plain(game, last[slot]) // who is about to come
		}
		return ""
	}
	for _, q := range p.Quiet {
		d.Overviews = append(d.Overviews, directionOverview{report.Thousandths(q.Begin), report.Thousandths(q.End),
			p.Level + 1})
	}
	for i := range p.Cuts {
		c := &p.Cuts[i]
		d.Cuts = append(d.Cuts, directionCut{
			Clock: report.Thousandths(c.Clock), Level: p.Level + 1, Slot: c.Slot, Player: name(c.Slot, c.Clock),
			How: c.How.String(), Why: c.Why.String(),
			At: report.Thousandths(c.At), Victim: name(c.Other, c.At), Item: charset.Plain(game, c.Item),
		})
	}
}

// overviewsUntil prints the overviews that begin before a time, from one by index on, and returns
// the index of the next.
func (d *direction) overviewsUntil(out io.Writer, next int, clock float64) int {
	for ; next < len(d.Overviews) && d.Overviews[next].Begin < clock; next++ {
		fmt.Fprintf(out, "%s\toverview\tno action until %s\n", humanize.Tenths(d.Overviews[next].Begin),
			humanize.Tenths(d.Overviews[next].End))
	}
	return next
}

// print prints the score and the cuts for a person.
func (d *direction) print(s *streams) error {
	out := bufio.NewWriterSize(s.out, printAtOnce)
	fmt.Fprintln(out, printable(d.File))
	percent := func(share *float64) string {
		if share == nil {
			return "-"
		}
		return fmt.Sprintf("%.0f%%", 100**share)
	}
	length := humanize.Clock(d.Seconds)
	if d.Kills == nil {
		fmt.Fprintln(out, "kills            unknown: the demo has no obituaries")
	} else {
		fmt.Fprintf(out, "kills            %d in %s, %.1f per minute\n", *d.Kills, length, *d.KillsPerMinute)
	}
	fmt.Fprintf(out, "seen             %s, from the killer's view %s\n", percent(d.KillsSeen), percent(d.Eyes))
	fmt.Fprintf(out, "without director %s for a random player, %s for the best one\n", percent(d.Baseline),
		percent(d.BestPlayer))
	fmt.Fprintf(out, "cuts             %d in %s, %.1f per minute\n", d.cuts(), length, d.CutsPerMinute)
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	next := 0
	for i := range d.Cuts {
		c := &d.Cuts[i]
		next = d.overviewsUntil(table, next, c.Clock)
		how := ""
		if c.How != director.Eyes.String() {
			how = ", from " + c.How
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", humanize.Tenths(c.Clock), printable(c.Player), printable(c.reason()+how))
	}
	d.overviewsUntil(table, next, math.Inf(1))
	if err := table.Flush(); err != nil {
		return err
	}
	return out.Flush()
}

// reason says in words what a cut was made for.
func (c *directionCut) reason() string {
	switch {
	case c.Victim != "":
		return fmt.Sprintf("kills %s at %s", c.Victim, humanize.Tenths(c.At))
	case c.Item != "":
		return fmt.Sprintf("takes %s at %s", c.Item, humanize.Tenths(c.At))
	case c.Why == director.WhyDied.String():
		return "the previous player died"
	case c.Why == director.WhyBegin.String():
		return "start"
	}
	return "sees an opponent"
}

// directorFlag says whether the director chooses the followed player.
type directorFlag struct {
	Director *bool `negatable:"" help:"${director_director_text}"`
}

// choice returns the value of the flag; if it is not given, chosen is whether another flag names the player to
// follow.
func (f *directorFlag) choice(chosen bool) render.Director {
	switch {
	case f.Director == nil && chosen, f.Director != nil && !*f.Director:
		return render.DirectorOff
	case f.Director == nil:
		return render.DirectorAuto
	}
	return render.DirectorOn
}
