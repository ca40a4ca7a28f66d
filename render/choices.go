package render

import (
	"slices"
	"strconv"

	"demoscope/assets/tone"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// choice says what of viewing a setting is.
type choice struct {
	name string // of the setting
	get  func(*viewing) setting.Value
	set  func(*viewing, setting.Value)
}

// choices are the settings that a viewer changes while a demo is shown. The others say how a
// window or a demo begins.
var choices = [...]choice{
	{"mode", func(v *viewing) setting.Value { return setting.Value{v.mode.String()} },
		func(v *viewing, to setting.Value) { v.mode = modeOf(to.String()) }},
	{
		"brightness", func(v *viewing) setting.Value { return setting.Value{strconv.Itoa(v.brightness)} },
		func(v *viewing, to setting.Value) { v.brightness = to.Number() },
	},
	switchChoice("x-ray", false, func(v *viewing) *bool { return &v.xray }),
	switchChoice("inset", true, func(v *viewing) *bool { return &v.noInset }),
	switchChoice("foretell", true, func(v *viewing) *bool { return &v.noForetell }),
	switchChoice("tint", true, func(v *viewing) *bool { return &v.noFelt }),
	switchChoice("view-kick", false, func(v *viewing) *bool { return &v.viewKick }),
	switchChoice("walked-ground", false, func(v *viewing) *bool { return &v.walked }),
	{
		"display", func(v *viewing) setting.Value { return setting.Value{v.display.String()} },
		func(v *viewing, to setting.Value) {
			v.display = hud.Display(max(0, slices.Index(hud.Displays[:], to.String())))
		},
	},
	setChoice("hide", func(v *viewing, name string) *bool {
		return map[string]*bool{
			"markers": &v.noMarkers, "tints": &v.noTints, "grid": &v.noGrid, "sky": &v.noSky, "flicker": &v.noFlicker,
			"names": &v.noNames, "arrows": &v.noPointers, "effects": &v.noEffects,
		}[name]
	}),
	setChoice("overlay", func(v *viewing, name string) *bool { return v.overlays.named(name) }),
	{
		"ui-scale", func(v *viewing) setting.Value { return setting.Value{strconv.Itoa(v.uiScale)} },
		func(v *viewing, to setting.Value) { v.uiScale = to.Number() },
	},
	wordChoice("colours", func(v *viewing) *colourSet { return &v.colours }),
	switchChoice("reduced-motion", false, func(v *viewing) *bool { return &v.calm }),
	switchChoice("chat", true, func(v *viewing) *bool { return &v.noChat }),
	switchChoice("spoilers", true, func(v *viewing) *bool { return &v.noSpoilers }),
	switchChoice("seek-preview", true, func(v *viewing) *bool { return &v.noPreview }),
	wordChoice("clock", func(v *viewing) *hud.ClockKind { return &v.clock }),
	{
		"volume", func(v *viewing) setting.Value {
			return setting.Value{strconv.Itoa(v.loudness.Volume * 100 / fullVolume)}
		},
		func(v *viewing, to setting.Value) {
			v.loudness.Volume = max(0, min(fullVolume, to.Number()*fullVolume/100))
		},
	},
	switchChoice("mute", false, func(v *viewing) *bool { return &v.loudness.Muted }),
	switchChoice("pitch-follows-speed", false, func(v *viewing) *bool { return &v.loudness.Tape }),
	setChoice("silent", func(v *viewing, name string) *bool {
		for k := range tone.KindCount {
			if k.String() == name {
				return &v.loudness.Off[k]
			}
		}
		return nil
	}),
	wordChoice("show-sounds", func(v *viewing) *SeenSounds { return &v.seen }),
}

// switchChoice is a flag of viewing; with inverted it says that something is not so.
func switchChoice(name string, inverted bool, flag func(*viewing) *bool) choice {
	return choice{
		name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(*flag(v) != inverted)} },
		func(v *viewing, to setting.Value) { *flag(v) = to.On() != inverted },
	}
}

// setChoice is several flags of viewing, by the names that the setting has for them.
func setChoice(name string, flag func(*viewing, string) *bool) choice {
	words := setting.Find(name).Choices
	return choice{
		name, func(v *viewing) setting.Value {
			set := setting.Value{}
			for _, word := range words {
				if *flag(v, word) {
					set = append(set, word)
				}
			}
			return set
		},
		func(v *viewing, to setting.Value) {
			for _, word := range words {
				*flag(v, word) = slices.Contains(to, word)
			}
		},
	}
}

// wordChoice is a number of viewing that counts the words of the setting.
func wordChoice[T ~uint8](name string, number func(*viewing) *T) choice {
	words := setting.Find(name).Choices
	return choice{
		name, func(v *viewing) setting.Value { return setting.Value{words[*number(v)]} },
		func(v *viewing, to setting.Value) { *number(v) = T(max(0, slices.Index(words, to.String()))) },
	}
}

// modeOf returns the mode of a name, the usual one if there is none.
func modeOf(name string) scene.Mode {
	usual := scene.Lit
	for m := usual; ; m = m.Next() {
		if m.String() == name || m.Next() == usual {
			return m
		}
	}
}

// choose sets all that can be set.
func (v *viewing) choose(values setting.Values) {
	for i := range choices {
		choices[i].set(v, values.Of(choices[i].name))
	}
}

// choiceOf returns the choice of a setting, nil if it is none.
func choiceOf(name string) *choice {
	for i := range choices {
		if choices[i].name == name {
			return &choices[i]
		}
	}
	return nil
}

// chosen returns what a setting is now, nil if it is no choice.
func (v *viewing) chosen(name string) setting.Value {
	if c := choiceOf(name); c != nil {
		return c.get(v)
	}
	return nil
}

// keep keeps settings as they are now, for the next windows.
func (g *game) keep(names ...string) {
	for _, name := range names {
		g.keepValue(name, g.viewing.chosen(name))
	}
}

// keepValue keeps a setting. Where that fails it is said once.
func (g *game) keepValue(name string, value setting.Value) {
	if g.remember == nil {
		return
	}
	if err := g.remember(name, value); err != nil {
		g.remember = nil
		g.demo.notices.warn("Can't save settings: " + err.Error())
	}
}
