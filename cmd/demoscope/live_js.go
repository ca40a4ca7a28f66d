package main

import (
	"context"
	"errors"

	"demoscope/render/app"
)

// spectatorFlags are empty: a page cannot join servers.
type spectatorFlags struct{}

func isLive(string) bool { return false }

func (c *playCmd) checkLive() error { return nil }

func (c *playCmd) openLive(context.Context, *streams, string) (app.Demo, error) {
	return app.Demo{}, errors.New("web pages can't join servers")
}

func (c *playCmd) awaited() string { return "" }

func (spectatorFlags) opens(func() string) (end func()) { return func() {} }

func (c *playCmd) join(s *streams, name string) (o app.Options, waits bool, err error) {
	o.Demo, err = c.open(context.Background(), s, name)
	return o, false, err
}

func (c *playCmd) joined(context.Context) (demo app.Demo, ok bool, err error) {
	return demo, false, nil
}

func (c *playCmd) cancelJoin() {}
