package world

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/hash"
)

// blank are rules that know no message.
type blank struct{ n int }

func (r *blank) Begin(Edit, *message.Packet) {}
func (r *blank) Apply(Edit, message.Message) {}
func (r *blank) End(Edit)                    {}
func (r *blank) CopyFrom(src Rules, _ bool)  { r.n = src.(*blank).n }
func (r *blank) Hash(h *hash.Hash)           { h.Ints(r.n) }
func (r *blank) Memory(_, _ *World) int64    { return 0 }
func newBlank(g Game) *World                 { return New(g, func() Rules { return &blank{} }) }
func edit(w *World) Edit                     { return Edit{w} }

// full returns a world that has something in every field.
func full() *World {
	w := newBlank(Quake2)
	fields.Fill(&w.State)
	w.View.count = 3*viewLooks + 1
	fields.Fill(&w.Statics)
	fields.Fill(&w.Nails)
	fields.Fill(&w.Players)
	for i := range w.Players {
		w.Players[i].Stats = new(Stats)
		fields.Fill(w.Players[i].Stats)
		w.Players[i].Quake2HUD = new(Quake2HUD)
		fields.Fill(w.Players[i].Quake2HUD)
	}
	fields.Fill(&w.Notices)
	w.Notices.count = 3*noticeLines + 1
	w.Notices.before = w.Notices.count
	fields.Fill(&w.Effects)
	fields.Fill(w.level.p)
	fields.Fill(w.lightStyles.p)
	for _, number := range []int32{3, 4 * baselinePage} { // page 1 has none
		e := Entity{}
		fields.Fill(&e)
		e.Number = number
		w.baselines.p.put(&e)
	}
	fields.Fill(w.results.p)
	for range 2 {
		l := edit(w).NewList()
		fields.Fill(&l.Items)
		edit(w).Rotate()
		edit(w).SetEntities(l)
	}
	fields.Fill(&w.rules.(*blank).n)
	return w
}

// noState are the fields that are no part of the state.
var noState = map[string]string{
	"Defer":                   "says how the world is driven",
	"Since":                   "says how the world is driven",
	"driver.trailSettler":     "the rules",
	"ConfirmTime":             "says how the world is driven",
	"Offsets":                 "says how the world is driven",
	"combined":                "of a world that combines others, which have it",
	"Frames.late":             "says what is put off",
	"posed":                   "follows from the players",
	"LastPacket":              "of one packet",
	"kept":                    "says who may drive the world",
	"numbers":                 "what a packet that is being applied has changed",
	"Frames.pool":             "memory to use again",
	"trailModels":             "made of the level's models",
	"trailHints":              "only saves time",
	"Effects.soonest":         "only saves time",
	"Effects.soonestSound":    "only saves time",
	"Frames.moved":            "of one packet",
	"driver.keeper":           "the rules",
	"driver.settler":          "the rules",
	"driver.trailer":          "the rules",
	"driver.newRules":         "makes the rules of a copy",
	"level.mine":              "says who may write",
	"lightStyles.mine":        "says who may write",
	"baselines.mine":          "says who may write",
	"baselines.p.mine":        "says who may write",
	"results.mine":            "says who may write",
	"Frames.current":          "the list of Entities",
	"Frames.previous":         "the list of PrevEntities",
	"level.p.GameTexts":       "of the game's data, which is no part of a demo",
	"level.p.Texts.Numbering": "one of two tables, which are told apart by End",

	"Effects.Projectiles[0].launched": "counts where it changes Owner",
	"Effects.Projectiles[1].launched": "counts where it changes Owner",
}

// Every field of the state counts for the hash.
func TestHashCountsEveryField(t *testing.T) {
	w := full()
	before := w.Hash()
	fields.Each(t, w, noState, func(path string) {
		if w.Hash() == before {
			t.Errorf("%s does not count", path)
		}
	})
	if w.Hash() != before {
		t.Error("the hash changes by itself")
	}
	w.level.edit((*Level).clone).Texts.Numbering.End++
	if w.Hash() == before {
		t.Error("the numbering of Quake II's config strings does not count")
	}
	// Which of two lists an entity is in counts, too.
	w = full()
	w.Entities, w.PrevEntities = w.Entities[:1], append(slices.Clone(w.Entities[1:]), w.PrevEntities...)
	if w.Hash() == before {
		t.Error("the lists are mixed")
	}
}

// The state is copied by assignment, so that no field can be left out.
func TestStateIsPlain(t *testing.T) { fields.Plain(t, reflect.TypeFor[State]()) }

// shared are the fields whose memory a copy has in common with its source:
// copied on write, or never changed.
var shared = []string{"Effects.Static", "Frames.Entities", "Frames.PrevEntities", "Frames.current",
	"Frames.pool.free.pool.baselines.p", "Frames.previous", "Statics", "baselines.p", "level.p", "lightStyles.p",
	"results.p"}

// A copy is equal to its source whichever field changes, and shares nothing that
// either of them writes.
func TestCopyFrom(t *testing.T) {
	w := full()
	c := w.Clone()
	if c.Hash() != w.Hash() {
		t.Error("a copy is not equal")
	}
	if got := fields.Shared(w, c); !slices.Equal(got, shared) {
		t.Errorf("shared are %q, not %q", got, shared)
	}
	again := full()
	again.Clone()
	again.CopyFrom(w)
	if got := fields.Shared(w, again); !slices.Equal(got, shared) {
		t.Errorf("into a world with memory of its own, shared are %q, not %q", got, shared)
	}
	if again.Hash() != w.Hash() {
		t.Error("a copy into a world that was in use is not equal")
	}
	fields.Each(t, w, noState, func(path string) {
		again.CopyFrom(w)
		if again.Hash() != w.Hash() {
			t.Errorf("%s is not copied", path)
		}
	})
	want := c.Hash()
	except := map[string]string{"Frames.Entities": "never changed", "Frames.PrevEntities": "never changed",
		"level": "copied on write", "lightStyles": "copied on write", "baselines": "copied on write",
		"results": "copied on write",
		"Statics": "never changed, only added", "Effects.Static": "never changed, only added"}
	for path, why := range noState {
		if len(path) < 6 || path[:6] != "level." && path[:6] != "lightS" && path[:6] != "baseli" &&
			path[:6] != "result" {
			except[path] = why
		}
	}
	fields.Each(t, w, except, func(path string) {
		if c.Hash() != want {
			t.Errorf("%s of the source is that of the copy", path)
		}
	})
}

// TestEventsKeepNoPacket: an event that is left behind the end of the list keeps no packet's text, and with
// it a piece of the file.
func TestEventsKeepNoPacket(t *testing.T) {
	for name, empty := range map[string]func(w *World){
		"a packet": func(w *World) { w.Begin(&message.Packet{}) },
		"a copy":   func(w *World) { w.CopyFrom(full()) },
	} {
		w := full()
		for range 3 {
			Edit{w}.Event(Event{Text: []byte("a line of the packet")})
		}
		empty(w)
		if n := cap(w.Events); len(w.Events) != 0 || n < 3 {
			t.Errorf("%s leaves %d of %d events", name, len(w.Events), n)
		}
		for i, e := range w.Events[:cap(w.Events)] {
			if e.Text != nil {
				t.Errorf("behind %s event %d has %q", name, i, e.Text)
			}
		}
	}
}

// What is copied on write is copied when either side writes, once.
func TestCopyOnWrite(t *testing.T) {
	for _, source := range []bool{true, false} {
		w := full()
		c := w.Clone()
		before := w.Hash()
		one, other := c, w
		if source {
			one, other = w, c
		}
		e := edit(one)
		e.EditLevel().Models[1] = "progs/eyes.mdl"
		e.EditLevel().Texts.Items[0] = "Rebreather"
		e.SetLightStyle(7, []byte("abc"))
		e.SetBaseline(Entity{Number: 3, Frame: 99})
		e.SetBaseline(Entity{Number: 300})
		if other.Hash() != before {
			t.Errorf("source %v: writing changes the other", source)
		}
		if l := one.Level(); l.Models[1] != "progs/eyes.mdl" || l.Texts.Items[0] != "Rebreather" ||
			one.LightStyles()[7] != "abc" ||
			e.Baseline(3).Frame != 99 || one.Baselines() != other.Baselines()+1 {
			t.Errorf("source %v: what was written is lost", source)
		}
		if l := one.Level(); e.EditLevel() != l {
			t.Errorf("source %v: it is copied again", source)
		}
	}
}

// What is cloned to be written shares nothing but what no level changes.
func TestClones(t *testing.T) {
	var l Level
	fields.Fill(&l)
	if got := fields.Shared(&l, l.clone()); !slices.Equal(got, []string{"ClientSounds"}) {
		t.Errorf("a level shares %q", got)
	}
	if c := l.clone(); !reflect.DeepEqual(*c, l) {
		t.Errorf("%+v, not %+v", *c, l)
	}
	b := full().baselines.p
	if got := fields.Shared(b, b.clone()); !slices.Equal(got, []string{"pages"}) {
		t.Errorf("baselines share %q", got)
	}
	c := b.clone()
	c.put(&Entity{Number: 3, Frame: 77})
	c.put(&Entity{Number: 5, Frame: 78})
	if c.pages[0] == b.pages[0] || c.pages[4] != b.pages[4] || b.entity(3).Frame == 77 || b.entity(5).Frame == 78 ||
		c.entity(3).Frame != 77 || c.entity(5).Frame != 78 || c.count != b.count+1 || c.entity(129).Frame != 0 {
		t.Errorf("%+v, %+v", c, b)
	}
}

// A level forgets all but the clocks, the counts and the dates.
func TestBeginLevelForgets(t *testing.T) {
	w := full()
	kept := w.State
	edit(w).BeginLevel()
	want := newBlank(Quake2)
	want.results.p = w.results.p // a level is no match
	want.State = State{
		Time: kept.Time, Clock: kept.Clock, FrameClock: kept.FrameClock, PrevFrameClock: kept.PrevFrameClock,
		Block: kept.Block, Snapshots: kept.Snapshots, LevelCount: kept.LevelCount + 1, Recorder: Nobody,
		timeKnown: true, levelBegan: true,
		Date: kept.Date, LastDate: kept.LastDate,
	}
	want.rules.(*blank).n = w.rules.(*blank).n
	if w.Hash() != want.Hash() {
		t.Errorf("%+v, effects %+v, %d lines, not %+v", w.State, w.Effects, w.Notices.Len(), want.State)
	}
}

// Effects and notices are forgotten, copied and counted as a whole.
func TestEffectsWhole(t *testing.T) {
	var e, c Effects
	fields.Fill(&e)
	c.copyFrom(&e)
	if got := fields.Shared(&e, &c); !slices.Equal(got, []string{"Static"}) {
		t.Errorf("%q are shared", got)
	}
	if !reflect.DeepEqual(e, c) {
		t.Errorf("a copy is %+v, not %+v", c, e)
	}
	memory := func() int64 { return e.memory(new(Effects)) }
	v := reflect.ValueOf(&e).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice {
			before := memory()
			f.Set(reflect.MakeSlice(f.Type(), f.Len(), 100))
			want := before + 98*int64(f.Type().Elem().Size())
			if v.Type().Field(i).Name == "Static" { // with the room to grow
				want = before + 98*int64(f.Type().Elem().Size())*5/4
			}
			if memory() != want {
				t.Errorf("with %s of 100 it is %d bytes, not %d", v.Type().Field(i).Name, memory(), want)
			}
		}
	}
	e.Clear()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && f.Len() != 0 || f.Kind() != reflect.Slice && !f.IsZero() {
			t.Errorf("%s is still there", v.Type().Field(i).Name)
		}
	}
}

func TestNoticesWhole(t *testing.T) {
	var n, c Notices
	fields.Fill(&n)
	n.count = 100
	c.copyFrom(&n)
	if got := fields.Shared(&n, &c); len(got) != 0 {
		t.Errorf("%q are shared", got)
	}
	if !reflect.DeepEqual(n, c) {
		t.Errorf("a copy is %+v, not %+v", c, n)
	}
	before := n.memory()
	n.Center = make([]byte, 2, 52)
	n.lines[noticeLines-1].Text = make([]byte, 2, 102)
	if n.memory() != before+150 {
		t.Errorf("%d bytes, not %d", n.memory(), before+150)
	}
	n.before = n.count
	n.beginLevel()
	if n.Len() != 0 || n.open || len(n.Center) != 0 || n.CenterClock != 0 || n.Finale || n.CenterTargets != 0 {
		t.Errorf("%+v", n)
	}
}

// Memory counts every list and text, and what a copy shares only once.
func TestMemory(t *testing.T) {
	counted := strings.Fields(`Effects.List[] Effects.Projectiles[] Effects.Sounds[] Effects.Static[] Effects.Trails[]
		Nails[] Notices.Center[] Notices.lines.Text[] Players.Name Players.Quake2HUD.Layout Players.Skin Players.Team
		Players.UserInfo Players[] State.Date State.LastDate State.Match.Names State.MatchStats State.Quake2HUD.Layout
		Statics[] baselines.p.pages[] level.p.ConfigStrings level.p.ConfigStrings[] level.p.GameDir level.p.Map
		level.p.Models level.p.Models[] level.p.ServerInfo level.p.SkyBox level.p.Sounds level.p.Sounds[]
		level.p.Texts.General level.p.Texts.General[] level.p.Texts.Head level.p.Texts.Head[] level.p.Texts.Images
		level.p.Texts.Images[] level.p.Texts.Items level.p.Texts.Items[] level.p.Texts.Skins level.p.Texts.Skins[]
		level.p.Texts.StatusBar level.p.Title lightStyles.p results.p.list.Aims[] results.p.list.Left[]
		results.p.list.Map results.p.list.Pickups[] results.p.list.Players[] results.p.list.Returns[]
		results.p.list.Spectators[] results.p.list.Teams[] results.p.list[]`)
	index := regexp.MustCompile(`\[\d+\]`)
	w := full()
	for _, before := range []*World{nil, full(), w.Clone()} {
		whole := w.Memory(before)
		var got []string
		fields.Each(t, w, noState, func(path string) {
			if w.Memory(before) != whole {
				got = append(got, index.ReplaceAllString(path, ""))
			}
		})
		slices.Sort(got)
		want := counted
		if before != nil && before.level.p == w.level.p { // all that is copied on write is shared
			want = want[:slices.Index(want, "baselines.p.pages[]")]
		}
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%q are counted, not %q", got, want)
		}
	}
	w.Players[0].Quake2HUD, w.Players[1].Stats = nil, nil
	before := w.Memory(nil)
	w.Players[0].Quake2HUD, w.Players[1].Stats = new(Quake2HUD), new(Stats)
	if got := w.Memory(nil) - before; got != sizeOf[Quake2HUD](1)+sizeOf[Stats](1) {
		t.Errorf("a player's numbers have %d bytes", got)
	}
	before = w.Memory(nil)
	if w.current.Items = make([]Entity, 2, 50); w.Memory(nil) != before+48*sizeOf[Entity](1) {
		t.Errorf("48 more entities have %d bytes", w.Memory(nil)-before)
	}
}

// A list that is made late is made when it is pinned, and then holds nothing but its entities.
func TestLateLists(t *testing.T) {
	w := edit(newBlank(QuakeWorld))
	w.Defer = true
	l := w.Full(&message.PacketEntities{Entities: []message.EntityDelta{{Number: 3}}}, wire.Units{})
	if len(l.Items) != 0 {
		t.Errorf("%d entities that nobody asked for", len(l.Items))
	}
	if l.Pin(); len(l.Items) != 1 || l.Items[0].Number != 3 || l.changes != nil {
		t.Errorf("pinned: %+v, %d changes", l.Items, cap(l.changes))
	}
	// Replacement deltas change such a list, too.
	w.SetEntities(w.Full(&message.PacketEntities{Entities: []message.EntityDelta{{Number: 3}}}, wire.Units{}))
	Replace(w, []message.ReplacementUpdate{{EntityDelta: message.EntityDelta{Number: 5}}}, &Replacing{})
	if len(w.Entities) != 2 || w.Entities[0].Number != 3 || w.Entities[1].Number != 5 {
		t.Errorf("replaced: %+v", w.Entities)
	}
}

// A list goes back to its pool with its last reference, unless it is pinned.
func TestLists(t *testing.T) {
	w := edit(newBlank(Quake))
	a := w.NewList()
	a.Items = append(a.Items, Entity{Number: 1})
	a.Retain()
	a.Release()
	if b := w.NewList(); b == a {
		t.Error("a list that is in use is given out again")
	} else {
		b.Release()
	}
	a.Release()
	if b := w.NewList(); b != a || len(b.Items) != 0 {
		t.Errorf("%p with %d entities, not %p again", b, len(b.Items), a)
	}
	a.Pin()
	a.Release()
	a.Release()
	if b := w.NewList(); b == a {
		t.Error("a pinned list is given out again")
	}
	var none *List
	none.Retain()
	none.Release()
	none.Pin()
	if none.Size(w.edited) != 0 || w.current.Size(w.edited) != 0 || a.Size(w.edited) == 0 {
		t.Error("sizes")
	}
}
