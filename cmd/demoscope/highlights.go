//go:build !js

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"demoscope/formats"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/charset"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/camera"
	"demoscope/render/film"
	"demoscope/render/setting"
	"demoscope/render/studio"
)

type highlightsCmd struct {
	Output string  `short:"o" placeholder:"FILE" predictor:"file" help:"Film to write; see demoscope help film"`
	Length seconds `default:"60" placeholder:"SECONDS" help:"Maximum film length, up to 600 (default: ${default})"`
	List   bool    `help:"Print the chosen moments and their scores without making a film"`
	JSON   bool    `name:"json" help:"Like --list, one JSON object per line"`
	Size   size    `default:"1280x720" placeholder:"WxH" help:"Image size in pixels (default: ${default})"`
	FPS    ratio   `name:"fps" default:"30" placeholder:"N" help:"${film_fps_text}"`
	Sound  bool    `default:"true" negatable:"" help:"Include sound (default: on). GIF and PNG have none."`
	Fresh  bool    `help:"Read and render everything again instead of using saved results"`
	lookFlags
	Direct bool     `name:"director" help:"${highlights_director_text}"`
	Args   []string `arg:"" optional:"" name:"file" predictor:"demo" help:"${highlights_file_text}"`
	rebuildFlag
	gameData
}

// Help describes how moments are chosen.
func (*highlightsCmd) Help() string {
	return "The film contains the best moments that fit, in the order of the demos and of time. Each has a title " +
		"with player, action, map and time. Moments are hits of the find patterns; docs/manual/patterns.md lists " +
		"their scores. Overlapping hits of one player are one moment. If moments of several players overlap, or " +
		"several demos contain the same moment, the film shows only the best.\n\n  demoscope highlights -o " +
		"best.mp4 ~/demos\n  demoscope highlights --length 30 -o airs.mp4 'midair player:milton' ~/demos\n  " +
		"demoscope highlights -o best.mp4 'date>=2024-06 map:dm2'\n"
}

// seconds is a flag's value: a duration.
type seconds float64

// UnmarshalText parses seconds, or minutes and seconds.
func (l *seconds) UnmarshalText(text []byte) error {
	var m moment
	if err := m.UnmarshalText(text); err != nil || m.percent || m.fromEnd || m.value <= 0 {
		return fmt.Errorf("invalid length %q (try 30 or 1:30)", text)
	}
	*l = seconds(m.value)
	return nil
}

// longestReel is the maximum length of a film of highlights, in seconds: its sound is kept in memory.
const longestReel = 600

// Validate returns an error for flags that do not fit together.
func (c *highlightsCmd) Validate() error {
	if c.Length > longestReel {
		return fmt.Errorf("--length must be at most %d seconds", longestReel)
	}
	return checkForm(c.Output, c.Size, c.FPS)
}

// highlight is a highlight with its demo.
type highlight struct {
	patterns.Highlight
	demo *rated
}

// rated is a demo with its highlights.
type rated struct {
	found
	game    world.Game
	date    string
	levels  []timeline.Level
	sum     [32]byte
	moments []patterns.Highlight
	named   library.Named
	err     error
}

// highlightJSON is the output of --json for a highlight.
type highlightJSON struct {
	File  string            `json:"file"`
	From  float64           `json:"from"`
	To    float64           `json:"to"`
	Score float64           `json:"score"`
	Title string            `json:"title"`
	Hits  []*patterns.Found `json:"hits"`
}

func (c *highlightsCmd) Run(s *streams, ctx *kong.Context) error {
	values, err := choices(ctx)
	if err != nil {
		return err
	}
	listing := c.List || c.JSON
	kind := film.Kind(0)
	if !listing {
		if c.Output == "" {
			s.say("missing -o FILE for the film (or use --list to print the moments)")
			return errWrongLine
		}
		if kind, err = checkFilm(c.Output); err != nil {
			return err
		}
	}
	text, files := c.parted()
	query, err := s.parseQuery(ctx.Args, text, files)
	if err != nil {
		return err
	}
	if query.Named && !query.Kinds[0].Filmed() {
		s.say("%v has no points, so its hits are not highlights (see docs/manual/patterns.md)", query.Kinds[0])
		return errWrongLine
	}
	chosen, missing, failed, err := c.choose(s, query, files)
	if err != nil {
		return err
	}
	if listing {
		if err := c.print(s, chosen); err != nil {
			return err
		}
		if missing != "" {
			s.say("%s", missing)
		}
		if failed == nil {
			return nil
		}
		s.report(failed)
		return errReported
	}
	if len(chosen) == 0 {
		return errors.Join(failed, errors.New(cmp.Or(missing, "no highlights in these demos")))
	}
	if failed != nil {
		s.report(failed)
	}
	return c.film(s, chosen, kind, values)
}

// film makes a film of the chosen highlights with the given settings.
func (c *highlightsCmd) film(s *streams, chosen []highlight, kind film.Kind, values setting.Values) (err error) {
	o := film.Options{Output: c.Output, Kind: kind, Times: film.Times{Rate: c.FPS.Ratio,
		Speed: film.Ratio{Num: 1, Den: 1}}, Width: c.Size.Width, Height: c.Size.Height, Fresh: c.Fresh}
	o.Key = fmt.Sprintf("%s\nhighlights\n%v\n%v %v\n%q %q %v", version(), values, c.Direct, c.Sound, c.BaseDir,
		c.Mod, c.Rebuild)
	var scenes []studio.ReelScene
	frames := 0
	var data []string // keys of the highlights of a demo
	for i := range chosen {
		h := &chosen[i]
		scene := studio.ReelScene{From: h.From, Frames: studio.ReelFrames(h.To-h.From, c.FPS.Ratio), Title: h.title()}
		scene.Open = func() (app.FilmOptions, func(), error) {
			o, closeAll, err := c.open(s, h)
			o.Settings = values
			return o, closeAll, err
		}
		frames += scene.Frames
		scenes = append(scenes, scene)
		if i == 0 || h.demo != chosen[i-1].demo {
			if data, err = c.keys(s, chosen[i:]); err != nil {
				return err
			}
		}
		o.Key += fmt.Sprintf("\n%x %v %d %d %q%s", h.demo.sum, scene.From, scene.Frames, h.Best().Player,
			scene.Title, data[0])
		data = data[1:]
	}
	return s.makeFilm(&o, frames, func(ctx context.Context) error { return studio.Reel(ctx, o, scenes, c.Sound) })
}

// names reports whether an argument names demos and is not a query.
func names(text string) bool {
	return fileAt(text) != nil || text == standardStream || strings.HasPrefix(text, sampleName)
}

// parted splits the arguments into the query and the demos. Without demos, the query is for the library.
func (c *highlightsCmd) parted() (query string, files []string) {
	switch {
	case len(c.Args) == 0 || names(c.Args[0]):
		return "", c.Args
	case len(c.Args) > 1:
		return c.Args[0], c.Args[1:]
	}
	// A missing file is not a query for the library.
	if _, err := patterns.Parse(c.Args[0]); err != nil && strings.ContainsAny(c.Args[0], "/.") {
		return "", c.Args
	}
	return c.Args[0], nil
}

// choose chooses the highlights of the film. It also returns why there are none, if known, and read errors.
func (c *highlightsCmd) choose(s *streams, query *patterns.Query, files []string) (chosen []highlight, missing string,
	failed, err error) {
	var all []patterns.Highlight
	var from []*rated
	var named library.Named
	seen := map[[32]byte]bool{}
	take := func(r *rated) {
		if r.err != nil {
			failed = errors.Join(failed, r.err)
			return
		}
		named.Add(r.named)
		if seen[r.sum] {
			return // a copy
		}
		seen[r.sum] = true
		for _, h := range r.moments {
			h.Demo = len(from)
			all = append(all, h)
		}
		from = append(from, r)
	}
	filter := library.FilterOf(query)
	if len(files) == 0 {
		err = c.ask(s, filter, take)
	} else {
		err = c.read(s, filter, files, take)
	}
	if err != nil {
		return nil, "", nil, err
	}
	for _, h := range patterns.Choose(all, float64(c.Length), len(all)) {
		chosen = append(chosen, highlight{h, from[h.Demo]})
	}
	switch least := patterns.Least(all); {
	case len(chosen) > 0:
	case len(all) > 0:
		missing = fmt.Sprintf("no moment fits into %s; the shortest needs %s",
			filmLength(float64(c.Length)), filmLength(math.Ceil(least*10)/10))
	default:
		missing = named.Missing()
	}
	return chosen, missing, failed, nil
}

// ask collects the highlights of the demos in the library.
func (c *highlightsCmd) ask(s *streams, filter *library.Filter, take func(*rated)) error {
	some := false
	each := func(d found, k *library.Found) bool {
		r := &rated{found: d, sum: k.Row.Key, err: k.Err}
		if k.Err == nil {
			r.rate(k.Facts, k.Hits)
			some = some || len(r.moments) > 0
		}
		take(r)
		return true
	}
	return s.askLibrary("the query", filter, each, func() (bool, error) { return some, nil })
}

// read collects the highlights of the named demos.
func (c *highlightsCmd) read(s *streams, filter *library.Filter, files []string, take func(*rated)) error {
	demos, after, err := s.findDemos(files)
	defer after()
	if err != nil {
		return err
	}
	bar := newBar(s, c.JSON, demos)
	stop := make(chan struct{})
	defer close(stop)
	reader := openReader(demos, c.Fresh)
	defer reader.Close()
	results := readAll(demos, func(d *found) rated { return rate(s, d, reader, filter) },
		func(d *found, err error) rated { return rated{found: *d, err: err} }, bar.done, stop)
	for r := range results {
		r := <-r
		take(&r)
	}
	bar.finish()
	return nil
}

// rate reads the highlights of a demo.
func rate(s *streams, d *found, reader *library.Reader, filter *library.Filter) (r rated) {
	r.found = *d
	k, through, err := d.facts(reader, func() (*formats.Demo, error) { return d.open(s) }, patterns.Options{}, filter)
	if err != nil {
		r.err = err
		return r
	}
	r.sum, r.named = cmp.Or(k.Key, library.Key(k.Demo.Sum())), library.NamedIn(filter.Query, k.Facts)
	var hits []patterns.Hit
	if through {
		hits = filter.Query.Match(k.Facts)
	}
	r.rate(k.Facts, hits)
	return r
}

// rate stores the properties of a demo and the highlights made from its hits.
func (r *rated) rate(facts *patterns.Facts, hits []patterns.Hit) {
	r.game, r.moments = facts.Game, patterns.Highlights(facts, hits)
	for _, l := range facts.Levels {
		r.levels = append(r.levels, timeline.Level{Map: l.Map, Start: l.Start, End: l.End})
	}
	if r.date = facts.Date; r.date == "" {
		r.date = report.DateInName(filepath.Base(r.path))
	}
}

// print prints the highlights.
func (c *highlightsCmd) print(s *streams, list []highlight) error {
	out := bufio.NewWriterSize(s.out, printAtOnce)
	var table textTable
	length := 0.0
	for i := range list {
		h := &list[i]
		length += h.To - h.From
		if c.JSON {
			line := highlightJSON{File: h.demo.path, From: h.From, To: h.To, Score: h.Score, Title: h.title()}
			for k := range h.Hits {
				line.Hits = append(line.Hits, h.Hits[k].Report(h.demo.game))
			}
			_ = writeJSON(out, line) // the stream keeps write errors
			continue
		}
		table.add(fmt.Sprintf("%.2f", h.Score), printable(h.demo.label), humanize.Tenths(h.From),
			fmt.Sprintf("%.1f s", h.To-h.From), printable(h.title()))
	}
	table.write(out)
	if err := out.Flush(); err != nil {
		return err
	}
	if !c.JSON {
		s.say("%s, %s", humanize.Count(len(list), "moment"), filmLength(length))
	}
	return nil
}

// title names the player, the action, the map and the time.
func (h *highlight) title() string {
	game := h.demo.game
	best := h.Best()
	parts := []string{charset.Plain(game, best.Name) + ": " + best.Headline(game)}
	if m := charset.MapName(game, best.Map); m != "" {
		parts = append(parts, m)
	}
	const day = len("2024-06-16")
	if date := h.demo.date; len(date) >= day {
		parts = append(parts, date[:day])
	}
	return strings.Join(parts, " · ")
}

// source opens the demo of a highlight again.
func (h *highlight) source(s *streams) (*formats.Demo, error) {
	demo, err := s.openDemo(h.demo.path)
	if err == nil && demo.Sum() != h.demo.sum {
		err = fmt.Errorf("%s has changed in the meantime", h.demo.path)
	}
	return demo, err
}

// keys returns the keys of the data that the first highlights of a list are drawn from, which are of one demo.
func (c *highlightsCmd) keys(s *streams, list []highlight) (keys []string, err error) {
	demo, err := list[0].source(s)
	if err != nil {
		return nil, err
	}
	search, err := c.search(s, demo)
	if err != nil {
		return nil, err
	}
	defer search.Close()
	game, maps, kept := gameKey(search), c.maps(s, search), levelCache(demo)
	for i := range list {
		h := &list[i]
		if h.demo != list[0].demo {
			break
		}
		keys = append(keys, game+maps.key(h.demo.levels, h.From, h.To, kept))
	}
	return keys, nil
}

// open opens the data that a highlight is drawn from.
func (c *highlightsCmd) open(s *streams, h *highlight) (o app.FilmOptions, closeAll func(), err error) {
	demo, err := h.source(s)
	if err != nil {
		return o, nil, err
	}
	search, err := c.search(s, demo)
	if err != nil {
		return o, nil, err
	}
	spareMemory(demo)
	p := player.New(demo, player.Options{})
	closeAll = func() {
		p.Close()
		search.Close()
	}
	p.SetPaused(true)
	seekTo(p, h.From)
	p.Follow(h.Best().Player)
	p.Update(0)
	director := directorFlag{Director: &c.Direct}
	var view viewFlags
	if w := p.Moment().World; w != nil && w.View.Known && w.Recorder != h.Best().Player {
		view.Camera.How = camera.Chase // the recorder's eyes are not the player's
	}
	if o.ShotOptions, err = view.picture(s, demo, search, p, &director); err != nil {
		closeAll()
		return o, nil, err
	}
	o.Maps = c.maps(s, search).load
	if c.Sound {
		o.Score = s.newScore(demo, p, search, true)
	}
	return o, closeAll, nil
}
