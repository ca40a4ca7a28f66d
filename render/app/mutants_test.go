package app

import (
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/control"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
)

// sampleDemos are our own recordings, one of each kind.
var sampleDemos = []string{
	"demoscope1_p15.dem", "demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2",
	"demoscope1.mvd2", "demoscope1.dm_71",
}

// damaged returns a copy of a demo with one damage of a few kinds: a cut end or
// beginning, bytes that are lost, inserted, changed, of extreme value or out of order.
func damaged(r *rand.Rand, demo []byte) []byte {
	data := slices.Clone(demo)
	at := r.IntN(len(data))
	if r.IntN(3) == 0 {
		at = r.IntN(min(len(data), 2000)) // where the level is described
	}
	n := min(1+r.IntN(200), len(data)-at)
	switch r.IntN(7) {
	case 0:
		return data[:at]
	case 1:
		return data[at:]
	case 2:
		return slices.Delete(data, at, at+n)
	case 3:
		more := make([]byte, n)
		for i := range more {
			more[i] = byte(r.Uint32())
		}
		return slices.Insert(data, at, more...)
	case 4:
		for range 1 + r.IntN(20) {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
	case 5:
		extremes := []uint32{0, 1, math.MaxInt32, math.MaxUint32, 0x80000000, math.Float32bits(float32(math.NaN())),
			math.Float32bits(float32(math.Inf(-1))), math.Float32bits(1e30)}
		if at+4 <= len(data) {
			binary.LittleEndian.PutUint32(data[at:], extremes[r.IntN(len(extremes))])
		}
	case 6:
		from := r.IntN(len(data))
		copy(data[at:at+n], demo[from:])
	}
	return data
}

// quakeDemo returns a demo of Quake; each block holds one of the packets.
func quakeDemo(packets ...string) []byte {
	data := []byte("-1\n")
	for _, p := range packets {
		data = binary.LittleEndian.AppendUint32(data, uint32(len(p)))
		data = append(data, make([]byte, 12)...)
		data = append(data, p...)
	}
	return data
}

// Messages of Quake, as bytes.
func quakeTime(t float32) string {
	return "\x07" + string(binary.LittleEndian.AppendUint32(nil, math.Float32bits(t)))
}

func quakeLevel(players byte, title string) string {
	return "\x0b\x0f\x00\x00\x00" + string([]byte{players}) + "\x01" + title +
		"\x00maps/demoscope1.bsp\x00progs/player.mdl\x00\x00weapons/r_exp3.wav\x00\x00"
}

// handMade are demos whose form is right and whose content is extreme.
func handMade() map[string][]byte {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	long := strings.Repeat("abc\xff\x1b[31m\u202e \n", 2000)
	var crowd []byte // 255 players with names, frags and colors
	for i := range 255 {
		crowd = append(crowd, 0x0d, byte(i))
		crowd = append(crowd, long[:i]...)
		crowd = append(crowd, 0, 0x0e, byte(i), 0xff, 0x7f, 0x11, byte(i), 0xff)
	}
	var times []string
	for i, t := range []float32{0, 1, nan, 2, inf, 3, -inf, 1e30, -1e30, 0, 4} {
		times = append(times, quakeTime(t)+fmt.Sprintf("\x08time %d\n\x00", i))
	}
	var levels []string
	for i := range 40 {
		levels = append(levels, quakeLevel(4, fmt.Sprint("level ", i)), "\x19\x01", quakeTime(1),
			quakeTime(2)+"\x08Ranger: here\n\x00")
	}
	chat := []string{quakeLevel(4, "chat"), quakeTime(1)}
	for i := range 10000 {
		chat = append(chat, quakeTime(float32(i)*0.01)+"\x08\x01Ranger: yes\n\x00")
	}
	stats := ""
	for i := range 32 {
		stats += "\x03" + string([]byte{byte(i)}) + "\x00\x00\x00\x80"
	}
	return map[string][]byte{
		"one-packet.dem":    quakeDemo(quakeLevel(1, "still")),
		"empty-packets.dem": quakeDemo(quakeLevel(1, "still"), "", "", ""),
		"255-players.dem":   quakeDemo(quakeLevel(255, long[:1000]), string(crowd), quakeTime(1), quakeTime(2)),
		"times.dem":         quakeDemo(append([]string{quakeLevel(4, "times")}, times...)...),
		"levels.dem":        quakeDemo(levels...),
		"chat.dem":          quakeDemo(chat...),
		"long-texts.dem": quakeDemo(quakeLevel(4, "texts"), quakeTime(1)+"\x08"+long+"\x00\x1a"+long+"\x00",
			quakeTime(2)+"\x1f"+long+"\x00", quakeTime(3)),
		"stats.dem":           quakeDemo(quakeLevel(4, "stats"), quakeTime(1)+stats+"\x05\xff\xff", quakeTime(2)),
		"intermission.dem":    quakeDemo(quakeLevel(4, "over"), quakeTime(1), quakeTime(2)+"\x1e", quakeTime(3)),
		"view-of-nothing.dem": quakeDemo(quakeLevel(4, "nobody"), "\x05\xfe\x7f", quakeTime(1), quakeTime(5)),
		"too-many-players.dem": quakeDemo(quakeLevel(4, "four"), "\x0d\x07x\x00\x0e\x07\x05\x00\x11\xff\xff",
			quakeTime(1)),
	}
}

// mutantsOfEach is how many damaged copies of each recording are shown.
const mutantsOfEach = 2

// Whatever a demo holds, the window shows it: each key, each button, each seek, and no
// panic, and nothing that the graphics card would refuse.
func TestWindowOfDamagedDemos(t *testing.T) {
	shown := 0
	for _, name := range sampleDemos {
		data := sample(t, name)
		r := rand.New(rand.NewPCG(10, uint64(len(data))))
		for i := range mutantsOfEach {
			shown += showHostile(t, fmt.Sprintf("%s, mutant %d", name, i), name, damaged(r, data))
		}
	}
	if shown < len(sampleDemos)*mutantsOfEach/2 {
		t.Errorf("only %d damaged demos could be opened", shown)
	}
}

func TestWindowOfHandMadeDemos(t *testing.T) {
	shown := 0
	for name, data := range handMade() {
		shown += showHostile(t, name, name, data)
	}
	if shown < len(handMade()) {
		t.Errorf("only %d demos could be opened", shown)
	}
}

// showHostile shows a demo and does everything with it that a viewer can. It returns how
// many demos it has shown: 0 if it cannot be opened.
func showHostile(t *testing.T, what, name string, data []byte) (shown int) {
	t.Helper()
	err := fault.Guard(what, func() {
		demo, err := formats.Open(name, data)
		if err != nil {
			return
		}
		shown = 1
		p := player.New(demo, player.Options{Budget: 1 << 40})
		defer p.Close()
		newHostileRig(t, p).tryEverything(what)
	})
	if f, ok := err.(*fault.Error); ok {
		t.Errorf("%v\n%s", f, f.Stack)
		if dir := os.Getenv("DEMOSCOPE_KEEP"); dir != "" {
			os.WriteFile(filepath.Join(dir, strings.ReplaceAll(what, " ", "_")), data, 0o644)
		}
	}
	return shown
}

// newHostileRig shows the demo of a player, with the map of our own recordings for some
// of its levels.
func newHostileRig(t *testing.T, p *player.Player) *rig {
	newRig(t) // has prepared the map
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	var ours levelmap.Loaded
	for _, m := range preparedMaps {
		ours = *m
	}
	r.App = New(&Options{Demo: Demo{Player: p, Bookmarks: r.openMarks, Title: "hostile",
		Maps: func(*world.Level) (*bsp.Map, string) { return nil, "no map" }},
		Width: 1280, Height: 720}, r.window, r.input)
	r.pass(0)
	level := p.Moment().World.Level()
	ours.Key = world.MapKey{Name: level.Map, Checksum: level.Checksum}
	r.Demo.Maps.Cache.Keep(ours.Key, &ours)
	return r
}

// tryEverything presses every key, and turns and seeks and resizes, at several moments.
func (r *rig) tryEverything(what string) {
	p := r.Demo.Player
	r.check(what, "the beginning")
	p.Timeline().Wait()
	end, _ := p.Duration()
	for _, at := range []float64{0, math.NaN(), math.Inf(1), math.Inf(-1), -1, 1e300, end, end / 2, end / 3} {
		p.Seek(at)
		r.pass(1. / 64)
		r.check(what, fmt.Sprint("at ", at))
	}
	for _, dt := range []float64{0, -1, math.NaN(), math.Inf(1), 3600, 1e-300} {
		p.SetPaused(false)
		r.pass(dt)
		r.check(what, fmt.Sprint("after ", dt, " s"))
	}
	for _, slot := range []int{math.MaxInt, math.MinInt, world.Nobody, 0, 31, 255} {
		p.Follow(slot)
		r.pass(0.5)
		r.run(2)
		r.check(what, fmt.Sprint("following ", slot))
	}
	for i, at := range []float64{end / 2, end} {
		p.Seek(at)
		for _, g := range r.reader.groups {
			for _, c := range g.Commands {
				if len(c.Keys) > 0 {
					r.press(c.Keys[i%len(c.Keys)].String())
					r.check(what, c.Name)
				}
			}
		}
		r.quit = false
	}
	r.typeNonsense(what)
	r.pointEverywhere(what)
	r.resize(what)
}

// typeNonsense names a bookmark and searches with a text that nobody types.
func (r *rig) typeNonsense(what string) {
	text := strings.Repeat("a\x00\x1b\u202e\U0010ffff \n", 100000)
	for _, keys := range []string{"Shift+B", "/"} {
		r.press(keys)
		r.write(text)
		r.check(what, "typing")
		r.input.pressed[control.KeyEnter] = true
		r.pass(0)
		r.check(what, "typed")
	}
}

// pointEverywhere clicks and scrolls all over the window and outside of it.
func (r *rig) pointEverywhere(what string) {
	for _, key := range []string{"", "F3", "Tab", "H", "F", "C"} {
		if key != "" {
			r.press(key)
		}
		for _, x := range []float32{-1e9, 300, 1200} {
			for _, y := range []float32{30, 300, 700, 1e9} {
				r.move(x, y)
				r.hit(control.MouseLeft)
				r.lift(control.MouseLeft)
			}
			r.turn(x)
			r.check(what, "wheel")
		}
		for _, notches := range []float32{1e9, -1e9, float32(math.Inf(1)), float32(math.NaN())} {
			r.turn(notches)
			r.check(what, fmt.Sprint("wheel ", notches))
		}
	}
}

// resize gives the window other sizes.
func (r *rig) resize(what string) {
	for _, s := range []hud.Screen{
		fitScreen(1, 1, 1, 0), fitScreen(16000, 16000, 4, 8192), fitScreen(20000, 1, 1, 0), fitScreen(1, 20000, 1, 0),
		fitScreen(300, 200, 0.01, 0), fitScreen(1280, 720, 1, 0),
	} {
		r.Size = s
		r.pass(1. / 64)
		r.check(what, fmt.Sprint("on ", s))
		r.press("H")
		r.press("Tab")
		r.press("H")
		r.check(what, fmt.Sprint("on ", s))
		for _, r.Viewing.Views = range [...]int{4, 3, 2, 1} {
			r.pass(1. / 64)
			r.check(what, fmt.Sprintf("%d views on %v", len(r.Panes), s))
			r.drawViews()
		}
	}
}

// drawViews draws the picture as far as it is not too large for a test.
func (r *rig) drawViews() {
	if r.Size.Width*r.Size.Height > 1<<20 {
		return
	}
	cpu := r.CPU
	r.App.CPU = NewSoftware()
	r.DrawCPU(image.Pt(int(r.Size.Width), int(r.Size.Height)), r.App, true)
	r.App.CPU = cpu
}

// check reports whether the graphics card could draw the picture.
func (r *rig) check(what, when string) {
	r.t.Helper()
	buffers := map[string]*draw.Buffer{"HUD": r.HUD.Buffer()}
	for i, p := range r.Panes {
		buffers[fmt.Sprint("level ", i)], buffers[fmt.Sprint("overlay ", i)] = &p.Scene.World, &p.Scene.Overlay
		if len(r.Panes) > 1 && p.hud != nil {
			buffers[fmt.Sprint("view ", i)] = p.hud.Buffer()
		}
	}
	for name, b := range buffers {
		if len(b.Indices)%3 != 0 {
			r.t.Errorf("%s: %s: %s: %d indices", what, when, name, len(b.Indices))
		}
		for _, i := range b.Indices {
			if int(i) >= len(b.Vertices) {
				r.t.Fatalf("%s: %s: %s: index %d of %d", what, when, name, i, len(b.Vertices))
			}
		}
		for i := range b.Vertices {
			if v := &b.Vertices[i]; !(v.X-v.X == 0 && v.Y-v.Y == 0 && v.A-v.A == 0) {
				r.t.Fatalf("%s: %s: %s: a corner at %v, %v of opacity %v", what, when, name, v.X, v.Y, v.A)
			}
		}
	}
}
