package main

import (
	"encoding"
	"slices"

	"demoscope/render/setting"
)

// usualPlay returns what the command play is without flags. It is for the page, where nobody parses the tags
// that say it; a test compares it with these.
func usualPlay() (*playCmd, error) {
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

// usualSettings returns the settings that hold for it, but for those that have fields.
func usualSettings() setting.Values {
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
