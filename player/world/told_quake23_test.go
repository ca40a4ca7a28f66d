package world

import (
	"testing"

	"demoscope/formats/message"
)

func quake2Print(level uint8, text string) []message.Message {
	return []message.Message{&message.Print{Level: level, Text: []byte(text)}}
}

func TestQuake2Told(t *testing.T) {
	for _, test := range []struct {
		level uint8
		print string
		want  []string
	}{
		{1, "Ranger was railed by Quarry\n", []string{"Quarry kills Ranger by railgun"}},
		{3, "Quarry: Ranger was railed by Quarry\n", []string{`Quarry says "Quarry: Ranger was railed by Quarry\n"`}},
		{3, "(Quarry): here\n", []string{`Quarry says "(Quarry): here\n"`}},
		{3, "Please report issues\n", []string{`- says "Please report issues\n"`}},
		{2, "Quarry got the RED flag!\n", []string{"Quarry takes Red Flag"}},
		{2, "Quarry captured the BLUE flag!\n", []string{"Quarry captures Blue Flag0"}},
		{2, "Quarry returned the RED flag!\n", nil},
		{2, "Fight!\n", []string{"begin"}},
		{2, "Timelimit hit.\n", []string{"end"}},
		{2, "Fraglimit hit.\n", []string{"end"}},
		{2, "Timelimit hit. Match ended.\n", []string{"end"}},
		{3, "Quarry called a time out. Match will resume automatically in 5 minutes.\n",
			[]string{`- says "Quarry called a time out. Match will resume automatically in 5 minutes.\n"`, "Quarry pause 1"}},
		{3, "Quarry (Home) called a time out. Match will resume automatically in 5 minutes.\n",
			[]string{`- says "Quarry (Home) called a time out. Match will resume automatically in 5 minutes.\n"`, "Quarry pause 1"}},
	} {
		w := play(New("dm2"), quake2Begin(34, 1, 0), quake2FrameOf(1, -1), quake2Print(test.level, test.print))
		expectTold(t, w, test.print, test.want...)
	}
	w := play(New("dm2"), quake2Begin(34, 1, 0), quake2FrameOf(1, -1), quake2Print(3, "Quarry called a time out.\n"), quake2Print(2, "Fight!\n"))
	expectTold(t, w, "the time-out is over", "- pause 0")
	play(w, []message.Message{&message.CenterPrint{Text: []byte("**\n\nMATCH HAS STARTED!\n\n**")}})
	expectTold(t, w, "a match of capture-the-flag", "begin")
}

// What a player takes is in a stat, but for the megahealth, which is heard.
func TestQuake2Items(t *testing.T) {
	w := play(New("dm2"), quake2Begin(34, 1, 0), []message.Message{
		&message.ConfigString{Index: 1057, Text: []byte("Railgun")},
		&message.ConfigString{Index: 1058, Text: []byte("Health")},
		&message.ConfigString{Index: 1059, Text: []byte("Combat Armor")},
		&message.ConfigString{Index: 289, Text: []byte("items/m_health.wav")},
		&message.ConfigString{Index: 290, Text: []byte("items/s_health.wav")},
	})
	frame := func(n int32, index int16, more ...message.Message) {
		list := quake2FrameOf(n, n-1)
		info := list[1].(*message.Quake2PlayerInfo)
		info.StatBits, info.Stats = 1<<Quake2StatPickupText, []int16{index}
		play(w, append(list, more...))
	}
	frame(1, 1057)
	expectTold(t, w, "before the recording")
	frame(2, 0)
	frame(3, 1057)
	expectTold(t, w, "a weapon", "Ranger takes Railgun")
	frame(4, 1057)
	expectTold(t, w, "still shown")
	frame(5, 1058)
	expectTold(t, w, "a little health")
	frame(6, 1059, &message.Sound{Entity: 2, Sound: 1}, &message.Sound{Entity: 2, Sound: 2}, &message.Sound{Entity: 99, Sound: 1})
	expectTold(t, w, "armour, and a sound", "Ranger takes Combat Armor", "Quarry takes Megahealth")
}

// q3ItemNumber is the number of an item in a list.
func q3ItemNumber(t *testing.T, list []quake3Item, class string) int32 {
	for i := range list {
		if list[i].class == class {
			return int32(i)
		}
	}
	t.Fatal(class)
	return 0
}

// q3Event is an entity's event, new with each toggle of its high bits.
func q3Event(s *snap, number uint16, toggle, event, parm int32) *snap {
	return s.entity(number, message.SnapshotDelta, message.EntityStateType, etPlayer,
		message.EntityStateEvent, event|toggle<<8, message.EntityStateEventParm, parm)
}

func TestQuake3Items(t *testing.T) {
	q := newQ3(t, 68, `544 n\Ann`, `545 n\^1Bo^7`, `546 n\Cy`)
	w := q.w
	rocket, shard, quad := q3ItemNumber(t, quake3Items, "weapon_rocketlauncher"), q3ItemNumber(t, quake3Items, "item_armor_shard"), q3ItemNumber(t, quake3Items, "item_quad")
	flag := q3ItemNumber(t, quake3Items, "team_CTF_redflag")
	q.packet(2, &snapshotAt(1000, 0).player(message.PlayerStateClientNum, 2).Snapshot)
	q.packet(3, &q3Event(q3Event(snapshotAt(1050, 1), 0, 1, evItemPickup, rocket), 1, 1, evItemPickup, shard).Snapshot)
	expectTold(t, w, "a weapon and a shard", "Ann takes Rocket Launcher")
	q.packet(4, &q3Event(snapshotAt(1100, 1), 1, 2, evItemPickup, quad).Snapshot)
	expectTold(t, w, "a powerup", "^1Bo^7 takes Quad Damage")
	q.packet(5, &snapshotAt(1150, 1).entity(70, message.SnapshotDelta,
		message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, quad).Snapshot)
	expectTold(t, w, "the same, heard by all")
	// A line tells who has the flag, before everybody hears it.
	q.packet(6, q.say(`print "^1Bo^7^7 got the RED flag!`+"\n\""), &snapshotAt(1200, 1).Snapshot)
	expectTold(t, w, "a line", "^1Bo^7 takes Red Flag")
	q.packet(7, &snapshotAt(1250, 1).entity(71, message.SnapshotDelta,
		message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, flag).Snapshot)
	expectTold(t, w, "the same, heard by all")
	q.packet(8, &snapshotAt(3000, 1).entity(72, message.SnapshotDelta,
		message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, flag).Snapshot)
	expectTold(t, w, "only heard by all", "- takes Red Flag")
	// The recorder's own event comes after what everybody hears.
	q.packet(9, &snapshotAt(4000, 1).player(message.PlayerStateEventSequence, 1, message.PlayerStateEvents0, evItemPickup, message.PlayerStateEventParms0, quad).
		entity(73, message.SnapshotDelta, message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, quad).Snapshot)
	expectTold(t, w, "heard, then known", "Cy takes Quad Damage")
}

// events is the kind of the first entity that is nothing but an event.
func (q *q3) events() int32 { return q.w.rules.(*quake3Rules).numbers.events }

func TestQuake3Captures(t *testing.T) {
	q := newQ3(t, 68, `544 n\Ann`)
	w := q.w
	capture := func(n, milliseconds int32) {
		s := snapshotAt(milliseconds, 1)
		if n == 2 {
			s = snapshotAt(milliseconds, 0)
		}
		q.packet(n, &s.entity(uint16(60+n), message.SnapshotDelta,
			message.EntityStateType, q.events()+evGlobalTeamSound, message.EntityStateEventParm, 1).Snapshot)
	}
	capture(2, 1000)
	expectTold(t, w, "a sound", "- captures 2")
	q.packet(3, q.say(`print "Ann^7 captured the RED flag!`+"\n\""), &snapshotAt(1050, 1).Snapshot)
	expectTold(t, w, "a line", "Ann captures Red Flag0")
	capture(4, 1100)
	expectTold(t, w, "its sound")
	capture(5, 9000)
	expectTold(t, w, "another sound", "- captures 2")
}

// Quake Live tells those who watch what was taken, and of time-outs.
func TestQuakeLiveLines(t *testing.T) {
	q := newQ3(t, 91, `529 n\^1Ann`, `530 n\Bo`)
	w := q.w
	q.packet(2, q.say(`print "^1Ann^7 ^7got the ^7Red Armor.`+"\n\""), q.say(`print "Zed^7 ^7got the ^7Red Armor.`+"\n\""),
		q.say(`print "Bo^7 ^7got the ^7Mega Health.`+"\n\""), q.say(`print "Bo^7 ^7got the ^7Shells.`+"\n\""))
	expectTold(t, w, "lines", "^1Ann takes Heavy Armor", "Bo takes Mega Health")
	q.packet(3, q.say(`cs 669 "123000"`))
	expectTold(t, w, "time-out", "- pause 1")
	c := w.Clone()
	q.packet(4, q.say(`cs 669 ""`))
	expectTold(t, w, "over", "- pause 0")
	if !c.Paused || w.Paused {
		t.Error(c.Paused, w.Paused)
	}
}

func TestCPMATimeOut(t *testing.T) {
	q := newQ3(t, 68, `0 \gamename\cpma`)
	q.packet(2, q.say(`cs 672 "\ts\1000\tw\0\te\5000"`))
	expectTold(t, q.w, "time-out", "- pause 1", "begin")
	q.packet(3, q.say(`cs 672 "\ts\1000\tw\0\te\0"`))
	expectTold(t, q.w, "over", "- pause 0")
}

// Lines stay as they are until the next packet.
func TestQuake3TextsStay(t *testing.T) {
	q := newQ3(t, 68, `0 \gamename\cpma`, `544 n\Ann`, `545 n\Bo`)
	q.packet(2, q.say(`chat "Ann^7: one"`), q.say(`tchat "Bo^7: two two"`), q.say(`mm2 0 "" "three"`), q.say(`cs 3 "four four four"`))
	expectTold(t, q.w, "chat", `Ann says "Ann^7: one\n"`, `Bo says "Bo^7: two two\n"`, `Ann says "(Ann^7): three\n"`)
}
