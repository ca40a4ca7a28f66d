package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// told are the numbers of a player that a packet can claim.
type told struct {
	frags, stat   int32
	known         bool
	secrets, kill int32
}

func toldOf(w *world.World, slot, stat int) (n told) {
	s := &w.Stats
	if w.Players[slot].Stats != nil {
		s = w.Players[slot].Stats
	}
	n.stat, n.known = s.Get(stat)
	n.frags = w.Players[slot].Frags
	if w.Single.Counted != 0 {
		n.secrets, n.kill = w.Single.TotalSecrets, w.Single.Kills
	}
	return n
}

// A packet in which damage is found leaves no numbers, in any game: they are as the packet
// before said, and so they are for the packets behind it, which are changes of it.
func TestDamagedPacketLeavesNoNumbers(t *testing.T) {
	const frags = 1 << 14 // Quake II's stat
	q2 := func(n int32, bits uint64, stats ...int16) []message.Message {
		return q2Frame(n, n-1, &message.Quake2PlayerInfo{StatBits: bits, Stats: stats})
	}
	view := func(bits uint64, stats ...int16) message.Message {
		return mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, StatBits: bits, Stats: stats}})
	}
	id1 := func(frags, stat, secrets int32, more ...message.Message) []message.Message {
		return append([]message.Message{
			&message.UpdateFrags{Player: 0, Frags: int16(frags)},
			&message.UpdateStat{Index: world.StatShells, Value: stat},
			&message.UpdateStat{Index: world.StatTotalSecrets, Value: secrets},
		}, more...)
	}
	quakeWorld := func(format string) *world.World { return newQuakeWorld(t, format, "A").World }
	for _, test := range []struct {
		format      string
		w           *world.World
		stat        int
		good, wrong []message.Message
		behind      []message.Message // names none of the numbers
		want        told
	}{
		{
			format: "dem", w: newQuake(t, "A").World, stat: world.StatShells,
			good: id1(7, 25, 3), wrong: id1(30949, -10885, 5505027, &message.UpdateFrags{Player: 0, Frags: -1},
				&message.KilledMonster{}, &message.UpdateFrags{Player: 200, Frags: 9}),
			want: told{7, 25, true, 3, 0},
		},
		{format: "qwd", w: quakeWorld("qwd"), stat: world.StatShells, good: id1(7, 25, 3),
			wrong: id1(30949, -10885, 5505027), want: told{7, 25, true, 3, 0}},
		{format: "mvd", w: quakeWorld("mvd"), stat: world.StatShells, good: id1(7, 25, 3),
			wrong: id1(30949, -10885, 5505027), want: told{7, 25, true, 3, 0}},
		{format: "mvd, stats that were not known", w: quakeWorld("mvd"), stat: world.StatShells,
			wrong: id1(30949, 0, 5505027)},
		{
			format: "dm2", w: q2Client(t), stat: 1,
			good: q2(1, frags|2, 100, 5), wrong: q2(2, frags|2, -10885, 30949), behind: q2(3, 1<<5, 9),
			want: told{5, 100, true, 0, 0},
		},
		{
			format: "dm2, a stat that was not known", w: q2Client(t), stat: 1,
			good: q2(1, frags, 5), wrong: q2(2, frags|2, -10885, 30949), behind: q2(3, 1<<5, 9),
			want: told{5, 0, false, 0, 0},
		},
		{
			format: "mvd2", w: mvd2Begin(t, nil), stat: 1,
			good: []message.Message{view(frags|2, 100, 5)}, wrong: []message.Message{view(frags|2, -10885, 30949)},
			behind: []message.Message{view(1<<5, 9)}, want: told{5, 100, true, 0, 0},
		},
	} {
		packet := func(damaged bool, list []message.Message) {
			test.w.Begin(&message.Packet{Kind: message.PacketServer, Block: test.w.Block + 1,
				Time: float64(test.w.Block+1) / 10, Targets: 1})
			for _, m := range list {
				test.w.Apply(m)
			}
			if damaged {
				test.w.Damaged(nil)
			}
			test.w.End()
		}
		packet(false, test.good)
		packet(true, test.wrong)
		if got := toldOf(test.w, 0, test.stat); got != test.want || !test.w.Uncertain.Texts {
			t.Errorf("%s: after the damaged packet %+v, want %+v; %+v", test.format, got, test.want, test.w.Uncertain)
		}
		packet(false, test.behind)
		if got := toldOf(test.w, 0, test.stat); got != test.want {
			t.Errorf("%s: after the packet behind it %+v, want %+v", test.format, got, test.want)
		}
		// What is lost between two packets takes nothing back.
		packet(false, test.good)
		before := toldOf(test.w, 0, test.stat)
		test.w.Lost()
		packet(false, test.behind)
		if got := toldOf(test.w, 0, test.stat); got != before {
			t.Errorf("%s: after a loss %+v, want %+v", test.format, got, before)
		}
	}
}

// A score that a damaged packet claims is taken back in Quake III, too.
func TestDamagedPacketLeavesNoScoreQuake3(t *testing.T) {
	q := q3Begin(t, 68, `0 \mapname\q3dm7`, `544 n\Sarge\t\0`, `545 n\Doom\t\0`)
	q.commands("scores 2 0 0 0 7 50 1 0 0 0 0 0 0 0 0 0 0 0 1 3 50 1 0 0 0 0 0 0 0 0 0 0 0")
	if q.Players[0].Frags != 7 || q.Players[1].Frags != 3 {
		t.Fatalf("the scores are %d and %d", q.Players[0].Frags, q.Players[1].Frags)
	}
	q.Begin(&message.Packet{Block: q.Block + 1})
	q.Apply(q.say("scores 2 0 0 0 30949 50 1 0 0 0 0 0 0 0 0 0 0 0 1 3 50 1 0 0 0 0 0 0 0 0 0 0 0"))
	q.Damaged(nil)
	q.End()
	if q.Players[0].Frags != 7 || q.Players[1].Frags != 3 {
		t.Errorf("after the damaged packet the scores are %d and %d", q.Players[0].Frags, q.Players[1].Frags)
	}
}

// A level that begins in a damaged packet has none of its numbers, nor those of the level
// before.
func TestDamagedPacketBeginsLevel(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(&message.UpdateStat{Index: world.StatTotalSecrets, Value: 3}, &message.UpdateStat{
		Index: world.StatTotalMonsters, Value: 9})
	s.Begin(&message.Packet{Block: s.Block + 1})
	s.Apply(&message.UpdateStat{Index: world.StatTotalSecrets, Value: 4})
	s.Apply(&message.ServerInfo{Protocol: 15, MaxClients: 8, Models: texts("maps/e1m2.bsp")})
	s.Apply(&message.UpdateStat{Index: world.StatTotalSecrets, Value: 5505027})
	s.Damaged(nil)
	s.End()
	if v, known := s.Stats.Get(world.StatTotalSecrets); known || v != 0 || s.Single != (world.Single{}) ||
		s.Level().Map != "maps/e1m2.bsp" {
		t.Errorf("%d secrets, known %v, %+v on %s", v, known, s.Single, s.Level().Map)
	}
}

// TestHealthChanged: that a health may have changed is said of the packets in which one does, and of one whose numbers
// are taken back, but not of those that tell the same again or other numbers.
func TestHealthChanged(t *testing.T) {
	stat := func(index uint8, v int32) []message.Message {
		return []message.Message{&message.UpdateStat{Index: index, Value: v}}
	}
	q2 := func(n int32, bits uint64, stats ...int16) []message.Message {
		return q2Frame(n, n-1, &message.Quake2PlayerInfo{StatBits: bits, Stats: stats})
	}
	view := func(bits uint64, stats ...int16) []message.Message {
		return []message.Message{mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, StatBits: bits, Stats: stats}})}
	}
	q3 := func(time int32, base uint8, fields ...int32) []message.Message {
		return []message.Message{&q3At(time, base).player(fields...).m}
	}
	const health, armor = message.PlayerStateStats, message.PlayerStateStats + 3
	for _, test := range []struct {
		name                             string
		w                                *world.World
		first, other, same, hurt, behind []message.Message
	}{
		{"dem", newQuake(t, "A").World, stat(0, 100), stat(world.StatShells, 25), stat(0, 100), stat(0, 40),
			stat(world.StatShells, 24)},
		{"qwd", newQuakeWorld(t, "qwd", "A").World, stat(0, 100), stat(world.StatShells, 25), stat(0, 100), stat(0, 40),
			stat(world.StatShells, 24)},
		{"mvd", newQuakeWorld(t, "mvd", "A").World, stat(0, 100), stat(world.StatShells, 25), stat(0, 100), stat(0, 40),
			stat(world.StatShells, 24)},
		{"dm2", q2Client(t), q2(1, 2, 100), q2(2, 1<<5, 50), q2(3, 2, 100), q2(4, 2, 40), q2(5, 1<<5, 49)},
		{"dm2, who is chased", q2Client(t), q2(1, 1<<16, 1313), q2(2, 1<<5, 50), q2(3, 1<<16, 1313), q2(4, 1<<16, 1314),
			q2(5, 1<<5, 49)},
		{"mvd2", mvd2Begin(t, nil), view(2, 100), view(1<<5, 50), view(2, 100), view(2, 40), view(1<<5, 49)},
		{"dm3", q3Begin(t, 68, `0 \mapname\q3dm7`).World, q3(50, 0, health, 100), q3(100, 0, health, 100, armor, 50),
			q3(150, 0, health, 100, armor, 50), q3(200, 0, health, 40), q3(250, 0, health, 40, armor, 9)},
	} {
		step := func(what string, list []message.Message, damaged, want bool) {
			t.Helper()
			test.w.Begin(&message.Packet{Kind: message.PacketServer, Block: test.w.Block + 1,
				Sequence: int32(test.w.Block) + 2, Time: float64(test.w.Block+1) / 10, Targets: 1})
			for _, m := range list {
				test.w.Apply(m)
			}
			if damaged {
				test.w.Damaged(nil)
			}
			test.w.End()
			if got := test.w.HealthChanged(); got != want {
				t.Errorf("%s, %s: %v", test.name, what, got)
			}
		}
		step("first", test.first, false, true)
		step("another number", test.other, false, false)
		step("the same", test.same, false, false)
		step("hurt", test.hurt, false, true)
		step("another number again", test.behind, false, false)
		step("taken back", test.first, true, true)
	}
}
