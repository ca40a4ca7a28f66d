package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/player/live"
	"demoscope/render/app"
)

// beginWait is how long to wait for the start of a demo that is still being written: a server creates the file and
// then waits for players.
const beginWait = 10 * time.Minute

// checkFollowFile returns an error for flags that cannot be combined with --follow-file.
func (c *playCmd) checkFollowFile() error {
	switch {
	case !c.FollowFile:
		return nil
	case len(c.Files) != 1 || c.Files[0] == standardStream:
		return errors.New("--follow-file needs one file")
	case c.At != nil || c.From != nil || c.To != nil || c.Speed < 0:
		return errors.New(
			"--follow-file starts at the end of the file: remove --at, --from, --to and negative --speed")
	}
	return nil
}

// openFollowed is [playCmd.open] for a file that is still being written.
func (c *playCmd) openFollowed(ctx context.Context, s *streams, file string) (app.Demo, error) {
	f, err := live.Follow(file, formats.GrowOptions{})
	if err != nil {
		return app.Demo{}, fileError(file, err)
	}
	defer c.opens(f.Awaits)()
	o, err := c.openSource(ctx, s, file, f.Growing, beginWait, f.Close)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s: no level started within %v", file, beginWait)
	}
	o.Replaced, o.Source.WaitingFor = f.Replaced(), f.Awaits
	return o, err
}

// openSource is [playCmd.opened] for a live demo, and waits for its start. leave releases its source: with the demo,
// or at once after an error.
func (c *playCmd) openSource(ctx context.Context, s *streams, name string, g *formats.Growing, wait time.Duration,
	leave func() error) (app.Demo, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	demo, err := g.Demo(ctx)
	if err != nil {
		return app.Demo{}, errors.Join(err, leave())
	}
	o, err := c.opened(s, name, demo, nil)
	if err != nil {
		return o, errors.Join(err, leave())
	}
	closeDemo := o.Close
	o.Close = func() {
		closeDemo()
		if err := leave(); err != nil {
			s.report(err)
		}
	}
	return o, nil
}

// recordingFile is the output of a recording. The file is created when the first data arrives, so that a server that
// refuses the connection does not overwrite it.
type recordingFile struct {
	path string // empty for out
	out  io.Writer
	file *os.File
	size int64
}

func (r *recordingFile) Write(p []byte) (n int, err error) {
	if r.path != "" && r.file == nil {
		if r.file, err = atomicfile.Begin(r.path, 0o666); err != nil {
			return 0, writeError(r.path, err)
		}
	}
	if r.file == nil {
		n, err = r.out.Write(p)
	} else {
		n, err = r.file.Write(p)
	}
	r.size += int64(n)
	return n, err
}

// Close closes the file.
func (r *recordingFile) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
