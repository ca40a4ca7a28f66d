package link

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// said are links and what they say, both by hand.
var said = []struct {
	text string
	link Link
}{
	{"t=0:00", Link{Speed: 1}},
	{"t=12:34&follow=milton", Link{Time: 754, Speed: 1, Follow: "milton"}},
	{"t=1:02:03.5&speed=-0.25", Link{Time: 3723.5, Speed: -0.25}},
	{"t=0:07.25&paused=1&mode=wire&camera=chase", Link{Time: 7.25, Speed: 1, Paused: true, Mode: "wire",
		Camera: "chase"}},
	{"t=0:00&camera=-100,20.5,3,0,90,0", Link{Speed: 1, Camera: "-100,20.5,3,0,90,0"}},
	{"demo=2024/a+b%26c.mvd&map=dm3.bsp&map=id1/pak0.pak&t=1:00&follow=x%3Dy,%5Bz%5D", Link{
		Demo: "2024/a b&c.mvd", Maps: []string{"dm3.bsp", "id1/pak0.pak"}, Time: 60, Speed: 1, Follow: "x=y,[z]",
	}},
	{"t=0:30&follow=%C3%A9%25%23", Link{Time: 30, Speed: 1, Follow: "é%#"}},
}

func TestBothWays(t *testing.T) {
	for _, c := range said {
		if got := c.link.String(); got != c.text {
			t.Errorf("%+v is written as\n%s, want\n%s", c.link, got, c.text)
		}
		got, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if d := cmp.Diff(c.link, got); d != "" {
			t.Errorf("%s: %s", c.text, d)
		}
	}
}

// People write links by hand, too, and copy whole addresses.
func TestParseByHand(t *testing.T) {
	for text, want := range map[string]Link{
		"":                                       {Speed: 1},
		"#":                                      {Speed: 1},
		"#t=90":                                  {Time: 90, Speed: 1},
		"http://localhost:8047/#t=1:30&speed=2":  {Time: 90, Speed: 2},
		"https://a.b/c?d=e#t=5&follow=The%20Fly": {Time: 5, Speed: 1, Follow: "The Fly"},
		"&&t=5&":                                 {Time: 5, Speed: 1},
		"paused":                                 {Speed: 1, Paused: true},
		"speed=0":                                {},
		"view=wire":                              {Speed: 1, Mode: "wire"}, // as links had it at first
		// a name that nobody opens
		"camera=-1%2C2%2C3%2C4%2C5%2C6&demo=..%2F..%2Fetc%2Fpasswd": {Speed: 1, Camera: "-1,2,3,4,5,6",
			Demo: "../../etc/passwd"},
	} {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"t=x":                        "want a time",
		"t=":                         "want a time",
		"t=-5":                       "want a time",
		"t=1:60":                     "want a time",
		"t=1:2:3:4":                  "want a time",
		"t=NaN":                      "want a time",
		"t=1e999":                    "want a time",
		"speed=fast":                 "want a number",
		"speed=Inf":                  "want a number",
		"speed=NaN":                  "want a number",
		"paused=no":                  "want 1",
		"t=1&t=2":                    "t appears twice",
		"follow=a&follow=b":          "follow appears twice",
		"mode=lit&view=lit":          "mode appears twice",
		"basedir=/etc":               `unknown key "basedir"`,
		"T=5":                        `unknown key "T"`,
		"t=%zz":                      "broken",
		"t=%":                        "broken",
		strings.Repeat("a", 4097):    "at most 4096",
		strings.Repeat("a", 4000):    "unknown key",
		strings.Repeat("map=x&", 17): "too many maps (at most 16)",
	} {
		l, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40s: %+v, %v; want an error with %q", text, l, err, says)
		} else if len(err.Error()) > 250 {
			t.Errorf("%.40s: the error has %d bytes", text, len(err.Error()))
		}
	}
}

func TestPlace(t *testing.T) {
	if got := Place([3]float32{-100.04, 0, 1234.56}, [3]float32{-0.01, 359.99, 0}); got != "-100,0,1234.6,0,360,0" {
		t.Error(got)
	}
}

// FuzzParse: what is written of a link that was read says the same.
func FuzzParse(f *testing.F) {
	for _, c := range said {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			return
		}
		l.Time, l.Speed = 0, 1 // which are rounded
		written := l.String()
		if len(written) > maxLink {
			return // what needed no escapes has some now
		}
		again, err := Parse(written)
		if err != nil {
			t.Fatalf("%q, of %q: %v", written, text, err)
		}
		if d := cmp.Diff(l, again); d != "" {
			t.Fatal(d)
		}
	})
}
