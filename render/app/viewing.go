package app

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"demoscope/assets/tone"
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// viewing is the viewer's state without the camera: render mode, open panels and visible events. It stays when another
// demo is opened. The followed player belongs to the demo: see [demoscope/player.Player.Follow].
type viewing struct {
	setting.Switches

	Views      int // number of views the viewer wants
	Mode       scene.Mode
	light      light
	brightness int // percent
	UIScale    int // size of text and panels, percent
	colors     colorScheme

	ghost     bool
	alignment player.Alignment // of the ghost
	soundCues SoundCues
	sound     soundSettings

	Display hud.Display
	chat    chatChoice
	help    bool
	scores  bool
	List    bool // the event list is open

	classes hud.ClassSet // visible events
	clock   hud.ClockKind
}

func newViewing(o *Options) viewing {
	v := viewing{Views: max(1, min(MaxViews, o.Views)), classes: hud.AllClasses}
	v.Apply(o.Settings)
	return v
}

// chatChoice selects when chat is shown.
type chatChoice uint8

// The values of the setting chat.
const (
	chatAuto chatChoice = iota // only with [hud.Analyst]
	chatOn
	chatOff
)

// chatShown reports whether chat is visible.
func (v *viewing) chatShown() bool {
	return v.chat == chatOn || v.chat == chatAuto && v.Display == hud.Analyst
}

// toggleChat shows or hides chat.
func (v *viewing) toggleChat(n *notices) {
	if v.chatShown() {
		v.chat = chatOff
	} else {
		v.chat = chatOn
	}
	n.sayState(setting.Find("chat").Label, v.chatShown())
}

// light selects how dark textures are.
type light uint8

const (
	liftedLight light = iota
	trueLight         // as dark as in the game
)

// colorScheme is a set of colors.
type colorScheme uint8

// The color schemes.
const (
	defaultColors colorScheme = iota
	colorblind                // works without distinguishing red from green
)

// nextClock switches to the next clock next to the score.
func (v *viewing) nextClock(n *notices) {
	v.clock = (v.clock + 1) % hud.ClockCount
	n.sayBriefly("Clock: " + v.clock.String())
}

// nextMode switches to the next render mode. The mode isn't saved, because this is only a quick try.
func (v *viewing) nextMode(n *notices) {
	v.Mode = v.Mode.Next()
	n.sayBriefly("Render mode: " + v.Mode.String())
}

// step changes a setting by a number of steps, without saving it, and returns its new value.
func (v *viewing) step(s *setting.Setting, steps int) setting.Value {
	c := liveSettingOf(s.Name)
	to := s.Next(c.get(v), steps)
	c.set(v, to)
	return to
}

// toggleSwitch toggles an on/off setting without saving it, and shows its state.
func (v *viewing) toggleSwitch(s *setting.Setting, n *notices) {
	n.sayState(s.Label, v.step(s, 1).On())
}

// nextDisplay switches to the next display level.
func (v *viewing) nextDisplay(n *notices) {
	v.Display = v.Display.Next()
	n.sayBriefly("Display: " + v.Display.String())
}

// announcesKills reports whether a kill is announced before it happens.
func (v *viewing) announcesKills() bool {
	return v.Display == hud.Analyst && v.On(setting.KillPreview) &&
		v.On(setting.Spoilers)
}

// toggleClass shows or hides a class of events.
func (v *viewing) toggleClass(c hud.Class, n *notices) {
	v.classes ^= hud.Classes(c)
	n.sayState("Event filter "+c.Label(), v.classes.Has(c))
}

// showOnlyClass shows only one class of events, or all classes if that was already so.
func (v *viewing) showOnlyClass(c hud.Class, n *notices) {
	one := hud.Classes(c)
	alone := v.classes != one
	if alone {
		v.classes = one
	} else {
		v.classes = hud.AllClasses
	}
	if alone {
		n.sayBriefly("Event filter: only " + c.Label())
	} else {
		n.sayBriefly("Event filter: all")
	}
}

// options returns the scene options for the viewer's choices.
func (v *viewing) options() scene.Options {
	o := scene.DefaultOptions()
	o.Mode, o.Switches = v.Mode, v.Switches
	o.TrueLight = v.light == trueLight
	o.Brightness = float32(v.brightness) / 100
	o.NoRims, o.NoSigns, o.MissileMark = v.Display == hud.Clean, v.Display != hud.Analyst, v.Display == hud.Watch
	o.SafeColors = v.colors == colorblind
	if v.Display == hud.Clean {
		o.Set(setting.ScreenEffects, false)
	}
	if o.On(setting.ReducedMotion) {
		o.Set(setting.LightFlicker, false)
	}
	return o
}

// liveSetting connects a setting with its field in viewing.
type liveSetting struct {
	name string // of the setting
	get  func(*viewing) setting.Value
	set  func(*viewing, setting.Value)
}

// liveSettings are the settings that can change while a demo is shown. All others take effect when a window opens or a
// demo begins.
var liveSettings = append(bitSettings(),
	wordSetting("mode", func(v *viewing) *scene.Mode { return &v.Mode }),
	wordSetting("light", func(v *viewing) *light { return &v.light }),
	liveSetting{
		"brightness", func(v *viewing) setting.Value { return setting.Value{strconv.Itoa(v.brightness)} },
		func(v *viewing, to setting.Value) { v.brightness = to.Number() },
	},
	liveSetting{
		"display", func(v *viewing) setting.Value { return setting.Value{v.Display.String()} },
		func(v *viewing, to setting.Value) {
			v.Display = hud.Display(max(0, slices.Index(hud.Displays[:], to.String())))
		},
	},
	liveSetting{
		"ui-scale", func(v *viewing) setting.Value { return setting.Value{strconv.Itoa(v.UIScale)} },
		func(v *viewing, to setting.Value) { v.UIScale = to.Number() },
	},
	wordSetting("chat", func(v *viewing) *chatChoice { return &v.chat }),
	wordSetting("color-scheme", func(v *viewing) *colorScheme { return &v.colors }),
	wordSetting("sound-cues", func(v *viewing) *SoundCues { return &v.soundCues }),
	wordSetting("clock", func(v *viewing) *hud.ClockKind { return &v.clock }),
	liveSetting{
		"volume", func(v *viewing) setting.Value {
			return setting.Value{strconv.Itoa(v.sound.Volume)}
		},
		func(v *viewing, to setting.Value) {
			v.sound.Volume = max(0, min(fullVolume, to.Number()))
		},
	},
	flagSetting("mute", func(v *viewing) *bool { return &v.sound.Muted }),
	flagSetting("tape-pitch", func(v *viewing) *bool { return &v.sound.Tape }),
	soundKindSetting("footstep-sounds", tone.Footsteps),
	soundKindSetting("ambient-sounds", tone.Ambience),
	soundKindSetting("announcer", tone.Announcer),
	soundKindSetting("chat-sounds", tone.Chat),
	wordSetting("voice-tracks", func(v *viewing) *sound.VoiceChoice { return &v.sound.Voice }),
)

// bitSettings returns the choices for the settings with a bit.
func bitSettings() (list []liveSetting) {
	for _, s := range setting.Table() {
		if s.Bit != 0 {
			list = append(list, liveSetting{
				s.Name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(v.On(s.Bit))} },
				func(v *viewing, to setting.Value) { v.Set(s.Bit, to.On()) },
			})
		}
	}
	return list
}

// flagSetting returns the choice for a setting that is a flag of viewing.
func flagSetting(name string, flag func(*viewing) *bool) liveSetting {
	return liveSetting{
		name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(*flag(v))} },
		func(v *viewing, to setting.Value) { *flag(v) = to.On() },
	}
}

// soundKindSetting returns the choice for a setting that turns a kind of sounds on or off.
func soundKindSetting(name string, kind tone.Kind) liveSetting {
	return liveSetting{
		name, func(v *viewing) setting.Value { return setting.Value{strconv.FormatBool(!v.sound.Off[kind])} },
		func(v *viewing, to setting.Value) { v.sound.Off[kind] = !to.On() },
	}
}

// wordSetting returns the choice for a setting that is a number in viewing, an index into the setting's words.
func wordSetting[T ~uint8](name string, number func(*viewing) *T) liveSetting {
	words := setting.Find(name).Choices
	return liveSetting{
		name, func(v *viewing) setting.Value { return setting.Value{words[*number(v)]} },
		func(v *viewing, to setting.Value) { *number(v) = T(max(0, slices.Index(words, to.String()))) },
	}
}

// Apply applies the values of all choices.
func (v *viewing) Apply(values setting.Values) {
	for i := range liveSettings {
		liveSettings[i].set(v, values.Of(liveSettings[i].name))
	}
}

// liveSettingOf returns the choice for a setting, or nil.
func liveSettingOf(name string) *liveSetting {
	for i := range liveSettings {
		if liveSettings[i].name == name {
			return &liveSettings[i]
		}
	}
	return nil
}

// value returns the current value of a setting, or nil if it is not among the choices.
func (v *viewing) value(name string) setting.Value {
	if c := liveSettingOf(name); c != nil {
		return c.get(v)
	}
	return nil
}

// savedSettings are the settings saved for the next window. Changes to them are applied to this one.
type savedSettings struct {
	pic    *Picture
	table  *table         // of the demo browser; nil for none
	values setting.Values // settings that the next window begins with
	// write is [Options].SaveSetting, nil if settings aren't saved. read is [Options].ReadSettings, and gameFolders is
	// [Options].GameFolders.
	write       func(name string, value setting.Value) error
	read        func() (setting.Values, error)
	gameFolders func(folders []string)
	reading     *settingsReading // nil for none
	wake        func()           // ends the window's wait for input
}

// changeBrightness changes the brightness by a number of steps.
func (s *savedSettings) changeBrightness(steps int) {
	to := s.pic.Viewing.step(setting.Find("brightness"), steps)
	s.pic.Demo.Notices.sayBriefly("Brightness: " + to.String() + " %")
	s.saveChoices("brightness")
}

// saveChoices saves the current values of choices for the next windows.
func (s *savedSettings) saveChoices(names ...string) {
	for _, name := range names {
		s.save(name, s.pic.Viewing.value(name))
	}
}

// save saves a setting. After an error, which it shows, nothing more is saved.
func (s *savedSettings) save(name string, value setting.Value) {
	if s.write == nil {
		return
	}
	if err := s.write(name, value); err != nil {
		s.write = nil
		s.pic.Demo.Notices.warn("Can't save settings: " + err.Error())
	}
}

// of returns the current value of a setting, or the one for the next window.
func (s *savedSettings) of(of *setting.Setting) setting.Value {
	if value := s.pic.Viewing.value(of.Name); value != nil {
		return value
	}
	return s.values.Of(of.Name)
}

// apply applies a value of a setting, and reports whether it takes effect at once.
func (s *savedSettings) apply(name string, value setting.Value) bool {
	live := liveSettingOf(name)
	switch {
	case live != nil:
		live.set(&s.pic.Viewing, value)
	case name == columnsSetting && s.table != nil:
		s.table.setColumns(value)
	case name == orderSetting && s.table != nil:
		s.table.setOrder(value.String())
		s.table.filterRows()
	case name == foldersSetting && s.gameFolders != nil:
		s.gameFolders(value)
	default:
		return false
	}
	return true
}

// set applies and saves a value of a setting. It reports whether the value takes effect at once.
func (s *savedSettings) set(name string, value setting.Value) (live bool) {
	live = s.apply(name, value)
	s.note(name, value)
	s.save(name, value)
	return live
}

// note records the value of a setting for the next window.
func (s *savedSettings) note(name string, value setting.Value) {
	if s.values == nil {
		s.values = setting.Values{}
	}
	s.values[name] = value
}

// settingsReading is a reading of the settings in the background.
type settingsReading struct {
	before setting.Values // settings known when it started
	now    setting.Values
	err    error
	ready  chan *settingsReading
}

// startReading starts reading the settings again. Another window or demoscope config may have changed them.
func (s *savedSettings) startReading() {
	if s.read == nil || s.reading != nil {
		return
	}
	k := &settingsReading{before: maps.Clone(s.values), ready: make(chan *settingsReading, 1)}
	s.reading = k
	read, wake := s.read, s.wake
	go func() {
		if err := fault.Guard("reading the settings", func() { k.now, k.err = read() }); err != nil {
			k.err = err
		}
		k.ready <- k
		wake()
	}()
}

// take applies settings that others have changed, and reports whether it has read them. It keeps those that this viewer
// has changed since, and all of them if the settings can't be read.
func (s *savedSettings) take() (read bool) {
	if s.reading == nil {
		return false
	}
	select {
	case k := <-s.reading.ready:
		s.reading = nil
		if k.err != nil {
			s.pic.Demo.Notices.warn("Can't read the settings: " + Readable(strings.ReplaceAll(k.err.Error(),
				"\n", "; ")))
			return false
		}
		table := setting.Table()
		for i := range table {
			name := table[i].Name
			value, before := k.now.Of(name), k.before.Of(name)
			if slices.Equal(value, before) || !slices.Equal(s.values.Of(name), before) {
				continue
			}
			s.apply(name, value)
			s.note(name, value)
		}
		return true
	default:
		return false
	}
}
