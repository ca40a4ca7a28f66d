package library

import "testing"

// What no demo has is named, with what is nearest; where each word alone has some demos nothing is.
func TestMissing(t *testing.T) {
	l := handful()
	for text, want := range map[string]string{
		"":                       "",
		"carapace":               "",
		"carapace dm2":           "",
		"carapace mode:1on1":     "",
		"carapaec":               `no demo contains "carapaec" (did you mean carapace?)`,
		"zzzzzzz":                `no demo contains "zzzzzzz"`,
		"mapp:dm6":               `unknown filter "mapp" (did you mean map:dm6?)`,
		"xyzzy:dm6":              `no demo contains "xyzzy:dm6"`,
		"map:dm3":                "no demo has map:dm3 (did you mean map:dm2?)",
		"map:e9m9 dm2":           "no demo has map:e9m9 (did you mean map:e1m1?)",
		`player:"teh king"`:      `no demo has player:teh king (did you mean player:"the king"?)`,
		"mode:2on2":              "no demo has mode:2on2 (did you mean mode:1on1?)",
		"length>5h":              "no demo is of that length",
		"date>2030":              "no demo is of that time",
		"date:1999":              "no demo has date:1999",
		"-format:q format:dem":   "",
		"game:quake4":            "no demo has game:quake4 (did you mean game:quake?)",
		"midair player:tom":      "",
		"midair player:nobody":   "no demo has player:nobody",
		"recorder:fatalty":       "no demo has recorder:fatalty (did you mean recorder:fatal1ty?)",
		"damaged:no damaged:yes": "",
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := l.Missing(f); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := l.Unreadable(); got != 1 {
		t.Errorf("%d cannot be read, want 1", got)
	}
}
