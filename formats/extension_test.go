package formats

import "testing"

// TestExtension: a demo is known by the extension of its format, whatever it is called.
func TestExtension(t *testing.T) {
	for _, c := range []struct{ format, file, member, want string }{
		{"mvd", "a/b.MVD", "", ".mvd"}, {"mvd", "b.mvd.gz", "", ".mvd"}, {"mvd", "b.qwd", "", ".mvd"},
		{"mvd", "standard input", "", ".mvd"},
		{"dem", "x.zip", "in/y.dem", ".dem"}, {"dem", "y", "", ".dem"}, {"dm2", "y.dem.gz", "", ".dm2"},
		{"dm3", "a.dm_68", "", ".dm_68"}, {"dm3", "a.dm3", "", ".dm3"}, {"dm3", "a", "", ""},
	} {
		if got := (&Demo{Format: Lookup(c.format), File: c.file, Member: c.member}).Extension(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
