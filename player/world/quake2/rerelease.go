package quake2

import (
	"bytes"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// playerUnits returns the units of players' positions and angles. Their angles may be finer than those of entities.
func playerUnits(u wire.Units) wire.Units {
	if u.Angle == wire.AngleByte {
		u.Angle = wire.AngleShort
	}
	return u
}

// rereleaseMoves maps the movement types of the re-release to those of Quake II. The re-release has two more: grapple
// and noclip.
var rereleaseMoves = [...]uint8{moveNormal, moveNormal, moveSpectator, moveSpectator, moveDead, moveGib, moveFreeze}

// Bits of the gun fields of the re-release that are the frame and the model. The others are flags and the skin.
const (
	gunFrameBits = 1<<9 - 1
	gunModelBits = 1<<13 - 1
)

// applyRerelease applies the fields that the re-release encodes differently.
func (s *playerState) applyRerelease(d *message.Quake2RereleasePlayer) {
	m := d.Mask
	if m&message.RereleaseViewOffset != 0 {
		s.viewOffset = steps(d.ViewOffset, 16)
	}
	if m&message.RereleaseViewHeight != 0 {
		s.viewHeight = float32(d.ViewHeight)
	}
	if m&message.RereleaseKickAngles != 0 {
		s.kick = steps(d.KickAngles, 1024)
	}
	if m&message.RereleaseGunFrame != 0 {
		s.gunFrame = d.GunFrame & gunFrameBits
	}
	for i := range d.GunOffset {
		if m&(message.RereleaseGunOffsetX<<i) != 0 {
			s.gunOffset[i] = d.GunOffset[i]
		}
		if m&(message.RereleaseGunPitch<<i) != 0 {
			s.gunAngles[i] = d.GunAngles[i]
		}
	}
}

// rereleaseState converts the fields whose values mean something else in the re-release.
func (q *demo) rereleaseState(s *playerState, m *message.Quake2PlayerInfo) {
	if q.protocol.Edition == quake2.Classic {
		return
	}
	if m.Mask&message.PlayerType != 0 {
		s.moveType = rereleaseMoves[min(int(m.Type), len(rereleaseMoves)-1)]
	}
	if m.Mask&message.PlayerGunIndex != 0 {
		s.gunIndex = m.GunIndex & gunModelBits
	}
}

func steps(v [3]int16, steps float32) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]) / steps, float32(v[1]) / steps, float32(v[2]) / steps}
}

// rerelease applies a message that only the re-release has. It returns false for other messages.
func (q *demo) rerelease(w world.Edit, m message.Message) bool {
	switch m := m.(type) {
	case *message.Quake2ConfigStrings:
		q.configStrings(w, m.Strings)
	case *message.Quake2Baselines:
		q.baselines(w, m.Entities)
	case *message.Quake2GameState:
		q.configStrings(w, m.Strings)
		q.baselines(w, m.Entities)
	case *message.Quake2LevelRestart:
		q.configStrings(w, m.Strings)
	case *message.Quake2Areas:
		q.part++
	case *message.Quake2SplitClient:
		q.partner = int(m.Player) - 1
	case *message.Quake2LocPrint:
		q.only = q.partnerOnly()
		q.locPrint(w, m)
		q.only = 0
	case *message.Quake2BotChat:
		text := prints.Localize(w.Level().GameTexts, w.Players, m.Key, nil)
		line := slices.Concat(m.Bot, []byte(": "), text)
		q.printed(w, &message.Print{Level: printChat, Text: line}, nil)
	default:
		return false
	}
	return true
}

func (q *demo) configStrings(w world.Edit, list []message.ConfigString) {
	for i := range list {
		q.configString(w, &list[i])
	}
}

func (q *demo) baselines(w world.Edit, list []message.EntityDelta) {
	for i := range list {
		q.setBaseline(w, &message.SpawnBaseline{EntityDelta: list[i]})
	}
}

// splitSlot returns the slot of a player of a split screen by number, or the recorder's slot for an unknown number.
func (q *demo) splitSlot(part int) int {
	if part > 0 && part < int(q.protocol.Split) && part < len(q.split) {
		return int(q.split[part])
	}
	return q.client
}

// partnerOnly returns the bit of the slot of the split-screen player that messages are for, or 0 for the recorder or
// everybody.
func (q *demo) partnerOnly() uint32 {
	if q.partner <= 0 {
		return 0
	}
	slot := q.splitSlot(q.partner)
	if slot == q.client || slot < 0 || slot >= nameableSlots {
		return 0
	}
	return 1 << slot
}

// locPrint prints a line given as a key with arguments.
func (q *demo) locPrint(w world.Edit, m *message.Quake2LocPrint) {
	line := prints.Localize(w.Level().GameTexts, w.Players, m.Base, m.Args)
	q.printed(w, &message.Print{Level: m.Level & printLevels, Text: line}, func() bool {
		e, own, ok := prints.KeyDeath(w.Players, m.Base, m.Args)
		if ok {
			e.Text = bytes.TrimRight(line, "\n")
			q.death(w, e, own)
		}
		return ok
	})
}

// printLevels masks the bits of a locprint's level that are the print level. The others control who sees it and where.
const printLevels = 7
