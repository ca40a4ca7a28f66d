package cut

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
)

// client is a client's recording of a made game: at each tenth of a second its two players are seen, and at
// each second the same line is printed, as the countdown of every match is.
type client struct {
	slot    uint8
	from    int    // tenths of a second of the server's clock
	info    string // the server's
	users   [2]int32
	names   [2]string
	sideway coord // of both players
	alone   bool  // the recorder sees nobody else
	changes map[int]message.Message
}

func (r client) demo(t *testing.T) *formats.Demo {
	var records []record
	at := func(tenth int, m ...message.Message) {
		n := int32(len(records) + 1)
		records = append(records, record{message.Packet{Type: 1, RawTime: math.Float32bits(50 + float32(tenth)/10),
			Sequence: n, Acknowledge: n}, m})
	}
	at(r.from, &message.QWServerData{Protocol: 28, Age: 1, GameDir: []byte("qw"), Client: r.slot,
		MapName: []byte("A Map")})
	if r.info != "" {
		at(r.from, &message.StuffText{Text: []byte("fullserverinfo \"" + r.info + "\"\n")})
	}
	at(r.from, &message.QWList{Names: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}})
	for slot, name := range r.names {
		at(r.from, &message.QWUpdateUserInfo{Player: uint8(slot), User: r.users[slot], Text: []byte(`\name\` + name)})
	}
	for tenth := r.from; tenth < r.from+200; tenth++ {
		var list []message.Message
		for slot := range uint8(2) {
			if slot == r.slot || !r.alone {
				list = append(list, &message.QWPlayerInfo{Player: slot, Origin: [3]coord{coord(8 * 10 * tenth % 8000),
					r.sideway, coord(slot)}})
			}
		}
		if tenth%10 == 0 {
			list = append(list, &message.Print{Level: 2, Text: fmt.Appendf(nil, "%d seconds\n", 100-tenth/10)})
		}
		if m := r.changes[tenth]; m != nil {
			list = append(list, m)
		}
		at(tenth, append(list, &message.PacketEntities{})...)
	}
	return makeDemo(t, "qwd", records...)
}

// TestMergeTellsGamesApart: recordings of other games of servers that have begun their first level are
// refused, although the same was printed at the same times; what changes within a game keeps nobody out.
func TestMergeTellsGamesApart(t *testing.T) {
	const usual = `\hostname\one\maxclients\8\map\a`
	ann := client{slot: 0, info: usual, users: [2]int32{4, 7}, names: [2]string{"ann", "bob"}, alone: true}
	with := func(r client, change func(*client)) client {
		r.changes = map[int]message.Message{}
		change(&r)
		return r
	}
	bob := with(ann, func(r *client) { r.slot, r.from = 1, 60 })
	told := func(key, value string) message.Message {
		return &message.QWServerInfo{Key: []byte(key), Value: []byte(value)}
	}
	seen := with(ann, func(r *client) { r.alone = false })
	for _, c := range []struct {
		what string
		ann  client
		bob  client
		want string // "" if it is one game
	}{
		{"one game", ann, bob, ""},
		{"another server", ann, with(bob, func(r *client) { r.info = `\hostname\two\maxclients\8\map\a` }),
			`different game: its server's hostname is "two", not "one"`},
		{"another rule", ann, with(bob, func(r *client) { r.info = `\hostname\one\maxclients\4\map\a` }),
			`different game: its server's maxclients is "4", not "8"`},
		{"servers without a name", with(ann, func(r *client) { r.info = `\map\a` }), with(bob, func(r *client) {
			r.info = `\map\a`
		}), ""},
		{"one without a name", with(ann, func(r *client) { r.info = `\map\a` }), bob, ""},
		{"one without a server's info", with(ann, func(r *client) { r.info = "" }), bob, ""},
		{"the server's name changes before the other begins", with(ann, func(r *client) {
			r.changes[30] = told("hostname", "one (ann vs. bob)")
		}),
			with(bob, func(r *client) { r.info = `\hostname\one (ann vs. bob)\maxclients\8\map\a` }), ""},
		{"the server's name changes after the other's end", ann, with(bob, func(r *client) {
			r.changes[250] = told("hostname", "two")
		}), ""},
		{"another user of the name", ann, with(bob, func(r *client) { r.users[1] = 8 }),
			`"bob" is missing in the other demo`},
		{"another user of the first's name", ann, with(bob, func(r *client) { r.users[0] = 8 }),
			`"ann", the recorder of the other demo, is missing`},
		{"another name", ann, with(bob, func(r *client) { r.names[1] = "cid" }),
			`"cid" is missing in the other demo`},
		{"a player takes another name while both record", with(ann, func(r *client) {
			r.changes[100] = &message.QWSetInfo{Player: 1, Key: []byte("name"), Value: []byte("cid")}
		}), with(bob, func(r *client) {
			r.changes[100] = &message.QWSetInfo{Player: 1, Key: []byte("name"), Value: []byte("cid")}
		}), ""},
		{"a player takes another name before he records", with(ann, func(r *client) {
			r.changes[30] = &message.QWSetInfo{Player: 1, Key: []byte("name"), Value: []byte("cid")}
		}), with(bob, func(r *client) { r.names[1] = "cid" }), ""},
		{"a player joins before he records", with(ann, func(r *client) {
			r.names[1], r.users[1] = "old", 5
			r.changes[30] = &message.QWUpdateUserInfo{Player: 1, User: 7, Text: []byte(`\name\bob`)}
		}), bob, ""},
		{"both seen", seen, with(seen, func(r *client) { r.slot, r.from = 1, 60 }), ""},
		{"other places", seen, with(seen, func(r *client) { r.slot, r.from, r.sideway = 1, 60, 8*500 }),
			"it is of another game: players are at other places at the same times"},
		{"other places, below", seen, with(seen, func(r *client) { r.slot, r.from, r.sideway = 1, 60, -8*500 }),
			"it is of another game: players are at other places at the same times"},
	} {
		_, err := Merge([]*formats.Demo{c.ann.demo(t), c.bob.demo(t)})
		var refused *MergeError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.what, err)
		case c.want != "" && (!errors.As(err, &refused) || refused.Demo != 1 || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, not %q", c.what, err, c.want)
		}
	}
}

// TestGameInfoLimits: who has as many values or users as are kept may have others, and all of them count as memory.
func TestGameInfoLimits(t *testing.T) {
	many, other := make([]string, 64), []string{"another"}
	own, users := make([]user, 64), map[user]bool{}
	for i := range many {
		many[i], own[i] = fmt.Sprint(i), user{slot: i}
	}
	for i := range int32(1024) {
		users[user{number: 9 + i}] = true
	}
	few := map[user]bool{{number: 9}: true}
	for n, want := range map[int]bool{63: false, 64: true} {
		s := gameInfo{own: own[:n]}
		if common(many[:n], other) != want || common(other, many[:n]) != want ||
			(&gameInfo{users: few}).hasRecorder(&s) != want {
			t.Errorf("with %d values it is not %v", n, want)
		}
	}
	one := gameInfo{own: own[:1]}
	if !(&gameInfo{users: users}).hasRecorder(&one) || (&gameInfo{users: few}).hasRecorder(&one) {
		t.Error("among 1024 users the recorder may not be, or is among one")
	}
	r, err := readLevel(client{info: `\hostname\` + strings.Repeat("x", 100), names: [2]string{"ann", "bob"}}.demo(t),
		math.MaxInt64)
	if err != nil || len(r.gameInfo.users) != 2 || r.gameInfo.bytes < 100+6+2*16 {
		t.Errorf("%d bytes, %+v, %v", r.gameInfo.bytes, r.gameInfo, err)
	}
}

// TestMergeLinks: who shares no time with the first one, but with another one of its game, is merged: he was
// not there when the first one was.
func TestMergeLinks(t *testing.T) {
	ann := client{slot: 0, info: `\hostname\one`, users: [2]int32{4, 5}, names: [2]string{"ann", "bob"}, alone: true}
	bob, cid := ann, ann
	bob.slot, bob.from = 1, 140
	bob.changes = map[int]message.Message{250: &message.QWUpdateUserInfo{Player: 0, User: 9, Text: []byte(`\name\cid`)}}
	cid.from, cid.users[0], cid.names[0] = 280, 9, "cid"
	demos := []*formats.Demo{ann.demo(t), bob.demo(t), cid.demo(t)}
	if _, err := Merge(demos); err != nil {
		t.Error(err)
	}
	const first = "different game or time"
	if _, err := Merge(slices.Delete(slices.Clone(demos), 1, 2)); err == nil || !strings.Contains(err.Error(), first) {
		t.Errorf("without the one between: %v", err)
	}
	// It is the first reason that is told: to bob's recording, the third one has other places.
	bob.alone, cid.alone, cid.sideway = false, false, 8*500
	demos[1], demos[2] = bob.demo(t), cid.demo(t)
	if _, err := Merge(demos); err == nil || !strings.Contains(err.Error(), first) {
		t.Errorf("at other places than the second: %v", err)
	}
}
