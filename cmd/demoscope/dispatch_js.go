package main

import (
	"flag"
	"io"

	"demoscope/internal/fault"
	"demoscope/render/setting"
)

// dispatch runs the command line of a page: play [--basedir DIR]... [--link=LINK] -- FILE. Building the program's
// full command line took a tenth of the time until the first picture.
func dispatch(args []string, s *streams) int {
	c, err := defaultPlay()
	if err != nil {
		return s.status(err)
	}
	line := flag.NewFlagSet("demoscope", flag.ContinueOnError)
	line.SetOutput(io.Discard)
	line.Func("basedir", "", func(dir string) error { c.BaseDir = append(c.BaseDir, dir); return nil })
	line.Func("link", "", func(link string) error {
		c.Link.parseValidParts(link)
		return nil
	})
	if len(args) == 0 || args[0] != "play" {
		s.say("the web page has no commands other than play")
		return exitUsage
	}
	if err := line.Parse(args[1:]); err != nil {
		s.say("%v", err)
		return exitUsage
	}
	c.Files = line.Args()
	if err := c.Validate(); err != nil {
		s.say("%v", err)
		return exitUsage
	}
	neededData.use(c.folders)
	settled := func() (setting.Values, error) {
		values := defaultSettings()
		values["mode"] = setting.Value{c.Mode} // a link may set it
		return values, nil
	}
	if failed := fault.Guard("demoscope play", func() { err = c.play(s, settled, nil) }); failed != nil {
		err = failed
	}
	return s.status(err)
}
