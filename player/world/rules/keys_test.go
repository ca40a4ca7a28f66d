package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// What players press: the recorder's own moves and buttons, the moves of others, whose buttons
// servers leave out, and all of them where a server writes down what it received.
func TestKeys(t *testing.T) {
	const all = world.KeyForward | world.KeyBack | world.KeyLeft | world.KeyRight | world.KeyJump | world.KeyAttack
	for _, c := range []struct {
		forward, right int16
		buttons        uint8
		moves, want    world.Keys
	}{
		{0, 0, 0, 0, 0}, {320, 0, 1, world.KeyForward, world.KeyForward | world.KeyAttack},
		{-200, 350, 2, world.KeyBack | world.KeyRight, world.KeyBack | world.KeyRight | world.KeyJump},
		{0, -1, 255, world.KeyLeft, world.KeyLeft | world.KeyJump | world.KeyAttack},
	} {
		s := newQuakeWorld(t, "qwd", "A", "B")
		moves := [3]int16{c.forward, c.right, 0}
		other := &message.QWPlayerInfo{Player: 1, Bits: message.QWPlayerCommand, Command: message.QWUserCommand{
			Moves: moves, Buttons: c.buttons}}
		s.packet(&message.QWPlayerInfo{Player: 0}, other, &message.QWClientBlock{Moves: moves, Buttons: c.buttons})
		if p := s.Players[0]; p.Keys != c.want || p.KeysKnown != all {
			t.Errorf("%+v: the recorder presses %b of %b", c, p.Keys, p.KeysKnown)
		}
		if p := s.Players[1]; p.Keys != c.moves || p.KeysKnown != world.MoveKeys {
			t.Errorf("%+v: the other presses %b of %b", c, p.Keys, p.KeysKnown)
		}
		s.packet(&message.QWPlayerInfo{Player: 1})
		if p := s.Players[1]; p.Keys != 0 || p.KeysKnown != 0 {
			t.Errorf("%+v: without a command the other presses %b of %b", c, p.Keys, p.KeysKnown)
		}
		m := newQuakeWorld(t, "mvd", "A", "B")
		m.packetTo(0, &message.MVDHiddenCommand{Player: 1, Moves: moves, Buttons: c.buttons}, &message.MVDHiddenCommand{
			Player: 200, Moves: moves})
		if p := m.Players[1]; p.Keys != c.want || p.KeysKnown != all || m.Players[0].KeysKnown != 0 ||
			len(m.Players) > 2 {
			t.Errorf("%+v: %b of %b, %d players", c, p.Keys, p.KeysKnown, len(m.Players))
		}
	}
}
