//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"demoscope/internal/settings"
	"demoscope/render/config"
	"demoscope/render/setting"
)

// switchFlags are the flags of a command that are generated from settings.
type switchFlags = kong.Plugins

// newParser returns the parser of the whole command line, which sets c.
func newParser(c *cli, options ...kong.Option) (*kong.Kong, error) {
	return newCommandParser("", c, options...)
}

// newCommandParser returns a parser for a single command, which sets that command in c; for all commands if the name
// is empty. Building all of them takes longer than many commands run.
func newCommandParser(only string, c *cli, options ...kong.Option) (*kong.Kong, error) {
	is := func(name string) bool { return only == "" || only == name }
	looks := sync.OnceValue(func() reflect.Type { return switchesOf(setting.IsLook) })
	for name, f := range map[string]*lookFlags{"play": &c.Play.lookFlags, "shot": &c.Shot.lookFlags,
		"film": &c.Film.lookFlags, "scene": &c.Scene.lookFlags, "highlights": &c.Highlights.lookFlags} {
		if is(name) {
			f.Switches = switchFlags{reflect.New(looks()).Interface()}
		}
	}
	if is("play") {
		ofWindow := switchesOf(func(s *setting.Setting) bool { return s.Name != "fullscreen" && !setting.IsLook(s) })
		c.Play.windowFlags.Switches = switchFlags{reflect.New(ofWindow).Interface()}
	}
	options = append([]kong.Option{takeBytes(), commandGroups, settingTexts()}, options...)
	names, fields := commandFields()
	i := slices.Index(names, only)
	if i < 0 {
		return kong.New(c, options...)
	}
	tag := fields[i].Tag
	command := reflect.ValueOf(c).Elem().FieldByIndex(fields[i].Index).Addr().Interface()
	options = append(options, kong.DynamicCommand(only, tag.Get("help"), tag.Get("group"), command, string(tag)))
	return kong.New(&c.generalFlags, options...)
}

// switchesOf returns a struct type with a flag for each wanted on/off setting. [choices] reads them.
func switchesOf(wanted func(*setting.Setting) bool) reflect.Type {
	var fields []reflect.StructField
	table := setting.Table()
	for i := range table {
		s := &table[i]
		if s.Kind != setting.Switch || !wanted(s) {
			continue
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Switch%d", i), Type: reflect.TypeFor[bool](),
			Tag: reflect.StructTag(fmt.Sprintf(`name:%q default:%q negatable:""`, s.Name, s.Usual)),
		})
	}
	return reflect.StructOf(fields)
}

// groupFlags gives flags of settings without a help text the help of their setting and its group. It sorts these
// flags after the others, in the order of the settings page.
func groupFlags(flags []*kong.Flag) {
	place := map[*kong.Flag]int{} // index on the settings page, from 1
	for _, f := range flags {
		i := setting.Index(f.Name)
		if i >= 0 && f.Help == "" {
			s := &setting.Table()[i]
			f.Help = s.Help
			if f.Group == nil {
				f.Group = &kong.Group{Key: s.Group}
			}
		}
		if i >= 0 && f.Help == setting.Table()[i].Help {
			place[f] = i + 1
		}
		if f.Group != nil {
			f.Group.Title = f.Group.Key + ":"
		}
	}
	if len(place) > 0 {
		slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return place[a] - place[b] })
	}
}

// settingTexts fills texts into the struct tags of flags: ${mode} is the default of the setting mode, ${mode_choices}
// its choices; the others are in [flagTexts]. Variables of kong would do the same, but interpolating them in each
// flag took most of the time of a short command.
func settingTexts() kong.Option {
	var texts []string
	for name, text := range flagTexts {
		texts = append(texts, "${"+name+"}", text)
	}
	for _, s := range setting.Table() {
		name := "${" + strings.ReplaceAll(s.Name, "-", "_")
		texts = append(texts, name+"}", s.Usual.String(), name+"_choices}", strings.Join(s.Choices, ","))
	}
	said := strings.NewReplacer(texts...)
	return kong.PostBuild(func(k *kong.Kong) error {
		k.Model.HelpFlag.Help = "Print this help"
		return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
			switch node := node.(type) {
			case *kong.Node:
				groupFlags(node.Flags)
			case *kong.Value:
				node.Default, node.Enum = said.Replace(node.Default), said.Replace(node.Enum)
				node.Help = said.Replace(node.Help)
			}
			return next(nil)
		})
	})
}

// choices returns the settings of a command: each from its flag, the settings file, or its default.
func choices(ctx *kong.Context) (setting.Values, error) {
	values := setting.Values{}
	for _, flag := range ctx.Flags() {
		s := setting.Find(flag.Name)
		if s == nil {
			continue
		}
		var value setting.Value
		switch flag.Target.Kind() {
		case reflect.Bool:
			value = setting.Value{strconv.FormatBool(flag.Target.Bool())}
		case reflect.Pointer:
			given, ok := flag.Target.Interface().(*bool)
			if !ok || given == nil {
				continue
			}
			value = setting.Value{strconv.FormatBool(*given)}
		case reflect.Int:
			value = setting.Value{strconv.FormatInt(flag.Target.Int(), 10)}
		case reflect.String:
			value = setting.Value{flag.Target.String()}
		case reflect.Slice:
			for i := range flag.Target.Len() {
				value = append(value, flag.Target.Index(i).String())
			}
		default:
			continue // initial state of a window or a demo, which has separate fields
		}
		value, err := s.Check(value)
		if err != nil {
			return nil, usageError{fmt.Errorf("--%w", err)}
		}
		values[s.Name] = value
	}
	return values, nil
}

// settingsResolver provides flags that are not given from the settings file.
type settingsResolver struct {
	read  bool
	file  config.File
	wrong error // ignored lines
}

// Validate implements [kong.Resolver]. It does nothing, because [config.Read] has checked every line.
func (k *settingsResolver) Validate(*kong.Application) error { return nil }

// load reads the file once.
func (k *settingsResolver) load() {
	if !k.read {
		k.read = true
		k.file, k.wrong = config.Read(config.Path())
	}
}

// Resolve returns the value of a flag in the file, nil for none.
func (k *settingsResolver) Resolve(ctx *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	s := setting.Find(flag.Name)
	command := ctx.Selected()
	if s == nil || command == nil || command.Name != "play" && !s.Everywhere {
		return nil, nil
	}
	k.load()
	value, ok := k.file.Values[s.Name]
	switch {
	case !ok, s.Kind == setting.Choice && value.String() == "auto":
		return nil, nil
	case s.Kind == setting.Folders && len(value) == 0: // "" would be a folder with an empty name
		return nil, nil
	}
	if !flag.IsSlice() {
		return value.String(), nil
	}
	list := make([]string, len(value))
	for i, v := range value {
		if strings.HasSuffix(v, `\`) {
			v += "." // the same folder; the backslash at its end would escape a comma
		}
		list[i] = strings.ReplaceAll(v, ",", `\,`) // as in flags with several values
	}
	return strings.Join(list, ","), nil
}

// foldersOf returns a function that returns the game data folders of a command: from its flags, or from the settings.
func foldersOf(ctx *kong.Context, k *settingsResolver) func() []string {
	if c, ok := ctx.Selected().Target.Addr().Interface().(interface{ folders() []string }); ok {
		return c.folders
	}
	return func() []string {
		k.load()
		return k.file.Values["basedir"]
	}
}

// Run plays demos with the effective settings.
func (c *playCmd) Run(s *streams, ctx *kong.Context, conf *settingsResolver) error {
	c.sized, c.wrong = given(ctx, "size"), conf.wrong
	if given(ctx, "basedir") {
		c.named = c.BaseDir
	}
	return c.play(s, func() (setting.Values, error) { return choices(ctx) }, conf.file.Values)
}

// given reports whether the command line contains a flag. Otherwise its value is from the settings file or the
// default.
func given(ctx *kong.Context, flag string) bool {
	return slices.ContainsFunc(ctx.Path, func(p *kong.Path) bool {
		return p.Flag != nil && p.Flag.Name == flag && !p.Resolved
	})
}

type configCmd struct {
	JSON  bool     `name:"json" help:"Print one JSON object"`
	Unset bool     `help:"Reset the setting to its default"`
	Name  string   `arg:"" optional:"" predictor:"setting" help:"Setting to print or change"`
	Value []string `arg:"" optional:"" help:"${config_value_text}"`
}

// Help lists the settings.
func (*configCmd) Help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Settings are stored in %s, one per line, such as mode = \"wire\". They apply to "+
		"play; command-line flags override them. basedir applies to all commands that use game data.\n\n",
		printable(fileOr(config.Path(), "settings.toml in the settings folder")))
	group := ""
	for _, s := range setting.Table() {
		if s.Group != group {
			group = s.Group
			fmt.Fprintf(&b, "%s:\n\n", group)
		}
		fmt.Fprintf(&b, "  %s\n      %s\n", s.Name, s.Help)
	}
	return b.String()
}

// keptSetting is a setting with its value and the source of the value.
type keptSetting struct {
	Name  string   `json:"name"`
	Value []string `json:"value"`
	From  string   `json:"from"` // "default", or the file and line
}

// Run prints the settings or changes one. Invalid lines of the file are reported as an error afterwards.
func (c *configCmd) Run(s *streams) error {
	path := config.Path()
	if c.Name != "" && setting.Find(c.Name) == nil {
		return unknownName("setting", c.Name, setting.Names())
	}
	switch {
	case c.Unset && (c.Name == "" || len(c.Value) > 0):
		return usageError{errors.New("--unset needs the name of one setting and no value")}
	case c.Unset:
		return c.change(s, path, nil)
	case len(c.Value) > 0:
		value, err := setting.Find(c.Name).Check(c.given())
		if err != nil {
			return usageError{err}
		}
		if setting.Find(c.Name).Kind == setting.Folders {
			for _, folder := range value {
				if info := fileAt(folder); info == nil || !info.IsDir() {
					s.say("warning: folder %s does not exist", folder)
				}
			}
		}
		return c.change(s, path, value)
	}
	file, wrong := config.Read(path)
	var list []keptSetting
	for _, row := range setting.Table() {
		if c.Name != "" && row.Name != c.Name {
			continue
		}
		one := keptSetting{row.Name, file.Of(row.Name), "default"}
		if line, ok := file.Lines[row.Name]; ok {
			one.From = fmt.Sprintf("%s:%d", path, line)
		}
		list = append(list, one)
	}
	if err := c.print(s, list); err != nil {
		return err
	}
	return wrong
}

// change sets a setting, or removes it if value is nil, and reports invalid lines of the file.
func (c *configCmd) change(s *streams, path string, value setting.Value) error {
	if err := config.Change(path, c.Name, value); err != nil {
		return err
	}
	if _, wrong := config.Read(path); wrong != nil {
		s.report(wrong)
	}
	return nil
}

// given returns the value on the command line.
func (c *configCmd) given() setting.Value {
	value := setting.Value{}
	for _, v := range c.Value {
		switch setting.Find(c.Name).Kind {
		case setting.Set:
			for word := range strings.SplitSeq(v, ",") {
				if word != "" {
					value = append(value, word)
				}
			}
		case setting.Folders:
			if v != "" {
				value = append(value, expandPath(v))
			}
		default:
			value = append(value, v)
		}
	}
	return value
}

// print prints settings; a single one as its value.
func (c *configCmd) print(s *streams, list []keptSetting) error {
	switch {
	case c.JSON:
		return json.NewEncoder(s.out).Encode(map[string]any{"file": config.Path(), "settings": list})
	case c.Name != "":
		for _, v := range list[0].Value {
			if _, err := fmt.Fprintln(s.out, printable(v)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := settings.Missing(); err != nil {
		s.say("no settings folder: %v", err)
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		value := printable(strings.Join(one.Value, ", "))
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", one.Name, value, printable(one.From))
	}
	return w.Flush()
}
