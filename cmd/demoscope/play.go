package main

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/internal/settings"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/render/app"
	"demoscope/render/config"
	"demoscope/render/link"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/sound"
	"demoscope/render/studio"
	"demoscope/render/window"
)

type playCmd struct {
	Files  []string `arg:"" optional:"" name:"file" predictor:"demo" help:"${play_file_text}"`
	At     *moment  `group:"Playback" placeholder:"TIME" help:"${play_at_text}"`
	From   *moment  `group:"Playback" placeholder:"TIME" help:"Start of the part to play"`
	To     *moment  `group:"Playback" placeholder:"TIME" help:"End of the part to play"`
	Speed  float64  `group:"Playback" default:"1" placeholder:"FACTOR" help:"${play_speed_text}"`
	Follow string   `group:"Playback" placeholder:"PLAYER" help:"${play_follow_text}"`
	Paused bool     `group:"Playback" help:"Start paused"`
	Link   linkFlag `group:"Playback" placeholder:"LINK" help:"${play_link_text}"`

	Camera cameraFlag `group:"Playback" default:"${camera}" placeholder:"NAME" predictor:"camera" help:"${camera_text}"`

	viewsFlag      `group:"Playback"`
	directorFlag   `group:"Playback"`
	levelFlag      `group:"Playback"`
	listFlags      `group:"Playlists"`
	othersFlag     `group:"Other recordings"`
	ghostFlags     `group:"Other recordings"`
	spectatorFlags `group:"Live games"`

	Record     string `group:"Live games" placeholder:"FILE" predictor:"file" type:"path" help:"${play_record_text}"`
	FollowFile bool   `group:"Live games" help:"Follow a demo that is still being written, from its end"`

	gameData    `group:"Game data"`
	rebuildFlag `group:"Game data"`
	lookFlags
	windowFlags
	Renderer renderer `default:"${renderer}" placeholder:"NAME" predictor:"renderer"`

	// shown is closed when there is a picture, for which the index waits in a browser. It is nil elsewhere.
	shown chan struct{}
	// sized is set if --size is given.
	sized bool
	// wrong has the ignored lines of the settings file, nil for none.
	wrong error
	// named are the game folders on the command line, which come before those in the settings.
	named []string
}

// Validate returns an error for flags that are out of range.
func (c *playCmd) Validate() error {
	if !(c.Speed >= -player.MaxSpeed && c.Speed <= player.MaxSpeed) {
		return fmt.Errorf("--speed must be from %d to %d", -player.MaxSpeed, player.MaxSpeed)
	}
	if err := c.checkList(); err != nil {
		return err
	}
	if err := c.takeLink(); err != nil {
		return err
	}
	if err := c.checkGhost(); err != nil {
		return err
	}
	if err := c.checkFollowFile(); err != nil {
		return err
	}
	if err := c.checkLive(); err != nil {
		return err
	}
	if len(c.With) > 0 && (len(c.Files) != 1 || c.FollowFile || isLive(c.Files[0])) {
		return errors.New("--with needs exactly one demo file, of the same game")
	}
	return c.check()
}

// play plays with the settings from settled; file has those of the settings file.
func (c *playCmd) play(s *streams, settled func() (setting.Values, error), file setting.Values) error {
	survivePipes()
	if inPage {
		c.shown = make(chan struct{})
	}
	if c.FollowFile {
		c.Files[0] = absolute(c.Files[0]) // the name by which it is recognized later
	}
	demos, err := c.demos(s)
	if err != nil {
		return err
	}
	if c.SaveList != "" {
		return c.saveList(s, demos)
	}
	files, titles := c.order(demos, rand.Shuffle)
	o, waits, failed, err := c.beginWith(s, files)
	if err != nil {
		return err
	}
	defer c.cancelJoin()
	o.Version, o.Renderer, o.Camera, o.Views = version(), c.Renderer.Renderer, c.Camera.How, int(c.Views)
	o.Place, o.Width, o.Height, o.Sized, o.Fullscreen = c.Place, c.Size.Width, c.Size.Height, c.sized, c.Fullscreen
	c.readKeys(s, &o)
	o.Titles, o.Gap, o.QuitAfter, o.Ghost = titles, c.Gap, c.QuitAfter, c.second(s)
	if o.Home = c.newHome(s); waits {
		o.Home.Begin, o.Home.Watch = true, files[0]
	}
	if o.Settings, err = settled(); err != nil {
		return err
	}
	o.SavedSettings = file
	o.List, o.Copy, o.Film = listDropped, s.copyLink, studio.Film
	if len(c.With) > 0 {
		o.Copy = func(text, path string) string {
			return "Link without the other recordings. " + s.copyLink(text, path)
		}
	}
	keepSettings(&o)
	c.changed = new(atomic.Pointer[[]string])
	o.GameFolders = func(folders []string) {
		now := slices.Concat(c.named, folders)
		c.changed.Store(&now)
	}
	o.Abandon = func(err error) { os.Exit(s.status(err)) }
	o.OpeningStatus = c.awaited
	o.Open = func(ctx context.Context, path string) (app.Demo, error) {
		if path == files[0] {
			if joined, ok, err := c.joined(ctx); ok {
				return joined, err
			}
		}
		return c.open(ctx, s, path)
	}
	o.OnFirstPicture = c.firstPicture(s)
	if err := window.Run(o); err != nil {
		return withoutWindow(err, "demoscope shot works without one")
	}
	return failed
}

// readKeys loads the viewer's keys for a window. Errors in the keys file or its folder are printed, and both these
// and invalid settings are shown in the window.
func (c *playCmd) readKeys(s *streams, o *app.Options) {
	var err error
	if o.Keys, err = app.ReadKeys(app.KeyFile()); err != nil {
		s.report(err)
		o.Notice = joinNotices(ignoredLines("key bindings", err), o.Notice)
	}
	if c.wrong != nil {
		o.Notice = joinNotices(ignoredLines("settings", c.wrong), o.Notice)
	}
	if err := settings.Missing(); err != nil {
		notice := fmt.Sprintf(
			"no settings folder: %v; key bindings and bookmarks are unavailable", err)
		s.say("%s", notice)
		o.Notice = joinNotices(notice, o.Notice)
	}
}

// ignoredLines returns the notice about invalid lines of a file, without the path of its folder.
func ignoredLines(what string, wrong error) string {
	folder := filepath.Dir(config.Path()) + string(filepath.Separator)
	lines := strings.NewReplacer(folder, "", "\n", "; ").Replace(wrong.Error())
	return "some " + what + " are ignored: " + lines
}

// keepSettings lets a window change and reload the settings file. It does nothing without a settings folder, or in a
// page, where settings end with the page.
func keepSettings(o *app.Options) {
	path := config.Path()
	if path == "" || inPage {
		return
	}
	o.ReadSettings = func() (setting.Values, error) {
		file, err := config.Read(path)
		return file.Values, err
	}
	o.SaveSetting = func(name string, value setting.Value) error { return config.Change(path, name, value) }
}

// firstPicture returns the function to call when the window, which opens now, has its first picture.
func (c *playCmd) firstPicture(s *streams) func() {
	opened := cpuSeconds()
	return func() {
		settleMemory()
		if c.shown != nil {
			close(c.shown)
		}
		if os.Getenv(traceVariable) != "" {
			s.say("first frame after %d ms; %.0f ms of CPU time, %.0f before the window opened",
				time.Since(startTime).Milliseconds(), 1e3*cpuSeconds(), 1e3*opened)
		}
	}
}

// beginWith returns the options for the first demo in the window: the first readable one of files, set up by the
// flags. For a live game that does not begin at once, waits is true, and o is for a window without a demo.
func (c *playCmd) beginWith(s *streams, files []string) (o app.Options, waits bool, failed, err error) {
	if c.FollowFile || isLive(files[0]) {
		switch o, waits, err = c.join(s, files[0]); {
		case err != nil:
			return o, false, nil, err
		case waits:
			o.Demo, err = c.open(context.Background(), s, "") // the demo below the browser
			o.Files = []string{""}
			return o, true, nil, err
		}
		o.Files = files
		return o, false, nil, nil
	}
	if o, failed, err = c.openFirst(s, files); err != nil {
		return o, false, nil, err
	}
	if err = c.beginFirst(&o, fileOr(files[o.File], o.Title)); err != nil {
		return o, false, nil, err
	}
	return o, false, failed, nil
}

// beginFirst sets up the first demo by the flags and the link, or closes it on an error. If the demo ends before
// --at, its notice says so.
func (c *playCmd) beginFirst(o *app.Options, name string) (err error) {
	var late error
	if o.OtherViews, late, err = c.begin(o.Player); err != nil {
		o.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	c.beginLink(o)
	if late != nil {
		o.Notice = joinNotices(late.Error(), o.Notice)
	}
	return nil
}

// saysHow reports whether flags set up the first demo.
func (c *playCmd) saysHow() bool {
	return c.At != nil || c.From != nil || c.To != nil || c.Follow != "" || c.Speed != 1 || c.Paused || c.Level != 0 ||
		c.Link.given || c.Ghost != ""
}

// withoutWindow appends to an error about opening a window what works without one.
func withoutWindow(err error, way string) error {
	if w := new(app.WindowError); errors.As(err, &w) {
		return fmt.Errorf("%w; %s", err, way)
	}
	return err
}

// joinNotices joins two notices; the second may be empty. They are for the window, which shows control characters as
// escapes.
func joinNotices(first, second string) string {
	first = printable(strings.ToUpper(first[:1]) + first[1:])
	if second == "" {
		return first
	}
	return first + "; " + second
}

// openFirst opens the first readable file of a list. It reports the errors of earlier files; failed is then
// errReported.
func (c *playCmd) openFirst(s *streams, files []string) (o app.Options, failed, err error) {
	for i, file := range files {
		demo, err := c.open(context.Background(), s, file)
		if err == nil {
			return app.Options{Demo: demo, Playlist: app.Playlist{Files: files, File: i}}, failed, nil
		}
		s.report(err)
		failed = errReported
	}
	return o, failed, errReported
}

// fileOr returns file, or other if it is empty.
func fileOr(file, other string) string {
	if file == "" {
		return other
	}
	return file
}

// open opens a demo and everything that the window needs for it. It waits for the start of a live demo until ctx
// ends.
func (c *playCmd) open(ctx context.Context, s *streams, file string) (app.Demo, error) {
	if c.FollowFile && len(c.Files) == 1 && absolute(file) == c.Files[0] {
		return c.openFollowed(ctx, s, file)
	}
	if isLive(file) {
		return c.openLive(ctx, s, file)
	}
	demo, err := s.openDemo(file)
	if err != nil {
		return app.Demo{}, err
	}
	var others []player.Other
	if len(c.With) > 0 && absolute(file) == absolute(c.Files[0]) { // not for a demo that is opened later
		if demo, others, err = c.together(s, demo); err != nil {
			return app.Demo{}, err
		}
	}
	return c.opened(s, file, demo, others)
}

// opened returns everything that the window needs for an open demo, and for other recordings of its game.
func (c *playCmd) opened(s *streams, file string, demo *formats.Demo, others []player.Other) (app.Demo, error) {
	search, err := c.search(s, demo)
	if err != nil {
		return app.Demo{}, err
	}
	marks := func() (*bookmarks.Bookmarks, error) {
		if inPage { // a page cannot store them, so it need not compute their name
			return bookmarks.Unsaved(), nil
		}
		b, err := bookmarks.Open(bookmarks.Dir(), demo.Sum())
		if err != nil {
			s.say("can't read the bookmarks: %v", err)
			err = errors.New(printable(err.Error()))
		}
		return b, err
	}
	notice := ""
	if s.sayCut(demo) {
		notice = demo.Cut.Error()
		if !demo.Cut.Complete() {
			notice = "damaged file: " + notice
		}
		notice = joinNotices(notice, "")
	}
	spareMemory(demo)
	p := player.New(demo, player.Options{Others: others, Index: timeline.Options{Begin: c.shown}})
	maps := c.maps(s, search)
	if demo.Growing() != nil {
		marks = nil // their name is a hash of the whole demo
	}
	return app.Demo{
		Player: p, Title: printable(title(demo)), Path: absolute(file), Key: contentKey(file, demo), Maps: maps.load,
		SurveyStore: levelCache(demo), Palette: palette(s, search), Models: assets.NewModels(search, scene.BrushModel),
		Bookmarks: marks, Notice: notice,
		Report:   s.report,
		Cut:      cutOf(demo),
		Score:    s.newScore(demo, p, search, false),
		Director: c.choice(c.Follow != ""),
		Close: func() {
			p.Close()
			maps.close()
		},
	}, nil
}

// begin sets up p by the flags, and returns the players of the other views. late says that the demo ends before --at;
// it is nil otherwise.
func (c *playCmd) begin(p *player.Player) (watch []int, late, err error) {
	if p.Growing() {
		watch, err = c.beginLive(p)
		return watch, nil, err
	}
	part, err := c.span(p.Timeline(), c.At, c.From, c.To)
	if err != nil {
		return nil, nil, err
	}
	from, to := part.between(c.From, c.To)
	if from >= to {
		return nil, nil, errors.New("--to must be after --from")
	}
	start := from
	if c.At != nil {
		start = part.at(*c.At)
		if (c.From != nil || c.To != nil) && (start < from || start > to) {
			return nil, nil, errors.New("--at must be between --from and --to")
		}
	}
	if c.From != nil || c.To != nil {
		p.SetPart(from, to)
	}
	if c.Speed != 0 {
		p.SetSpeed(c.Speed)
	}
	if start == 0 && c.Speed < 0 && c.At == nil {
		p.Timeline().Wait()
		d, _ := p.Duration()
		start = min(to, d) // reverse from the end
	}
	seekTo(p, start)
	if end := p.Clock(); start > end+lateGrace {
		late = fmt.Errorf("the demo ends at %s, before %s", link.Clock(end), link.Clock(start))
	}
	p.SetPaused(c.Paused || c.Speed == 0)
	watch, err = followAll(p, c.Follow)
	if err != nil && c.Link.given {
		c.Link.nobody, err = err, nil // the moment is shown nevertheless
	}
	return watch, late, err
}

// beginLive is begin for a live game.
func (c *playCmd) beginLive(p *player.Player) (watch []int, err error) {
	seekTo(p, 0) // loads the names of the players
	if c.Speed != 0 {
		p.SetSpeed(c.Speed)
	}
	if !c.Paused && c.Speed == 1 {
		p.GoLive()
	}
	p.SetPaused(c.Paused || c.Speed == 0)
	return followAll(p, c.Follow)
}

// lateGrace is how far a time may be after the end of a demo without a message, in seconds: links are rounded to
// hundredths.
const lateGrace = 0.02

// seekTo seeks to a viewer's time in seconds and waits until p is there.
func seekTo(p *player.Player, clock float64) {
	p.Seek(clock)
	for p.Update(0); p.Behind(); {
		p.Update(0)
	}
}

// newScore returns the sound of a demo, including its voice tracks. If wait is set, samples are loaded before they
// play.
func (s *streams) newScore(demo *formats.Demo, p *player.Player, search *assets.Search, wait bool) *sound.Score {
	score := sound.NewScore(p.NewSoundCursor(), sound.NewBank(p.Moment().World.Game, search, wait))
	voices, err := demo.Voices()
	if err != nil {
		s.report(fmt.Errorf("%s: %w", demo.Path(), err))
	}
	for i := range voices {
		v := &voices[i]
		data, err := v.Read()
		if err == nil {
			var track *sound.Track
			if track, err = sound.OpenTrack(data, v.Team, v.Offset); err == nil {
				score.Tracks = append(score.Tracks, track)
				continue
			}
			err = fmt.Errorf("voice track %s: %w", v.File, err)
		}
		s.report(fmt.Errorf("%s: %w", demo.Path(), err))
	}
	return score
}

// title returns the short name of a demo, for a window.
func title(d *formats.Demo) string {
	if d.Member != "" {
		return d.Member
	}
	return filepath.Base(strings.TrimPrefix(d.File, sampleName))
}

// defaultPlay returns the command play with its defaults. It is for the page, where the parser does not read them from
// the struct tags; a test compares the two.
func defaultPlay() (*playCmd, error) {
	c := &playCmd{Speed: 1}
	c.Views, c.Mode, c.Place = 1, setting.Find("mode").Usual.String(), setting.Find("place").Usual.String()
	for name, target := range map[string]encoding.TextUnmarshaler{"camera": &c.Camera, "renderer": &c.Renderer,
		"size": &c.Size} {
		if err := target.UnmarshalText([]byte(setting.Find(name).Usual.String())); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// defaultSettings returns the default settings, except for those with their own fields.
func defaultSettings() setting.Values {
	values := setting.Values{}
	for _, s := range setting.Table() {
		switch s.Name {
		case "camera", "chat", "director", "renderer", "size":
		default:
			values[s.Name] = slices.Clone(s.Usual)
		}
	}
	return values
}

// ghostFlags name a second demo that is shown beside the first.
type ghostFlags struct {
	Ghost     string    `placeholder:"FILE" predictor:"demo" help:"Second demo on the same map, shown as a ghost"`
	GhostSync alignment `default:"start" placeholder:"WHAT" predictor:"alignment" help:"${ghost_ghost_sync_text}"`
	GhostAll  bool      `help:"Show all players of the ghost demo, not only the compared one"`
}

// checkGhost returns an error for flags that need a second demo without one.
func (f *ghostFlags) checkGhost() error {
	if f.Ghost == "" && (f.GhostAll || f.GhostSync.Alignment != player.ByStart) {
		return errors.New("--ghost-sync and --ghost-all need --ghost FILE")
	}
	return nil
}

// second returns the second demo. Its errors are reported when it is opened, and do not stop playback.
func (f *ghostFlags) second(s *streams) app.Ghost {
	g := app.Ghost{By: f.GhostSync.Alignment, All: f.GhostAll}
	if f.Ghost == "" {
		return g
	}
	g.Open = func() (*player.Ghost, error) {
		ghost, err := f.openGhost(s)
		if err != nil {
			s.report(err)
		}
		return ghost, err
	}
	return g
}

// needed returns the second demo, already opened, for a picture that is not made without it.
func (f *ghostFlags) needed(s *streams) (app.Ghost, error) {
	g := f.second(s)
	if f.Ghost == "" {
		return g, nil
	}
	ghost, err := f.openGhost(s)
	g.Open = func() (*player.Ghost, error) { return ghost, nil }
	return g, err
}

func (f *ghostFlags) openGhost(s *streams) (*player.Ghost, error) {
	demo, err := s.openDemo(f.Ghost)
	if err != nil {
		return nil, fmt.Errorf("can't open the ghost: %w", err)
	}
	s.sayCut(demo)
	return player.NewGhost(demo, player.Options{}), nil
}

// alignment is a flag's value: how a second demo is aligned.
type alignment struct{ player.Alignment }

// UnmarshalText parses the name of an alignment.
func (a *alignment) UnmarshalText(text []byte) error {
	for _, n := range alignments() {
		if n.String() == string(text) {
			a.Alignment = n
			return nil
		}
	}
	return fmt.Errorf("invalid ghost sync %q (want start or place)", text)
}

// alignments returns all alignments.
func alignments() []player.Alignment { return []player.Alignment{player.ByStart, player.ByPlace} }

func alignmentNames() (names []string) {
	for _, a := range alignments() {
		names = append(names, a.String())
	}
	return names
}
