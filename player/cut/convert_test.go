package cut

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// TestConvert: in another protocol a real demo shows the same, at every twentieth of it, and back in its own it has the
// same bytes. What another protocol cannot say is refused with the place and the value.
func TestConvert(t *testing.T) {
	for _, c := range []struct {
		file    string
		to      int
		refusal string
	}{
		{"dem/lq_demo1_lite.dem", 666, ""},
		{"dem/lq_demo2.dem", 999, ""},
		{"dem/lq_e0m1_p15.dem", 666, ""},
		{"dem/lq_e0m1_p15.dem", 999, ""},
		{"dem/qwtf_demo1.dem", 666, ""},
		{"dem/qfm_demo1.dem", 999, ""},
		{"dem/lqdm11_p666.dem", 15, ""},
		{"dem/lqdm11_p666.dem", 999, ""},
		{"dem/lq_e0m1_p666.dem", 999, ""},
		{"dem/lqold_demo.dem", 15, ""},
		{"dem/lqold_demo2.dem", 999, ""},
		{"dem/lq_e0m1_p666.dem", 15,
			"clientdata in the packet at byte 5120 (block 3, server time 1.434 s): nails 400 is more than 255"},
		{"dem/lqold_demo2.dem", 15,
			"updateentity in the packet at byte 427794 (block 1443, server time 1.375 s): entity 34: lerpfinish 22"},
		{"dem/lq_e0m1_p999.dem", 666, "spawnbaseline in the packet at byte 2803 (block 1, server time 0.000 s): " +
			"entity 18: yaw -119.99817° is no 256th of a circle"},
		{"dem/lq_e0m1_p15.dem", 15, "already in this protocol"},
		{"dem/lq_e0m1_p15.dem", 68, "15, 666 or 999"},
		{"dm3/udt_p66_duel_quakecon2001.dm_66", 68, ""},
		{"dm3/udt_p67_duel_wcg2002.dm_67", 66, ""},
		{"dm3/udt_p68_baseq3_2matches.dm_68", 67, ""},
		{"dm3/udt_p68_36kills.dm_68", 71, ""},
		{"dm3/oa_dm1_player.dm_71", 68, ""},
		{"dm3/oa_ctf2_player.dm_71", 68, ""},
		{"dm3/udt_dm3_duel.dm3", 43, ""},
		{"dm3/udt_p68_baseq3_2matches.dm_68", 71,
			`gamestate in the packet at byte 0 (block 0, server time 0.000 s): the game folder "baseq3"`},
		{"dm3/udt_p48_duel.dm_48", 68, "protocols 48 and 68 number"},
		{"dm3/udt_p91_duel.dm_91", 90, "protocols 91 and 90 number"},
		{"qwd/rec_dm4_ktxbots.qwd", 28, ".qwd demos can't be converted: the format has one protocol"},
	} {
		t.Run(filepath.Base(c.file)+" to "+strconv.Itoa(c.to), func(t *testing.T) {
			demo := open(t, filepath.Join(corpus.Dir(t), c.file))
			name := "a.dem"
			if demo.Format.Name == "dm3" {
				name = "a.dm_" + strconv.Itoa(c.to)
			}
			data, err := formats.Convert(demo, c.to, name, nil)
			if c.refusal != "" {
				if err == nil || !strings.Contains(err.Error(), c.refusal) {
					t.Fatalf("it is refused with %v, not %q", err, c.refusal)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			other, err := formats.Open(name, data)
			if err != nil {
				t.Fatal(err)
			}
			sameWorld(t, demo, other)
			from := cursorProtocol(t, demo)
			if to := cursorProtocol(t, other); to != c.to {
				t.Errorf("it has protocol %d", to)
			}
			back, err := formats.Convert(other, from, demo.File, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(back, demo.Data()) {
				t.Errorf("back in protocol %d it has %d other bytes", from, differing(back, demo.Data()))
			}
		})
	}
}

// TestConvertRounds: what only protocol 999 has exactly is within half a step of it in 666, at every
// twentieth of a real demo, and all else is the same.
func TestConvertRounds(t *testing.T) {
	demo := open(t, filepath.Join(corpus.Dir(t), "dem/lq_e0m1_p999.dem"))
	rounded := 0
	data, err := formats.Convert(demo, 666, "a.dem", &rounded)
	if err != nil {
		t.Fatal(err)
	}
	other, err := formats.Open("a.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	turned := func(p cmp.Path) bool { return strings.Contains(p.String(), "Angles") }
	sameWorld(t, demo, other,
		cmp.FilterPath(turned, cmp.Comparer(func(a, b float32) bool {
			return math.Abs(math.Remainder(float64(a-b), 360)) <= 360./256/2
		})),
		cmp.FilterPath(func(p cmp.Path) bool { return !turned(p) }, cmp.Comparer(func(a, b float32) bool {
			return math.Abs(float64(a-b)) <= 1./16
		})))
	if rounded < 1000 {
		t.Errorf("%d values were rounded", rounded)
	}
}

// differing returns how many bytes differ.
func differing(a, b []byte) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func cursorProtocol(t *testing.T, demo *formats.Demo) int {
	t.Helper()
	c := cursor(demo)
	for c.World.LevelCount == 0 {
		if err := c.Next(); err != nil {
			t.Fatal(err)
		}
	}
	return c.World.Level().Protocol
}

// sameWorld compares what is seen of two demos with the same packets, at 20 places.
func sameWorld(t *testing.T, a, b *formats.Demo, nearly ...cmp.Option) {
	t.Helper()
	n, _ := blocks(t, a)
	if m, _ := blocks(t, b); m != n {
		t.Fatalf("it has %d packets, not %d", m, n)
	}
	c, o := cursor(a), cursor(b)
	compared := 0
	for i := range n {
		if err := c.Next(); err != nil {
			t.Fatal(err)
		}
		if err := o.Next(); err != nil || o.Damage != nil {
			t.Fatal(err, o.Damage)
		}
		if i%(n/20) != n/20-1 {
			continue
		}
		compared++
		if diff := differ(ofProtocol(look(c.World, 0, 0)), ofProtocol(look(o.World, 0, 0)), nearly...); diff != "" {
			t.Fatalf("packet %d of %d (- before, + after):\n%s", i, n, diff[:min(len(diff), 3000)])
		}
	}
	if compared < 20 {
		t.Fatalf("%d places were compared", compared)
	}
}

// ofProtocol takes out of what is seen what says the protocol.
func ofProtocol(s seen) seen {
	level := *s.Level
	said := `\protocol\` + strconv.Itoa(level.Protocol)
	level.Protocol, level.ServerInfo = 0, strings.Replace(level.ServerInfo, said, "", 1)
	if level.ConfigStrings = slices.Clone(level.ConfigStrings); len(level.ConfigStrings) > 0 {
		level.ConfigStrings[0] = strings.Replace(level.ConfigStrings[0], said, "", 1)
	}
	s.Level = &level
	// One bit of the wire says of a monster that it moves in steps: the first engine does not interpolate it,
	// later ones do so in its own way.
	s.Entities = slices.Clone(s.Entities)
	for i := range s.Entities {
		if e := &s.Entities[i]; e.Flags&(world.FlagNoLerp|world.FlagStep) != 0 {
			e.Flags = e.Flags&^world.FlagNoLerp | world.FlagStep
		}
	}
	return s
}
