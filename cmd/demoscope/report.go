//go:build !js

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"demoscope/assets"
	"demoscope/formats"
	patterns "demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/render/app"
	"demoscope/render/link"
	"demoscope/render/scene"
	"demoscope/render/studio"
)

type reportCmd struct {
	Output     string   `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${report_text}"`
	Highlights int      `default:"8" placeholder:"N" help:"Best moments to show, 0 to 50 (default: ${default})"`
	Links      pageFlag `default:"http://localhost:8047/" placeholder:"ADDRESS" help:"${report_links_text}"`
	File       string   `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	rebuildFlag
	gameData
}

// Help describes the page.
func (*reportCmd) Help() string {
	return "The page shows the result, scores, kills by player and weapon, items, health and armor over time if the " +
		"demo contains them, a map of movement and deaths, and the best moments with pictures. For a level without " +
		"a match, such as a single-player game, it lists kills and times. The page is one file without scripts or " +
		"external resources: send it, or put it on a server.\n\n  demoscope report -o match.html my.mvd\n" +
		"  demoscope serve .                        # plays a moment when you click its time\n"
}

// maxReportHighlights is the maximum number of highlights on a page; a picture takes about 50 KB.
const maxReportHighlights = 50

// Validate returns an error for an invalid page.
func (c *reportCmd) Validate() error {
	if c.Highlights < 0 || c.Highlights > maxReportHighlights {
		return fmt.Errorf("--highlights must be from 0 to %d", maxReportHighlights)
	}
	switch strings.ToLower(filepath.Ext(c.Output)) {
	case ".html", ".htm", "":
		return nil
	}
	return fmt.Errorf("--output: %q is not an .html file", filepath.Base(c.Output))
}

// pageFlag is a flag's value: the address of a page that plays demos.
type pageFlag struct {
	address string // without the # and the part after it; empty for none
	link    link.Link
}

// pageAddress matches an absolute or relative web address.
var pageAddress = regexp.MustCompile(`^(https?://)?[-A-Za-z0-9._~/?&=%@+,;\[\]]+(:[0-9]+)?[-A-Za-z0-9._~/?&=%@+,;]*$`)

// UnmarshalText parses an address.
func (f *pageFlag) UnmarshalText(text []byte) (err error) {
	*f = pageFlag{}
	if string(text) == "none" {
		return nil
	}
	address, behind, _ := strings.Cut(string(text), "#")
	if !pageAddress.MatchString(address) {
		return fmt.Errorf("invalid address %q (try http://localhost:8047/ or ../play/index.html)", text)
	}
	if f.link, err = link.Parse(behind); err != nil {
		return err
	}
	f.address = address
	return nil
}

func (c *reportCmd) Run(s *streams) error {
	demo, search, err := c.gameData.open(s, c.File, &c.Output, "a page")
	if err != nil {
		return err
	}
	defer search.Close()
	name := filepath.Base(demo.Path())
	of := &found{path: demo.File}
	if file := s.source(demo); file != nil {
		of.modified = file.ModTime()
	}
	format := demo.Format.Name
	summary, pass := report.NewSummary(format, int64(len(demo.Data()))), patterns.NewPass(format, patterns.Options{})
	watch := studio.NewPageWatch(demo, c.Highlights)
	cursor := scan.Read(format, demo.Decoder(), summary, pass, watch)
	info, err := completed(summary.Finish(cursor), demo, of)
	if err != nil {
		return err
	}
	o := studio.MatchPageOptions{
		File: name, In: filepath.Base(demo.File), Made: "Demoscope " + version(), Address: c.Links.address,
		Link: c.Links.link, Highlights: c.Highlights, Facts: pass.Finish(cursor), Info: info, Watch: watch,
		Modified: of.modified,
	}
	if o.Link.Demo == "" && o.Address != "" {
		if o.Link.Demo, o.Unlinked = linkName(demo); o.Link.Demo == "" {
			o.Address = ""
		}
	}
	if demo.File != standardInput {
		o.Command = "demoscope --link t=1:23 " + shellQuote(commandName(demo))
	}
	looks := &app.PictureSource{Demo: demo, Maps: c.maps(s, search).load, SurveyStore: levelCache(demo),
		Palette: palette(s, search), Models: assets.NewModels(search, scene.BrushModel).LoadAtOnce()}
	page, err := studio.MatchPage(looks, o)
	if err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	var file bytes.Buffer
	if err := page.Write(&file); err != nil {
		return err
	}
	return s.writeFile(c.Output, file.Bytes())
}

// linkName returns the name in links for a demo in the folder of the page, or for a demo in an archive there. If
// there is none, it returns the reason.
func linkName(demo *formats.Demo) (name, why string) {
	switch {
	case demo.File == sampleName+assets.Samples()[0].Name:
		return "sample", ""
	case demo.File == standardInput:
		return "", "the demo came from standard input, so its path is unknown"
	case strings.HasPrefix(demo.File, sampleName):
		return "", "the web page does not include this built-in demo"
	case demo.Member != "" && !formats.HasArchiveName(demo.File):
		return "", "the web page plays demos from .zip and .dz archives only"
	}
	return commandName(demo), ""
}

// commandName returns the name of a demo on a command line that is run in its folder.
func commandName(demo *formats.Demo) string {
	if strings.HasPrefix(demo.File, sampleName) {
		return demo.File
	}
	name := filepath.Base(demo.File)
	if demo.Member != "" {
		name += "/" + demo.Member
	}
	return name
}
