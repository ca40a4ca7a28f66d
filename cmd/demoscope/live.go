//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/formats/qtv"
	"demoscope/internal/bounded"
	"demoscope/internal/fault"
	"demoscope/player/charset"
	"demoscope/player/live"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/link"
)

// joinWait is how long to wait for the start of a game: longer than the timeouts of the connection itself.
const joinWait = 2 * time.Minute

// isLive reports whether an argument is the address of a live game.
func isLive(file string) bool {
	_, server := live.ServerAddress(file)
	return server || strings.HasPrefix(file, "qw://") || isStream(file)
}

// checkLive returns an error for arguments that cannot be combined with an address.
func (c *playCmd) checkLive() error {
	for _, file := range c.Files {
		if isLive(file) && len(c.Files) > 1 {
			return fmt.Errorf("%s is a live game and can't be combined with other files", file)
		}
	}
	if len(c.Files) == 1 && isLive(c.Files[0]) {
		if c.At != nil || c.From != nil || c.To != nil || c.Speed < 0 {
			return errors.New(
				"live games start now: remove --at, --from, --to and negative --speed")
		}
		return nil
	}
	if c.Record != "" {
		return errors.New("--record needs a live game, such as qw://HOST:PORT")
	}
	return nil
}

// openLive is [playCmd.open] for a live game.
func (c *playCmd) openLive(ctx context.Context, s *streams, address string) (app.Demo, error) {
	to := new(recordingFile)
	if c.Record != "" && address == c.Files[0] { // not for a game that the viewer chooses later
		if err := s.checkOutput(c.Record, aDemo, nil); err != nil {
			return app.Demo{}, err
		}
		to.path = c.Record
	}
	source, extension, err := c.dial(ctx, address, &c.gameData)
	if err != nil {
		return app.Demo{}, err
	}
	var record io.Writer // nil for none
	if to.path != "" {
		record = to
	}
	w := live.Watch(address, source, formats.GrowOptions{Format: formats.Lookup(extension[1:]),
		Live: extension == ".mvd"}, record)
	defer c.opens(w.Awaits)()
	defer s.sayAwaited(address, w.Awaits)()
	o, err := c.openSource(ctx, s, address, w.Growing, joinWait, func() error {
		return errors.Join(w.Close(), to.Close())
	})
	if err != nil {
		return o, joinError(address, err)
	}
	o.Path, o.Source.StopWaiting = address, w.GiveUp
	o.Source.WaitingFor = func() string {
		what := w.Awaits()
		if what != "" && w.Gone() {
			what += " (Esc gives up)"
		}
		return what
	}
	if server, ok := source.(*live.Spectator); ok {
		o.Source.Spectate = func(slot int, origin, angles [3]float32) {
			server.Place(origin, angles)
			server.Follow(slot) // -1 stands for no player in both
		}
	}
	return o, nil
}

// joinError explains why joining a game failed, with a hint if there is one.
func joinError(address string, err error) error {
	if live.WantsPassword(err) {
		return fmt.Errorf("%s: %w (use --password)", address, err)
	}
	return fmt.Errorf("%s: %w", address, err)
}

// opens registers awaits, which describes what the game being opened waits for, until the returned function is
// called.
func (f *spectatorFlags) opens(awaits func() string) (end func()) {
	f.opening.Store(&awaits)
	return func() { f.opening.Store(nil) }
}

// awaited describes what the opening of a live game is waiting for, empty for nothing.
func (c *playCmd) awaited() string {
	if awaits := c.opening.Load(); awaits != nil {
		return (*awaits)()
	}
	return ""
}

// joinAtOnce is how long to wait for a named game before the window opens and waits further. A wrong address is
// noticed within that time, and its error belongs in the terminal where the address was typed.
const joinAtOnce = time.Second

// joining is a named game that is being opened.
type joining struct {
	giveUp context.CancelFunc
	done   chan struct{}
	o      app.Options // valid when done is closed
	err    error
}

// join starts opening a named game, and reports whether that takes so long that a window should wait for it.
func (c *playCmd) join(s *streams, name string) (o app.Options, waits bool, err error) {
	ctx, giveUp := context.WithCancel(context.Background())
	j := &joining{giveUp: giveUp, done: make(chan struct{})}
	go func() {
		defer close(j.done)
		if err := fault.Guard("opening "+name, func() {
			if j.o.Demo, j.err = c.open(ctx, s, name); j.err == nil {
				j.err = c.beginFirst(&j.o, name)
			}
		}); err != nil {
			j.err = err
		}
	}()
	select {
	case <-j.done:
		return j.o, false, j.err
	case <-time.After(joinAtOnce):
		c.joins.Store(j)
		return o, true, nil
	}
}

// joined waits, once, for the game that [playCmd.join] is opening, or cancels it when ctx ends. ok is false if there
// is no such game.
func (c *playCmd) joined(ctx context.Context) (demo app.Demo, ok bool, err error) {
	j := c.joins.Swap(nil)
	if j == nil {
		return demo, false, nil
	}
	defer context.AfterFunc(ctx, j.giveUp)()
	<-j.done
	return j.o.Demo, true, j.err
}

// cancelJoin cancels the game that is being opened, if nothing has waited for it.
func (c *playCmd) cancelJoin() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if demo, ok, err := c.joined(ctx); ok && err == nil {
		demo.Close()
	}
}

// awaitedEvery is the polling interval for what a game waits for: several times during a reconnect.
const awaitedEvery = 100 * time.Millisecond

// sayAwaited prints what a game waits for, and when it continues, until the returned function is called.
func (s *streams) sayAwaited(address string, awaits func() string) (end func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(awaitedEvery)
		defer tick.Stop()
		for said := ""; ; {
			select {
			case <-quit:
				return
			case <-tick.C:
			}
			what := awaits()
			if kind, _, _ := strings.Cut(what, " for "); kind != said { // the duration does not matter
				if what == "" {
					what = "the game goes on"
				}
				s.say("%s: %s", address, what)
				said = kind
			}
		}
	}()
	return func() { close(quit); <-done }
}

// maxStreamFile is the maximum number of bytes to read of a .qtv file, which has two lines.
const maxStreamFile = 4096

// isStream reports whether an argument is the address of a stream, or a .qtv file, which contains one.
func isStream(file string) bool {
	return live.IsQTV(file) || strings.EqualFold(filepath.Ext(file), ".qtv")
}

// streamAddress returns the address of a stream.
func streamAddress(name string) (qtv.Address, error) {
	if live.IsQTV(name) {
		return live.ParseQTV(name)
	}
	data, err := bounded.ReadFile(name, maxStreamFile)
	if err != nil {
		return qtv.Address{}, fileError(name, err)
	}
	a, err := qtv.ParseFile(data)
	if err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

// streamError explains why opening a stream failed, with a hint if there is one.
func streamError(a qtv.Address, err error) error {
	var several *live.SourcesError
	switch {
	case errors.As(err, &several):
		lines := []error{errors.New(printable(several.Address.HostPort()) + " has " + several.What())}
		for _, src := range several.Sources {
			one := several.Address
			one.Source = src.ID
			lines = append(lines, fmt.Errorf("  %s  %s  (%s)", printable(one.String()), charset.Plain(world.QuakeWorld,
				src.Name), printable(src.Server)))
		}
		return errors.Join(lines...)
	case errors.Is(err, live.ErrPassword):
		return fmt.Errorf("%s: %w (use --password)", a.HostPort(), err)
	}
	return fmt.Errorf("%s: %s", printable(a.HostPort()), printable(live.Reason(err)))
}

type recordCmd struct {
	Output string `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${record_output_text}"`

	For     duration `placeholder:"TIME" help:"${record_for_text}"`
	Address string   `arg:"" help:"${record_address_text}"`
	spectatorFlags
	gameData
}

// duration is a flag's value: seconds, 12:34, or a Go duration such as 20m.
type duration time.Duration

// UnmarshalText parses a duration greater than 0.
func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if seconds, failed := link.ParseClock(string(text)); failed == nil {
		v, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || v <= 0 {
		return fmt.Errorf("invalid duration %q (try 90, 1:30 or 20m)", text)
	}
	*d = duration(v)
	return nil
}

// spectatorFlags say how to join a server or a stream.
type spectatorFlags struct {
	Name     string `default:"demoscope" placeholder:"NAME" help:"Your name on the server (default: ${default})"`
	Password string `placeholder:"PASSWORD" help:"Spectator password of the server, or password of the stream"`

	joins   atomic.Pointer[joining]       // the game that a window should wait for, nil for none
	opening atomic.Pointer[func() string] // describes what the game being opened waits for, nil for none
}

// dial connects to an address, and returns the extension of its recordings.
func (f *spectatorFlags) dial(ctx context.Context, address string, data *gameData) (source live.Source,
	extension string, err error) {
	if server, ok := live.ServerAddress(address); ok {
		s, err := live.DialSpectator(ctx, server, live.SpectatorOptions{Name: f.Name, Password: f.Password,
			Checksum: data.checksum})
		if err != nil {
			return nil, "", fmt.Errorf("%s: %s", address, printable(live.Reason(err)))
		}
		return s, ".qwd", nil
	}
	if !isStream(address) {
		return nil, "", fmt.Errorf("invalid address %q: want qw://HOST:PORT for a server or qtv:HOST:PORT for a stream",
			address)
	}
	a, err := streamAddress(address)
	if err != nil {
		return nil, "", err
	}
	s, err := live.DialQTV(ctx, a, live.QTVOptions{Name: f.Name, Password: f.Password})
	if err != nil {
		return nil, "", streamError(a, err)
	}
	return s, ".mvd", nil
}

// checksum returns the checksum of a map that servers verify, by its path in the game folder.
func (g *gameData) checksum(gameDir, path string) (int32, error) {
	search, err := assets.Open(assets.Options{BaseDirs: g.BaseDir, Mods: g.Mod, Game: "quakeworld",
		DemoGameDir: gameDir})
	if err != nil {
		return 0, err
	}
	defer search.Close()
	data, src, err := search.ReadFile(path)
	if err != nil {
		return 0, errors.New("set your game folder with --basedir DIR; " + strings.TrimPrefix(missingMap(path, err),
			path+" not found; "))
	}
	m, err := bsp.Load(data)
	if err != nil {
		return 0, fmt.Errorf("can't read %s in %s: %w", path, src, err)
	}
	return m.Checksums.QuakeWorld2, nil
}

func (c *recordCmd) Run(s *streams) error {
	if err := s.checkOutput(c.Output, aDemo, nil); err != nil {
		return err
	}
	ctx, end := untilSignal()
	defer end()
	if c.For > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, time.Duration(c.For))
		defer stop()
	}
	source, extension, err := c.dial(ctx, c.Address, &c.gameData)
	if err != nil {
		return err
	}
	defer source.Close()
	to := &recordingFile{path: c.Output, out: s.out}
	if to.path == standardStream {
		to.path = ""
	} else if !strings.EqualFold(filepath.Ext(to.path), extension) {
		return fmt.Errorf("--output: %s is recorded as %s, not %q", c.Address, extension, filepath.Base(c.Output))
	}
	began := time.Now()
	said := s.sayAwaited(c.Address, source.Awaits)
	err = source.Copy(ctx, to)
	said()
	err = errors.Join(to.Close(), err)
	if to.size > 0 {
		s.say("%s: %d bytes in %v", c.Output, to.size, time.Since(began).Round(time.Second))
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil // as intended
		if to.size == 0 {
			err = errors.New("no data received")
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Address, err)
	}
	return nil
}
