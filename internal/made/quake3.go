package made

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/formats/dm3"
	"demoscope/formats/message"
)

// Fighter is a player in a frame of [MultiView]: a weapon by the game's number, the ammo for it, the weapons owned from
// the machine gun on, one bit each, and the position on the x axis in Quake units.
type Fighter struct {
	Health, Armor, Weapon, Ammo, Owned int32
	X                                  float32
}

// MultiView returns a multi-view recording of CPMA (.dm_68): a duel of ann and bob in slots 0 and 1, with a frame every
// 50 ms from 1 s of the server's clock on. A player without health is dead, killed by the other's railgun. The camera
// is the client in slot 2.
func MultiView(t testing.TB, frames ...[2]Fighter) []byte {
	t.Helper()
	const (
		camera, protocol     = 2, 68
		obituary             = 73 // eType of the event
		railgun, dead        = 10, 1
		frozen, nothing      = 4, 1023
		firstName, scoreText = 544, 672
	)
	e := formats.Lookup(dm3.Name).Encoder("made.dm_68")
	sequence := int32(0)
	packet := func(m message.Message) {
		t.Helper()
		sequence++
		if err := message.Write(e, &message.Packet{Sequence: sequence}, []message.Message{m}); err != nil {
			t.Fatal(err)
		}
	}
	text := func(index uint16, s string) message.GameStateString {
		return message.GameStateString{Index: index, Text: []byte(s)}
	}
	packet(&message.GameState{Protocol: protocol, ClientNum: camera, ConfigStrings: []message.GameStateString{
		text(0, `\version\Q3 1.32c\protocol\68\gamename\cpma\mapname\hall\g_gametype\1\sv_maxclients\8`),
		text(1, `\fs_game\cpma`), text(firstName, `n\ann\t\0\model\sarge`), text(firstName+1, `n\bob\t\0\model\doom`),
		text(firstName+camera, `n\camera\t\3`), text(scoreText, `\t\1\ts\1000\tw\0\sb\0\sr\0`)}})
	var zeros [message.EntityStateSize]int32
	for i, f := range frames {
		s := &message.Snapshot{ServerTime: 1000 + 50*int32(i)}
		var ps [message.PlayerStateSize]int32
		ps[message.PlayerStateCommandTime], ps[message.PlayerStatePMType] = s.ServerTime, frozen
		ps[message.PlayerStateClientNum], ps[message.PlayerStateGroundEntityNum] = camera, nothing
		for slot, p := range f {
			ps[message.PlayerStatePowerups+slot] = p.Health<<24 | p.Armor<<16 | int32(i) // plus the damage dealt
			ps[message.PlayerStateAmmo+slot] = int32(int16(p.Owned<<8 | p.Ammo))
		}
		s.Player, s.Changes = dm3.WholePlayer(protocol, &ps, s.Changes)
		add := func(number uint16, state *[message.EntityStateSize]int32) {
			var m message.SnapshotEntity
			m, s.Changes = dm3.WholeEntity(protocol, number, &zeros, state, s.Changes)
			s.Entities = append(s.Entities, m)
		}
		for slot, p := range f {
			state := [message.EntityStateSize]int32{message.EntityStateType: 1,
				message.EntityStateClientNum: int32(slot), message.EntityStateWeapon: p.Weapon,
				message.EntityStatePosType: 1, message.EntityStatePosBaseX: int32(math.Float32bits(p.X))}
			if p.Health <= 0 {
				state[message.EntityStateFlags] = dead
			}
			add(uint16(slot), &state)
		}
		for slot, p := range f {
			if i > 0 && p.Health <= 0 && frames[i-1][slot].Health > 0 {
				add(uint16(100+slot), &[message.EntityStateSize]int32{message.EntityStateType: obituary,
					message.EntityStateOtherEntityNum: int32(slot), message.EntityStateOtherEntityNum2: 1 - int32(slot),
					message.EntityStateEventParm: railgun})
			}
		}
		packet(s)
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}
