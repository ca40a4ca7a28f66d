package text

import (
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

func bits(f float64) int32 { return int32(math.Float32bits(float32(f))) }

// deltas is a snapshot of one player and one entity.
func deltas(player, entity []message.SnapshotChange) *message.Snapshot {
	m := &message.Snapshot{Changes: append(player[:len(player):len(player)], entity...)}
	m.Player.SetRange(player, 0)
	m.Entities = []message.SnapshotEntity{{Number: 3, Kind: message.SnapshotDelta, Lead: 28}}
	m.Entities[0].SetRange(m.Changes, len(player))
	return m
}

func TestStateLines(t *testing.T) {
	const head = `{"message":"snapshot","serverTime":0,"deltaNum":0,"snapFlags":0,"areamask":"","playerState":`
	const empty = head + `{},"entities":[{"number":3,"kind":"delta","lc":28`
	type changes = []message.SnapshotChange
	early := &message.GameState{Protocol: 48}
	for _, c := range []struct {
		list []message.Message
		want string // the last line
	}{
		{[]message.Message{deltas(
			changes{
				{Field: message.PlayerStateCommandTime, Value: 8080},
				{Field: message.PlayerStateOriginX, Form: message.FormLong, Value: bits(-272.5)},
				{Field: message.PlayerStateVelocityX, Value: bits(-4096)},
				{Field: message.PlayerStateStats, Value: -125},
				{Field: message.PlayerStatePowerups + 15, Value: math.MinInt32},
			},
			changes{
				{Field: message.EntityStatePosTime, Value: 7150},
				{Field: message.EntityStatePosBaseX, Form: message.FormZero},
				{Field: message.EntityStatePosBaseY, Form: message.FormLong, Value: bits(math.Copysign(0, -1))},
				{Field: message.EntityStatePosDeltaX, Form: message.FormLong, Value: 0x7f812345},
				{Field: message.EntityStateEvent, Form: message.FormZero},
			})},
			head + `{"fields":{"commandTime":8080,"origin[0]":-272.5,"velocity[0]":-4096,"stats[0]":-125,` +
				`"powerups[15]":-2147483648}},` +
				`"entities":[{"number":3,"kind":"delta","lc":28,"fields":{"pos.trTime":7150,"pos.trBase[0]":0,` +
				`"pos.trBase[1]":-0,"pos.trDelta[0]":"0x7f812345","event":0}}]}`},
		// What no server writes so is told apart.
		{[]message.Message{deltas(nil, changes{
			{Field: message.EntityStatePosBaseX, Form: message.FormLong, Value: bits(64)},
			{Field: message.EntityStatePosBaseZ, Form: message.FormLong, Value: bits(4096)},
			{Field: message.EntityStatePosBaseY},
			{Field: message.EntityStateEvent},
			{Field: 63, Value: 1},
		})},
			empty + `,"fields":{"pos.trBase[0]":64,"pos.trBase[2]":4096,"pos.trBase[1]":0,"event":0,"63":1},` +
				`"forms":{"pos.trBase[0]":"long","pos.trBase[1]":"plain","event":"plain"}}]}`},
		// The early protocols have no other zero.
		{[]message.Message{early, deltas(nil, changes{{Field: message.EntityStateEvent},
			{Field: message.EntityStatePosBaseX}})},
			empty + `,"fields":{"event":0,"pos.trBase[0]":0}}]}`},
		{[]message.Message{early, deltas(nil, changes{{Field: message.EntityStateEvent, Form: message.FormZero}})},
			empty + `,"fields":{"event":0},"forms":{"event":"zero"}}]}`},
		{[]message.Message{&message.Snapshot{Entities: []message.SnapshotEntity{
			{Number: 1, Kind: message.SnapshotRemoved}, {}, {Kind: 200}}}},
			head + `{},"entities":[{"number":1,"kind":"removed"},{"number":0,"kind":"same"},{"number":0,"kind":200}]}`},
		// A stretch that is none is not written.
		{[]message.Message{&message.Snapshot{Player: message.SnapshotPlayer{First: 1, End: 2}}},
			head + `{},"entities":[]}`},
	} {
		text := write(t, c.list...)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if got := lines[len(lines)-1]; got != c.want {
			t.Errorf("\n%s instead of\n%s", got, c.want)
		}
	}
}

// TestRandomStates takes states with any changes in any form and order to
// text and back, in an early protocol, a late one, and without a gamestate.
func TestRandomStates(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	// some fields that a state of n has, with values of all kinds.
	some := func(fields []message.StateField, n int) []message.SnapshotChange {
		var list []message.SnapshotChange
		for _, i := range r.Perm(n)[:r.Intn(40)] {
			c := message.SnapshotChange{Field: uint8(i), Form: message.SnapshotForm(r.Intn(3)),
				Value: int32(r.Uint32())}
			switch r.Intn(4) {
			case 0:
				c.Value = 0
			case 1:
				if c.Value >>= 18; fields[i].Float {
					c.Value = bits(float64(c.Value))
				}
			}
			list = append(list, c)
		}
		return list
	}
	var list []message.Message
	for i := range 600 {
		switch i {
		case 200:
			list = append(list, &message.GameState{Protocol: 48})
		case 400:
			list = append(list, &message.GameState{Protocol: 68})
		}
		m := &message.Snapshot{ServerTime: int32(i)}
		m.Changes = some(m.Player.Fields(), message.PlayerStateSize)
		m.Player.SetRange(m.Changes, 0)
		g := &message.GameState{Protocol: int32(i) / 200 * 48}
		for n := range r.Intn(5) {
			e := message.SnapshotEntity{Number: uint16(n), Kind: message.SnapshotChanged(r.Intn(3)),
				Lead: uint8(r.Uint32())}
			changes := some(e.Fields()[:], len(e.Fields()))
			m.Changes = append(m.Changes, changes...)
			e.SetRange(m.Changes, len(m.Changes)-len(changes))
			m.Entities = append(m.Entities, e)
			g.Changes = append(g.Changes, changes...)
			e.SetRange(g.Changes, len(g.Changes)-len(changes))
			g.Baselines = append(g.Baselines, e)
		}
		list = append(list, m)
		if i >= 200 {
			list = append(list, g)
		}
	}
	text := write(t, list...)
	i := 0
	err := read(text, func(m message.Message) {
		if diff := cmp.Diff(list[i], m, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s\n%s", strings.Split(text, "\n")[i+1], diff)
		}
		i++
	})
	if err != nil || i != len(list) {
		t.Fatalf("%d of %d: %v", i, len(list), err)
	}
}

func TestStateNames(t *testing.T) {
	for _, s := range []message.SnapshotState{new(message.SnapshotEntity), new(message.SnapshotPlayer)} {
		names := map[string]bool{}
		for i, f := range s.Fields() {
			if f.Name != "" && names[f.Name] {
				t.Errorf("%T: two fields are %s", s, f.Name)
			}
			names[f.Name] = true
			if i < 58 && f.Name == "" || strings.Trim(f.Name, "0123456789") == "" && f.Name != "" {
				t.Errorf("%T: field %d is %q", s, i, f.Name)
			}
		}
	}
}

func TestStateRefuses(t *testing.T) {
	for in, want := range map[string]string{
		`{"message":"snapshot","changes":[]}`: `unknown field ` +
			`"changes"`,
		`{"message":"snapshot","playerState":{"fields":{"pos.trTime":1}}}`: `playerState: ` +
			`unknown field "pos.trTime"`,
		`{"message":"snapshot","playerState":{"fields":{"speed":1,"speed":2}}` +
			`}`: "speed: duplicate field",
		`{"message":"snapshot","playerState":{"fields":{"speed":1},"fields":{"speed":2}}` +
			`}`: "fields: duplicate field",
		`{"message":"snapshot","playerState":{"fields":{"speed":2147483648}}` +
			`}`: "speed: number out of range",
		`{"message":"snapshot","playerState":{"fields":{"speed":1.5}}` +
			`}`: "speed: number out of range",
		`{"message":"snapshot","playerState":{"fields":{"origin[0]":"1"}}}`:      "origin[0]: not JSON",
		`{"message":"snapshot","playerState":{"fields":[]}}`:                     "not JSON",
		`{"message":"snapshot","playerState":{"fields":{"speed"}}}`:              "not JSON",
		`{"message":"snapshot","playerState":{"fields":{"speed":1 "weapon":2}}}`: "not JSON",
		`{"message":"snapshot","playerState":{"fields":{1:1}}}`:                  "not JSON",
		`{"message":"snapshot","playerState":{"forms":{"speed":"long"},"fields":{"speed":1}}}`: `forms: unknown ` +
			`field "speed"`,
		`{"message":"snapshot","playerState":{"fields":{"speed":1},"forms":{"speed":"odd"}}}`: `speed: unknown ` +
			`word "odd"`,
		`{"message":"snapshot","playerState":{"fields":{"speed":1},"forms":{"speed":256}}` +
			`}`: "speed: number out of range",
		`{"message":"snapshot","entities":[{"kind":"gone"}]}`: `unknown word "gone"`,
		`{"message":"snapshot","entities":[{"kind":"a`:        "not JSON",
		`{"message":"snapshot","entities":[{"kind":256}]}`:    "number out of range",
	} {
		err := read("{\"dump\":1,\"format\":\"test\"}\n"+in, func(message.Message) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v; expected %s", in, err, want)
		}
	}
	// Empty objects and numbers for words are read.
	err := read("{\"dump\":1,\"format\":\"test\"}\n"+
		`{"message":"snapshot","playerState":{"fields":{},"forms":{}},"entities":[{"kind":1,"fields":{"63":-1,`+
		`"event":5},"forms":{"63":1}}]}`,
		func(m message.Message) {
			e := message.SnapshotEntity{Kind: message.SnapshotDelta, End: 2}
			want := &message.Snapshot{
				Entities: []message.SnapshotEntity{e},
				Changes: []message.SnapshotChange{{Field: 63, Form: message.FormLong, Value: -1},
					{Field: message.EntityStateEvent, Value: 5}},
			}
			if diff := cmp.Diff(message.Message(want), m, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	if err != nil {
		t.Error(err)
	}
}

// TestProtocolUnits: a level whose first message leaves its units out has the
// usual ones again.
func TestProtocolUnits(t *testing.T) {
	entity := &message.SpawnBaseline{EntityDelta: message.EntityDelta{Mask: message.FieldYaw,
		Angles: [3]wire.Angle{1: 64}}}
	short := &message.Quake2ServerData{Units: wire.Units{Angle: wire.AngleShort}}
	list := []message.Message{short, entity, &message.Quake2ServerData{}, entity}
	text := write(t, list...)
	for _, want := range []string{`"units":"short short"}`, `"angles":[null,0.3515625,null]`,
		`"angles":[null,90,null]`} {
		if strings.Count(text, want) != 1 {
			t.Errorf("not one %s in\n%s", want, text)
		}
	}
	i := 0
	if err := read(text, func(m message.Message) {
		if diff := cmp.Diff(list[i], m, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		i++
	}); err != nil || i != len(list) {
		t.Error(i, err)
	}
}
