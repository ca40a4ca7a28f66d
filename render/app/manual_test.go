package app

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/internal/golden"
	"demoscope/render/control"
	"demoscope/render/setting"
)

// manualPage is the page of the manual that has the tables of keys and settings.
const manualPage = "../../docs/manual/settings-and-keys.md"

// TestManualKeys compares the manual's tables of keys with the table of commands. The keyboard that a window of another
// test has found does not count.
func TestManualKeys(t *testing.T) {
	was := control.Printed
	control.Printed = func(control.Key) string { return "" }
	t.Cleanup(func() { control.Printed = was })
	var page strings.Builder
	groups := newCommands()
	for _, g := range groups {
		fmt.Fprintf(&page, "\n### %s\n\n| key | action | name |\n| --- | --- | --- |\n", g.Title)
		for _, c := range g.Commands {
			var keys []string
			for _, k := range c.Keys {
				keys = append(keys, code(k.label()))
			}
			if len(keys) == 0 {
				keys = []string{"none"}
			}
			fmt.Fprintf(&page, "| %s | %s | `%s` |\n", strings.Join(keys, " "), c.Label, c.Name)
		}
	}
	pad, touch := padPage(groups), touchPage()
	fmt.Fprintf(&page, "\n### %s\n\n| button | action |\n| --- | --- |\n", pad.Title)
	for _, l := range pad.Lines {
		fmt.Fprintf(&page, "| %s | %s |\n", l.Keys, l.Label)
	}
	fmt.Fprintf(&page, "\n### %s\n\n| gesture | action |\n| --- | --- |\n", touch.Title)
	for _, l := range touch.Lines {
		fmt.Fprintf(&page, "| %s | %s |\n", l.Keys, l.Label)
	}
	golden.Section(t, manualPage, "keys", page.String()+"\n")
}

// TestManualSettings compares the manual's table of settings with the table of settings.
func TestManualSettings(t *testing.T) {
	var page strings.Builder
	group := ""
	for _, s := range setting.Table() {
		if s.Group != group {
			group = s.Group
			fmt.Fprintf(&page, "\n### %s\n\n| setting | default | values | meaning |\n| --- | --- | --- | --- |\n",
				group)
		}
		fallback, values := "none", ""
		if len(s.Usual) > 0 {
			fallback = "`" + s.Usual.String() + "`"
		}
		switch s.Kind {
		case setting.Switch:
			values = "`true`, `false`"
		case setting.Choice:
			values = "one of `" + strings.Join(s.Choices, "`, `") + "`"
		case setting.Set:
			values = "any of `" + strings.Join(s.Choices, "`, `") + "`"
		case setting.Number:
			values = fmt.Sprintf("%d to %d", s.Least, s.Most)
		case setting.Place:
			values = "`X,Y`"
		case setting.Size:
			values = "`WxH`"
		case setting.Folders:
			values = "folders"
		}
		if s.Name == "library-sort" { // each column in both directions
			values = "a column, or `COLUMN-reversed`"
		}
		fmt.Fprintf(&page, "| `%s` | %s | %s | %s |\n", s.Name, fallback, values,
			strings.NewReplacer("|", `\|`, "<", `\<`).Replace(s.Help))
	}
	golden.Section(t, manualPage, "settings", page.String()+"\n")
}

// code returns the name of a key as Markdown's code, in a cell of a table.
func code(key string) string {
	switch {
	case strings.Contains(key, "`"):
		return "`` " + key + " ``"
	default:
		return "`" + strings.ReplaceAll(key, "|", `\|`) + "`"
	}
}
