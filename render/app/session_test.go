package app

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/setting"
)

// twoLevels returns a demo of Quake that plays our recording twice, 55.417 s
// each, with a line of chat after 19.865 s and another one 0.08 s after the
// second beginning. A player's name comes before the first frame of the second, as in co-op.
func twoLevels(t testing.TB) []byte {
	track, blocks, _ := bytes.Cut(sample(t, "demoscope1_p15.dem"), []byte("\n"))
	blocks = blocks[:len(blocks)-17] // without the last block, which disconnects
	// A block is its length, three angles and its messages.
	end := func(count int) (n int) {
		for range count {
			n += 16 + int(binary.LittleEndian.Uint32(blocks[n:]))
		}
		return n
	}
	block := func(text string) []byte {
		b := append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), make([]byte, 12)...)
		return append(b, text...)
	}
	chat, name := block("\x08\x01Ranger: once more\n\x00"), block("\x0d\x00Ranger\x00") // svc_print, svc_updatename
	level, first, second := end(1), end(501), end(4)
	return slices.Concat(track, []byte("\n"), blocks[:first], chat, blocks[first:], blocks[:level], name,
		blocks[level:second], chat, blocks[second:])
}

// Jumps to levels and chat.
func TestJumpsToLevelsAndChat(t *testing.T) {
	data := twoLevels(t)
	r := newRigOf(t, "two.dem", data)
	levels := r.Demo.Player.Timeline().Levels()
	if len(levels) != 2 {
		t.Fatalf("levels %+v", levels)
	}
	second := levels[1].Start
	if !near(second, 55.4, 0.3) {
		t.Fatalf("the second level begins at %v", second)
	}
	for _, c := range []struct {
		key  string
		from float64
		want float64
		says string
	}{
		{"PgDn", 10, second, "0:55 / 1:50"}, {"PgDn", second, second, "No later level"},
		{"PgDn", 70, 70, "No later level"},
		{"PgUp", 70, second, "0:55 / 1:50"}, {"PgUp", second + 1.5, 0, "0:00 / 1:50"},
		{"PgUp", second + 2.5, second, "0:55 / 1:50"}, {"PgUp", 20, 0, "0:00 / 1:50"},
		{"PgUp", 1.5, 1.5, "No earlier level"},
		{"T", 10, 16.865, "0:16 / 1:50"}, {"Shift+T", 40, 16.865, "0:16 / 1:50"},
		{"Shift+T", 10, 10, "No earlier chat"}, {"T", 100, 100, "No later chat"},
		// What happens soon after the second level has begun is not landed
		// before it.
		{"T", 30, second, "0:55 / 1:50"}, {"Shift+T", 100, second, "0:55 / 1:50"},
	} {
		r := newRigOf(t, "two.dem", data)
		r.seek(c.from)
		r.press(c.key)
		if got := r.see(); !near(got.Clock, c.want, 0.005) || got.Says != c.says {
			t.Errorf("%s from %v: at %v, it says %q, want %v, %q", c.key, c.from, got.Clock, got.Says, c.want, c.says)
		}
		if shown := r.Demo.Player.Moment().World.LevelCount; (c.want >= second) != (shown == 2) {
			t.Errorf("%s from %v: it shows level %d at %v", c.key, c.from, shown, c.want)
		}
	}
}

// The same key again goes on, also when the demo has played since.
func TestKillsOneAfterTheOther(t *testing.T) {
	walk := func(from float64, key string, play float64) (list []float64) {
		r := newRig(t)
		r.seek(from)
		r.Demo.Player.SetPaused(play == 0)
		for range 30 {
			r.press(key)
			if strings.HasPrefix(r.Demo.Notices.note.text, "No ") {
				break
			}
			list = append(list, round4(r.Demo.jumps.landed))
			r.pass(play)
		}
		return list
	}
	on := []float64{0.933, 6.144, 7.411, 10.511, 16.833, 20.279, 24.312, 25.044, 27.577, 31.612, 35.356, 36.678, 38.777,
		45.223, 50.343, 52.566, 54.477, 55.2}
	if got := walk(0, "K", 0); !slices.Equal(got, on) {
		t.Errorf("kills on %v, want %v", got, on)
	}
	back := slices.Clone(on)
	slices.Reverse(back)
	back = append(back, 0)
	if got := walk(60.223, "Shift+K", 0); !slices.Equal(got, back) {
		t.Errorf("kills back %v, want %v", got, back)
	}
	if got := walk(60.223, "Shift+K", 0.2); !slices.Equal(got, back) {
		t.Errorf("kills back while it plays %v, want %v", got, back)
	}
}

// A key that is held repeats if its command does: after 0.35 s, every 0.09 s.
func TestHeldKeysRepeat(t *testing.T) {
	for _, c := range []struct {
		key  string
		want float64
	}{
		{"Right", 10 + 5 + 8*5}, {"Shift+Right", 60.223}, {"Home", 0}, {"5", 30.1115},
	} {
		r := newRig(t)
		r.hold(c.key)
		r.run(64)
		if got := r.see().Clock; got != c.want {
			t.Errorf("%s, held for a second, went to %v, want %v", c.key, got, c.want)
		}
		r.release(c.key)
		r.run(64)
		if got := r.see().Clock; got != c.want {
			t.Errorf("%s, let go, went to %v", c.key, got)
		}
	}
	r := newRig(t)
	r.hold("X")
	r.run(64)
	if !r.see().XRay {
		t.Error("X repeats")
	}
	// Not yet after 0.34 s.
	r = newRig(t)
	r.hold("Right")
	r.run(22)
	if got := r.see().Clock; got != 15 {
		t.Errorf("after 22 frames Right went to %v", got)
	}
	r.run(1)
	if got := r.see().Clock; got != 20 {
		t.Errorf("after 23 frames Right went to %v", got)
	}
}

// With Shift a key means what the table says, or the same as without where no
// command has it with Shift.
func TestShift(t *testing.T) {
	for key, want := range map[string]func(*seen){
		"Shift+K":     func(s *seen) { s.Clock, s.Says = 6.144, "0:06 / 1:00" },
		"Shift+Space": func(s *seen) { s.Paused, s.Clock = false, 10.0313 },
		"Shift+1":     func(s *seen) { s.Filtered, s.Says = "kills", "Event filter kills: off" },
	} {
		r := newRig(t)
		was := r.see()
		r.press(key)
		r.changed(key, was, want)
	}
}

// With Ctrl, Alt or the system's key no key is a command: such chords are those of other programs.
func TestOtherModifiers(t *testing.T) {
	for _, other := range []control.Key{control.KeyControl, control.KeyAlt, control.KeyMeta} {
		r := newRig(t)
		was := r.see()
		r.input.down[other] = true
		for _, key := range []string{"V", "M", "W", "Shift+K"} {
			r.press(key)
		}
		r.changed(other.String(), was, func(*seen) {})
	}
}

// J and L play fast as long as they are held, and then as before.
func TestFastPlaying(t *testing.T) {
	r := newRig(t)
	was := r.see()
	r.hold("L")
	r.run(63)
	r.changed("L held for a second", was, func(s *seen) {
		s.Speed, s.Paused, s.Clock, s.Says = 5, false, 15, "5×"
	})
	r.release("L")
	r.changed("and let go", was, func(s *seen) { s.Clock = 15 })

	r.hold("J")
	r.run(63)
	r.changed("J held for a second", was, func(s *seen) {
		s.Speed, s.Paused, s.Clock, s.Says = -5, false, 10, "Reverse 5×"
	})
	r.press("]")
	r.run(1)
	if got := r.see(); got.Speed != -5 || got.Paused {
		t.Errorf("] while J is held: %+v", got)
	}
	r.hold("L")
	if got := r.see(); got.Speed != 1.5 || !got.Paused {
		t.Errorf("both held: %+v", got)
	}
	r.release("L")
	r.release("J")
	if got := r.see(); got.Speed != 1.5 || !got.Paused {
		t.Errorf("after J it is not paused at the new speed: %+v", got)
	}

	r = newRig(t)
	r.Demo.Player.SetPaused(false)
	r.Demo.Player.SetSpeed(-2)
	r.hold("L")
	r.release("L")
	if got := r.see(); got.Speed != -2 || got.Paused {
		t.Errorf("after L it does not go on as before: %+v", got)
	}
	// A line of text ends it, as its keys are letters from then on.
	r.hold("L")
	r.press("/")
	r.run(4)
	if got := r.see(); got.Speed != -2 || !got.Asking {
		t.Errorf("while typing: %+v", got)
	}
	// Where a part of the demo ends it stays paused.
	r = newRig(t)
	r.Demo.Player.SetPart(5, 11)
	r.Demo.Player.SetPaused(false)
	r.hold("L")
	r.run(30)
	r.release("L")
	if got := r.see(); got.Clock != 11 || !got.Paused || got.Speed != 1 {
		t.Errorf("at the end of a part: %+v", got)
	}
}

func TestSpeeds(t *testing.T) {
	for _, c := range []struct {
		speed     float64
		direction int
		want      float64
	}{
		{1, 1, 1.5}, {1, -1, 0.75}, {20, 1, 20}, {0.05, -1, 0.05}, {-1, 1, -1.5}, {-1, -1, -0.75}, {1.2, 1, 1.5},
		{1.2, -1, 1},
		{0.05, 1, 0.1}, {0.25, -1, 0.1}, {3, 1, 5}, {10, 1, 20}, {20, -1, 10}, {2, -1, 1.5}, {0.5, 1, 0.75}, {2, 1, 3},
		{5, -1, 3}, {0.25, 1, 0.5}, {5, 1, 10},
	} {
		if got := nextSpeed(c.speed, c.direction); got != c.want {
			t.Errorf("from %v in direction %d to %v, want %v", c.speed, c.direction, got, c.want)
		}
	}
}

// Playing goes on by the time that passes, times the speed.
func TestPlaying(t *testing.T) {
	r := newRig(t)
	r.Demo.Player.SetPaused(false)
	r.run(64)
	if c := r.see().Clock; c != 11 {
		t.Errorf("a second after 10 s it is %v", c)
	}
	r.Demo.Player.SetSpeed(-0.5)
	r.run(64)
	if c := r.see().Clock; c != 10.5 {
		t.Errorf("a second back at half the speed it is %v", c)
	}
}

// A frame lets no more than a quarter of a second pass.
func TestElapsed(t *testing.T) {
	g := &App{}
	begin := time.Unix(1e9, 0)
	for _, c := range []struct{ at, want float64 }{{0, 0}, {0.125, 0.125}, {0.1875, 0.0625}, {5, 0.25}, {5.25, 0.25}} {
		if got := g.elapsed(begin.Add(time.Duration(c.at * 1e9))); got != c.want {
			t.Errorf("at %v s %v s have passed, want %v", c.at, got, c.want)
		}
	}
}

// The clip plays again and again, both ways, and only from inside it.
func TestClipLoops(t *testing.T) {
	for _, c := range []struct {
		name        string
		loop        bool
		from, speed float64
		frames      int
		want        float64
	}{
		{"up to its end", true, 20.4375, 1, 3, 20.484375},
		{"at its end", true, 20.4375, 1, 4, 20},
		{"past its end", true, 20.4375, 2, 3, 20.03125},
		{"backwards", true, 20.0625, -1, 3, 20.015625},
		{"backwards at its beginning", true, 20.0625, -1, 4, 20.5},
		{"three times", true, 20, 1, 32*3 + 2, 20.03125},
		{"without a loop", false, 20.4375, 1, 6, 20.53125},
		{"after it", true, 21, 1, 64, 22},
		{"before it, backwards", true, 19, -1, 64, 18},
		{"into it", true, 19.96875, 1, 4, 20.03125},
		{"into it, backwards", true, 20.53125, -1, 4, 20.46875},
	} {
		r := newRig(t)
		setClip(r, 20, 20.5)
		if c.loop {
			r.press("Shift+\\")
		}
		r.Demo.Player.SetSpeed(c.speed)
		r.seek(c.from)
		r.Demo.Player.SetPaused(false)
		r.run(c.frames)
		if got := r.Input.Clock; !near(got, c.want, 1e-6) {
			t.Errorf("%s: at %v, want %v", c.name, got, c.want)
		}
	}
}

// A clip loops at its end wherever the clock stood when it was made: at the end itself,
// behind it, or before it.
func TestClipLoopsWhereverItWasMade(t *testing.T) {
	for _, c := range []struct {
		name   string
		speed  float64
		make   func(*rig)
		frames int
		want   float64
	}{
		{"the loop is turned on at its end", 1, func(r *rig) { r.seek(20.5); r.press("Shift+\\") }, 3, 20.03125},
		{"and behind it", 1, func(r *rig) { r.seek(22); r.press("Shift+\\") }, 3, 20.03125},
		{"and at the end of the demo", 1, func(r *rig) { r.press("End"); r.press("Shift+\\") }, 3, 20.03125},
		{"and before it", 1, func(r *rig) { r.seek(19.984375); r.press("Shift+\\") }, 32 + 3, 20.03125},
		{"and at its beginning, backwards", -1, func(r *rig) { r.seek(20); r.press("Shift+\\") }, 2, 20.484375},
		{"and before it, backwards", -1, func(r *rig) { r.seek(19); r.press("Shift+\\") }, 2, 20.484375},
		{"its end is set with the loop on", 1, func(r *rig) { r.press("Shift+\\"); r.seek(20.25); r.press("Shift+]") },
			3, 20.03125},
		{"its beginning is set with the loop on", 1, func(r *rig) {
			r.press("Shift+\\")
			r.seek(20.25)
			r.press("Shift+[")
		}, 16 + 3, 20.296875},
		{"a seek behind it plays on", 1, func(r *rig) { r.press("Shift+\\"); r.seek(22) }, 2, 22.03125},
	} {
		r := newRig(t)
		setClip(r, 20, 20.5)
		r.Demo.Player.SetSpeed(c.speed)
		c.make(r)
		r.Demo.Player.SetPaused(false)
		r.run(c.frames)
		if got := r.Input.Clock; !near(got, c.want, 1e-6) {
			t.Errorf("%s: at %v, want %v", c.name, got, c.want)
		}
	}
}

// Names are typed, kept by Enter and dropped by Esc; no letter is a command.
func TestNamingBookmarks(t *testing.T) {
	r := newRig(t)
	was := r.see()
	r.press("Shift+B")
	r.write("hq2")
	r.press("Home")
	r.press("H")
	r.changed("while it is typed", was, func(s *seen) { s.Marks, s.Naming = "10", true })
	if got := r.Input.Naming.String(); got != "hq2" {
		t.Errorf("typed %q", got)
	}
	r.press("Enter")
	r.changed("after Enter", was, func(s *seen) { s.Marks = "10hq2" })
	r.press("Shift+B")
	r.write("x")
	if got := r.Input.Naming.String(); got != "hq2x" {
		t.Errorf("named again it is %q", got)
	}
	r.press("Esc")
	r.changed("after Esc", was, func(s *seen) { s.Marks = "10hq2" })
	r.press("Shift+B")
	r.press("Backspace")
	r.press("Backspace")
	if got := r.Input.Naming.String(); got != "h" {
		t.Errorf("two letters erased: %q", got)
	}
	r.write("aving a long name, which is erased")
	r.hold("Backspace")
	r.run(64)
	if got := r.Input.Naming.String(); got != "having a long name, which " {
		t.Errorf("a second of Backspace leaves %q", got)
	}
	r.release("Backspace")
	// Another line takes the keyboard, and keeps what was typed.
	r.click(r.bar().List)
	r.click(r.panel().Query)
	r.changed("with the search asking", was, func(s *seen) {
		s.Marks, s.List, s.Asking = "10having a long name, which", true, true
	})
}

// A search narrows the list while it is typed; Enter keeps it, Esc drops it.
func TestSearching(t *testing.T) {
	r := newRig(t)
	rows := func(what string, query string, want int) {
		t.Helper()
		if l := r.Demo.List.Events; l.Len() != want || l.Query.String() != query {
			t.Errorf("%s: %d rows of %q, want %d of %q", what, l.Len(), l.Query.String(), want, query)
		}
	}
	was := r.see()
	r.press("/")
	rows("at the beginning", "", 41)
	r.write("Rocketx")
	rows("wrong", "Rocketx", 0)
	r.press("Backspace")
	rows("of rockets", "Rocket", 5)
	r.press("Enter")
	rows("after Enter", "Rocket", 5)
	r.changed("after Enter", was, func(s *seen) { s.List = true })
	r.press("/")
	r.press("Esc")
	rows("after Esc", "", 41)
	r.changed("after Esc", was, func(s *seen) { s.List = true })
	r.press("/")
	r.write("quad")
	rows("of quads", "quad", 1)
	r.click(r.panel().Close)
	r.changed("closed while asking", was, func(*seen) {})
	r.press("F3")
	rows("opened again", "quad", 1)
}

// What lies ahead is not in the list, and chips and search narrow it.
func TestListIsFiltered(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want int
	}{
		{nil, 41}, {[]string{"U"}, 7}, {[]string{"Shift+5"}, 23}, {[]string{"Shift+5", "U"}, 5},
		{[]string{"Shift+1"}, 24}, {[]string{"Shift+8"}, 40},
		{[]string{"B"}, 42}, {[]string{"B", "Shift+0"}, 41}, {[]string{"N", "Shift+2"}, 34},
	} {
		r := newRig(t)
		r.press("F3")
		for _, k := range c.keys {
			r.press(k)
		}
		if got := r.Demo.List.Events.Len(); got != c.want {
			t.Errorf("after %v there are %d rows, want %d", c.keys, got, c.want)
		}
	}
}

// The key of the scores opens them; held for longer than 0.3 s they are closed
// when it is let go.
func TestScoresWhileHeld(t *testing.T) {
	for _, c := range []struct {
		frames int
		want   bool
	}{{10, true}, {17, true}, {22, false}, {64, false}} {
		r := newRig(t)
		r.hold("Tab")
		r.run(c.frames)
		if !r.see().Scores {
			t.Errorf("held for %d frames the scores are closed", c.frames)
		}
		r.release("Tab")
		if got := r.see().Scores; got != c.want {
			t.Errorf("held for %d frames and let go the scores are open: %v", c.frames, got)
		}
	}
}

// What the camera is called.
func TestViewNames(t *testing.T) {
	r := newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	for _, c := range []struct{ key, want string }{
		{"R", "recorder's view"}, {"C", "chase camera"}, {"G", "free camera"}, {"G", "chase camera"},
		{"R", "recorder's view"},
	} {
		r.press(c.key)
		if got := r.see().View; got != c.want {
			t.Errorf("after %s it is %q, want %q", c.key, got, c.want)
		}
	}
	r.settle()
	if !r.Input.Crosshair || !r.Active.Options.FirstPerson || r.Active.Options.Follow != 0 || r.Input.Watched != 0 {
		t.Errorf("through the recorder's eyes: crosshair %v, first person %v, follows %v, watched %v",
			r.Input.Crosshair, r.Active.Options.FirstPerson, r.Active.Options.Follow, r.Input.Watched)
	}
	r.press("C")
	if r.Input.Crosshair || r.Active.Options.FirstPerson || r.Active.Options.Follow != 0 {
		t.Errorf("from behind: crosshair %v, first person %v, follows %v", r.Input.Crosshair,
			r.Active.Options.FirstPerson, r.Active.Options.Follow)
	}
	r.Demo.Player.Follow(13) // where nobody is
	r.pass(0)
	if got := r.see().View; got != "no player" || r.Input.Watched != world.Nobody ||
		r.Active.Options.Follow != world.Nobody {
		t.Errorf("following nobody it is %q, watched %v", got, r.Input.Watched)
	}
	r.press("C")
	if r.Input.Crosshair || r.Active.Options.FirstPerson || r.see().View != "no player" {
		t.Errorf("through nobody's eyes: crosshair %v, first person %v, %q", r.Input.Crosshair,
			r.Active.Options.FirstPerson, r.see().View)
	}
}

// In a demo without a recorder there is one step: nobody else to follow.
func TestNobodyElseToFollow(t *testing.T) {
	r := newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	r.seek(0)
	var visible int
	for _, p := range r.Demo.Player.Moment().World.Players {
		if p.Visible {
			visible++
		}
	}
	for range visible {
		r.press("N")
	}
	before := r.Demo.Player.Following()
	r.Demo.Notices = notices{}
	for range visible {
		r.press("N")
	}
	if got := r.Demo.Player.Following(); got != before ||
		(visible == 1) != (r.see().Says == "The demo shows nobody else here") {
		t.Errorf("%d players: from %d to %d, it says %q", visible, before, got, r.see().Says)
	}
}

// The colors are the game's, or those that were given.
func TestPalette(t *testing.T) {
	own := assets.OwnPalette(assets.Quake2)
	for _, c := range []struct {
		name  string
		given *assets.Palette
		want  *assets.Palette
	}{
		{"demoscope1.mvd", nil, assets.OwnPalette(assets.Quake)},
		{"demoscope1.dm2", nil, assets.OwnPalette(assets.Quake2)},
		{"demoscope1.mvd", own, own},
	} {
		r := newRigOf(t, c.name, sample(t, c.name))
		r.Demo.palette = c.given
		r.pass(0)
		if d := cmp.Diff(c.want, r.Active.Options.Palette); d != "" || r.Input.Palette != r.Active.Options.Palette {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// opening lets frames pass until another demo is shown or it is said why not.
func (r *rig) opening() {
	r.t.Helper()
	old := r.Demo
	r.passUntil(0, "another demo", func() bool { return r.Demo != old || r.opener.result == nil })
}

// openSample opens one of our own recordings, with an error for any other name.
func openSample(t *testing.T, name string) (Demo, error) {
	data, err := os.ReadFile(filepath.Join(corpus.Sample, name))
	if err != nil {
		return Demo{}, errors.New("there is no " + name)
	}
	demo, err := formats.Open(name, data)
	if err != nil {
		return Demo{}, err
	}
	return Demo{Player: player.New(demo, player.Options{Budget: 1 << 40}), Title: name,
		Maps: sampleMap(t)}, nil
}

// A file that is dropped takes the place of the one that is shown, and what the
// viewer has chosen stays.
func TestAnotherDemoTakesItsPlace(t *testing.T) {
	r := newRig(t)
	closed := make(chan string, 9) // by the window or by whoever opens
	r.Demo.close = func() { closed <- "first" }
	opened := make(chan string, 9)
	r.opener.open = func(_ context.Context, path string) (Demo, error) {
		defer func() { opened <- path }()
		name := strings.TrimPrefix(path, "/somewhere/")
		o, err := openSample(t, name)
		o.Close = func() { closed <- name; o.Player.Close() }
		return o, err
	}
	drop := func(name string) {
		r.window.dropped = droppedFS{fstest.MapFS{name: {}}}
		r.pass(0)
	}
	was := r.see()
	drop("nothing.dem")
	r.opening()
	r.changed("a file unreadable", was, func(s *seen) { s.Says = "there is no nothing.dem" })
	r.window.dropped = fstest.MapFS{"a.dem": {}}
	r.pass(0)
	r.changed("a file of nowhere", was, func(s *seen) { s.Says = "Can't play: not a file on this machine" })
	if len(closed) > 0 {
		t.Errorf("a failure has closed %q", <-closed)
	}

	for _, key := range []string{"N", "C", "V", "X", "O", "F3", "Shift+1", "Shift+5", "U", "Y", "]",
		"H", "Tab"} {
		r.press(key)
	}
	r.turn(1) // nearer
	r.pass(20)
	was = r.see()
	drop("demoscope1_p15.dem")
	drop("demoscope1.dm_71") // the newest wish wins
	r.opening()
	r.changed("another demo", was, func(s *seen) { s.Clock, s.Speed, s.Paused, s.Follow = 0, 1, false, world.Nobody })
	if g := r.Demo.Player.Moment().World.Game; g != world.Quake3 || r.window.title != "demoscope1.dm_71 - Demoscope" ||
		!near(float64(r.Active.Camera.Distance), 96, 1e-3) {
		t.Errorf("game %v, title %q, distance %v", g, r.window.title, r.Active.Camera.Distance)
	}
	for range 3 {
		<-opened // its Close comes soon after
	}
	got := []string{<-closed, <-closed}
	slices.Sort(got)
	if want := []string{"demoscope1_p15.dem", "first"}; !slices.Equal(got, want) {
		t.Errorf("closed: %q, want %q", got, want)
	}

	// A camera that flies lands, and a line that is typed is dropped.
	r.press("H")
	r.press("Tab")
	r.press("Tab")
	r.press("/")
	r.press("Enter")
	r.press("G")
	r.pass(20)
	was = r.see()
	drop("demoscope1_p15.dem")
	r.opening()
	r.run(64)
	if got := r.see(); got.View != "chase camera" || got.Captured || was.View != "free camera" {
		t.Errorf("after flying: %+v", got)
	}
	r.Demo.end()
}

// Without a way to open anything, what is dropped is left alone.
func TestNothingCanBeDropped(t *testing.T) {
	r := newRig(t)
	was := r.see()
	r.window.dropped = droppedFS{fstest.MapFS{"a.dem": {}}}
	r.pass(0)
	r.changed("a file", was, func(*seen) {})
}

// A missing map is named for 8 s, and then among the warnings, with where it was looked for. The level that
// is rebuilt takes its place.
func TestMissingMap(t *testing.T) {
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	r.App = New(&Options{Demo: Demo{Player: p, Notice: "Mind the keys",
		Maps: func(l *world.Level) (*bsp.Map, string) {
			return nil, l.Map + " not found; looked in a, b; 2 default folders do not exist"
		}},
		Width: 1280, Height: 720}, r.window, r.input)
	r.pass(0)
	r.Demo.LoadMap(p.Moment().World)
	r.pass(7)
	if got := r.see().Says; got !=
		"Map demoscope1 not found; showing a reconstruction (Shift+V: details) Mind the keys" {
		t.Errorf("after 7 s it says %q", got)
	}
	r.Demo.Notices.Still = true
	r.pass(0)
	if got := r.see().Says; got != "Mind the keys" || r.Input.Level != "reconstructed map" {
		t.Errorf("a picture says %q, and %q beside the map's name", got, r.Input.Level)
	}
	r.Demo.Notices.Still = false
	r.pass(2)
	if got := r.see().Says; got != "" || r.Input.Level != "" || r.Input.Warnings != 2 {
		t.Errorf("after 9 s it says %q, and %q beside the map's name; %d warnings", got, r.Input.Level,
			r.Input.Warnings)
	}
	r.press("Shift+V")
	r.pass(16)
	if got := r.Input.Sheet; got != (hud.Sheet{Title: "Warnings",
		Text: "Mind the keys\nMap demoscope1 not found; showing a reconstruction\n" +
			"maps/demoscope1.bsp not found\n\tlooked in a, b\n2 default folders do not exist\n" +
			"Add the game's folder: drop it here, or F4, Game folders"}) {
		t.Errorf("asked where the map was looked for, the page is %q", got)
	}
	for name, closes := range map[string]func(){
		"the key": func() { r.press("Shift+V") }, "Esc": func() { r.press("Esc") }, "a click": func() {
			r.click(hud.Rect{X: 640, Y: 300})
		}, "help": func() { r.press("H") },
	} {
		if closes(); r.Input.Sheet.Text != "" || r.Demo.Player.Following() != -1 {
			t.Errorf("%s leaves the page %q", name, r.Input.Sheet)
		}
		r.Viewing.help = false
		r.press("Shift+V")
	}
	r.press("Shift+V")
	r.pass(16)
	if got := r.see().Says; got != "" {
		t.Errorf("16 s later it says %q", got)
	}
	if m := r.Demo.Maps.Map(); !r.Active.Options.FirstPerson || m == nil || m.Version != bsp.VersionBuilt ||
		len(m.Faces) < 100 {
		t.Errorf("in place of the map is %v", m)
	}
}

// A map that is not the right one is named for 8 s.
func TestWrongMap(t *testing.T) {
	r := newRig(t)
	m := r.Demo.Maps.Map()
	r.Demo.Maps.Loader = levelmap.NewLoader(func(*world.Level) (*bsp.Map, string) {
		return m, "The map is another one"
	}, nil)
	r.Demo.LoadMap(r.Demo.Player.Moment().World)
	r.pass(7)
	for picture, want := range map[bool][2]string{true: {"", "another build of the map"},
		false: {"The map is another one", ""}} {
		r.Demo.Notices.Still = picture
		r.pass(0)
		if got := r.see().Says; got != want[0] || r.Input.Level != want[1] {
			t.Errorf("after 7 s it says %q, and %q beside the map's name (in a picture: %v)", got,
				r.Input.Level, picture)
		}
	}
	r.Demo.Notices.Still = false
	r.pass(2)
	if got := r.see().Says; got != "" {
		t.Errorf("after 9 s it says %q", got)
	}
}

// What the HUD and the scene are given of the demo.
func TestHUDKnowsTheDemo(t *testing.T) {
	r := newRig(t)
	h := &r.Input
	if h.Duration != 60.223 || !h.Complete || h.Progress != 1 || h.Ended || len(h.Levels) != 1 || len(h.Events) != 41 {
		t.Errorf("duration %v, complete %v, progress %v, ended %v, %d levels, %d events", h.Duration, h.Complete,
			h.Progress, h.Ended, len(h.Levels), len(h.Events))
	}
	if w := r.Demo.Player.Moment().World; h.World != w || h.Time != r.Demo.Player.Moment().Time ||
		h.Screen.Width != 1280 {
		t.Errorf("world %p, time %v, screen %v", h.World, h.Time, h.Screen)
	}
	if w := r.Active.Options.Walked; w != nil {
		t.Errorf("walked ground %+v, which nobody sees", w)
	}
	r.Viewing.Set(setting.HeatMap, true)
	r.WaitHeatMap()
	r.pass(0)
	if w := r.Active.Options.Walked; w == nil || len(w.Points) == 0 || len(w.Points) != len(w.Counts) {
		t.Errorf("walked ground %+v", w)
	}
	r.Viewing.Set(setting.HeatMap, false)
	r.seek(25)
	r.press("C")
	if len(h.Labels) == 0 || h.Labels[0].Text != "Ranger" || !near(float64(h.Labels[0].X), 640, 0.01) {
		t.Errorf("labels %+v", h.Labels)
	}
	r.press("End")
	if !h.Ended {
		t.Error("it has not ended")
	}
	// How the level is drawn in the beginning, and what the first help page has: keys, mouse and gamepad, no legend.
	g := New(&Options{Demo: Demo{Player: r.Demo.Player.Player},
		Settings: setting.Values{"mode": {"wire"}}, Version: "1.2", Width: 640, Height: 360}, r.window, r.input)
	g.frame(0)
	if g.Input.Mode != "wire" || g.Input.Version != "1.2" || len(g.Input.Help) != 5 || len(g.Input.Legend) != 0 ||
		g.Input.Screen.Width != 640 {
		t.Errorf("mode %q, version %q, %d groups of keys, a legend of %d", g.Input.Mode, g.Input.Version,
			len(g.Input.Help), len(g.Input.Legend))
	}
}

func TestWindowTitle(t *testing.T) {
	if a, b := WindowTitle(""), WindowTitle("x.dem"); a != "Demoscope" || b != "x.dem - Demoscope" {
		t.Errorf("titles %q, %q", a, b)
	}
}

// Damage is named for 8 s, and where it is: here at the end.
func TestDamageIsTold(t *testing.T) {
	data := sample(t, "demoscope1.mvd")
	r := newRigOf(t, "demoscope1.mvd", data[:len(data)/2])
	r.pass(7)
	if !strings.HasPrefix(r.see().Says, "Demo damaged at its end: ") && !strings.HasPrefix(r.see().Says,
		"Demo damaged: ") {
		t.Errorf("after 7 s it says %q", r.see().Says)
	}
	r.pass(2)
	if got := r.see().Says; got != "" {
		t.Errorf("after 9 s it says %q", got)
	}
	r.press("End")
	r.pass(1) // in which the time is shown
	if says := r.see().Says; !strings.HasPrefix(says,
		"Damaged here: 2 bytes unreadable, 52 bytes missing, and nothing follows.") ||
		!strings.HasSuffix(says, "End. Space: play again") {
		t.Errorf("at the end it says %q", r.see().Says)
	}
}

// A message stays for two seconds, and the question whether to leave for 2.5.
func TestMessagesGo(t *testing.T) {
	r := newRig(t)
	r.press("B")
	r.pass(1.9)
	if got := r.see().Says; got != "Bookmark set" {
		t.Errorf("after 1.9 s it says %q", got)
	}
	r.pass(0.1)
	if got := r.see().Says; got != "" {
		t.Errorf("after 2 s it says %q", got)
	}
	r.press("Esc")
	r.press("B")
	if got := r.see().Says; got != "Press Esc again to quit" {
		t.Errorf("the question gives way to %q", got)
	}
	r.pass(2.4)
	if got := r.see().Says; got != "Press Esc again to quit" {
		t.Errorf("after 2.4 s it says %q", got)
	}
	r.pass(0.2)
	if got := r.see().Says; got != "" {
		t.Errorf("after 2.6 s it says %q", got)
	}
}

// A message says that a seek takes longer than 0.3 s.
func TestLongSeeks(t *testing.T) {
	demo, err := formats.Open("demoscope1.mvd", sample(t, "demoscope1.mvd"))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Budget: 1}) // a packet a frame
	defer p.Close()
	p.Timeline().Wait()
	p.SetPaused(true)
	p.Seek(60)
	p.Update(0)
	n := notices{}
	says := func(dt float64) string {
		p.Update(0)
		n.Advance(dt)
		for _, m := range n.list(p, false) {
			return m.Text
		}
		return ""
	}
	if a, b, c := says(0.2), says(0.05), says(0.1); !p.Behind() || a != "" || b != "" || c != "Seeking" {
		t.Errorf("it says %q, %q, %q", a, b, c)
	}
	for p.Behind() {
		p.Update(0)
	}
	if got := says(0.1); got != "" {
		t.Errorf("after it, it says %q", got)
	}
}

// A message says that bookmarks cannot be saved, once for each reason.
func TestMarksThatAreNotKept(t *testing.T) {
	r := newRig(t)
	m, warning := &r.Demo.Marks, &r.Demo.Notices.warning
	r.press("B")
	if warning.visible() {
		t.Errorf("it warns %q of nothing", warning.text)
	}
	kept := m.Bookmarks
	m.Bookmarks = newSession(&Demo{Player: r.Demo.Player.Player}).Marks.Bookmarks
	r.press("B")
	if !warning.visible() || warning.text != "Bookmarks are not kept: no settings folder" {
		t.Errorf("it warns %q", warning.text)
	}
	if len(m.Marks) != 1 {
		t.Errorf("there are %d bookmarks", len(m.Marks))
	}
	warning.left = 0
	r.press("B")
	if warning.visible() {
		t.Errorf("it warns %q again", warning.text)
	}
	// The folder is gone, and a file is in its place.
	m.Bookmarks = kept
	if err := errors.Join(os.RemoveAll(r.folder), os.WriteFile(r.folder, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	r.press("B")
	if !warning.visible() || !strings.HasPrefix(warning.text, "Bookmarks are not kept: ") {
		t.Errorf("it warns %q", warning.text)
	}
	if err := os.Remove(r.folder); err != nil {
		t.Fatal(err)
	}
	r.press("B")
	if m.lastError != "" || len(r.savedMarks().Marks) != len(m.Marks) {
		t.Errorf("afterwards it is not kept: %q, %v", m.lastError, m.Marks)
	}
}

// A frame of the window's own code allocates nothing.
func TestFrameDoesNotAllocate(t *testing.T) {
	r := newRig(t)
	in := &input{x: 640, y: 300}
	r.Demo.Player.SetPaused(false)
	for range 60 {
		r.step(in, 1./60)
	}
	r.Demo.Player.SetPaused(true)
	for _, c := range []struct {
		name           string
		list, spoilers bool
		mode           camera.Mode
	}{{"alone", false, true, camera.Eyes}, {"with the list", true, true, camera.Chase},
		{"with the list and nothing ahead", true, false, camera.Free}} {
		r.Viewing.List, r.Active.Camera.Mode = c.list, c.mode
		r.Viewing.Set(setting.Spoilers, c.spoilers)
		if n := allocations(50, 0, func() { r.step(in, 1./60) }); n > 0 {
			t.Errorf("%s: %v allocations a frame", c.name, n)
		}
	}
}

// TestKeysOfOneFrame: several keys in one frame act in the order in which they were pressed, and those after the one
// that begins a line of text are of the line.
func TestKeysOfOneFrame(t *testing.T) {
	r := newRig(t)
	at := func(keys ...string) {
		text := ""
		for _, key := range keys {
			r.input.pressed[r.chord(key).Key] = true
			text += strings.ToLower(key)
		}
		r.input.typed = []rune(text)
		r.pass(1. / 64)
	}
	at("M", "=")
	if r.Viewing.sound.Muted {
		t.Error("the volume key after the mute key leaves it muted")
	}
	at("=", "M")
	if !r.Viewing.sound.Muted {
		t.Error("the mute key after the volume key does not mute")
	}
	was := r.see()
	at("/", "R", "O", "C", "K")
	r.changed("a search", was, func(s *seen) { s.List, s.Asking = true, true })
	if got := r.Demo.List.Events.Query.String(); got != "rock" {
		t.Errorf("searched is %q", got)
	}
}
