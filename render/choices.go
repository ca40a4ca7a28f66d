package render

import (
	"slices"
	"strconv"

	"demoscope/assets/tone"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// choice connects a setting with the part of viewing that holds it.
type choice struct {
	name string // of the setting
	get  func(*viewing) setting.Value
	set  func(*viewing, setting.Value)
}

// choices are the settings that the viewer changes while a demo is shown. The other settings
// apply when a window opens or a demo begins.
var choices = append(bitChoices(),
	wordChoice("mode", func(v *viewing) *scene.Mode { return &v.mode }),
	choice{
		"brightness", func(v *viewing) setting.Value { return setting.Value{strconv.Itoa(v.brightness)} },
		func(v *viewing, to setting.Value) { v.brightness = to.Number() },
	},
	choice{
		"display", func(v *viewing) setting.Value { return setting.Value{v.display.String()} },
		func(v *viewing, to setting.Value) {
			v.display = hud.Display(max(0, slices.Index(hud.Displays[:], to.String())))
		},
	},
	choice{
		"ui-scale", func(v *viewing) setting.Value { return setting.Value{strconv.Itoa(v.uiScale)} },
		func(v *viewing, to setting.Value) { v.uiScale = to.Number() },
	},
	wordChoice("chat", func(v *viewing) *chatChoice { return &v.chat }),
	wordChoice("color-scheme", func(v *viewing) *colorScheme { return &v.colors }),
	wordChoice("sound-cues", func(v *viewing) *SeenSounds { return &v.seen }),
	wordChoice("clock", func(v *viewing) *hud.ClockKind { return &v.clock }),
	choice{
		"volume", func(v *viewing) setting.Value {
			return setting.Value{strconv.Itoa(v.loudness.Volume * 100 / fullVolume)}
		},
		func(v *viewing, to setting.Value) {
			v.loudness.Volume = max(0, min(fullVolume, to.Number()*fullVolume/100))
		},
	},
	switchChoice("mute", func(v *viewing) *bool { return &v.loudness.Muted }),
	switchChoice("tape-pitch", func(v *viewing) *bool { return &v.loudness.Tape }),
	soundChoice("footstep-sounds", tone.Footsteps),
	soundChoice("ambient-sounds", tone.Ambience),
	soundChoice("announcer", tone.Announcer),
	soundChoice("chat-sounds", tone.Chat),
)

// bitChoices are the settings with a bit.
func bitChoices() (list []choice) {
	for _, s := range setting.Table() {
		if s.Bit != 0 {
			list = append(list, choice{
				s.Name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(v.On(s.Bit))} },
				func(v *viewing, to setting.Value) { v.Set(s.Bit, to.On()) },
			})
		}
	}
	return list
}

// switchChoice is a flag of viewing.
func switchChoice(name string, flag func(*viewing) *bool) choice {
	return choice{
		name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(*flag(v))} },
		func(v *viewing, to setting.Value) { *flag(v) = to.On() },
	}
}

// soundChoice is whether a kind of sounds is heard.
func soundChoice(name string, kind tone.Kind) choice {
	return choice{
		name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(!v.loudness.Off[kind])} },
		func(v *viewing, to setting.Value) { v.loudness.Off[kind] = !to.On() },
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
