package quakeworld_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// TestClientFacts checks all facts of our own recordings and of the real ones.
func TestClientFacts(t *testing.T) { facts.Check(t, "qwd", nil, checkQWD) }

// qwdSample is one entity or player after one block.
type qwdSample struct {
	Block  int                `json:"block"`
	Entity int32              `json:"entity"` // a player's is the slot
	Kind   string             `json:"kind"`
	State  quakeWorldState    `json:"state"`
	Extra  map[string]float64 `json:"extra"`
}

// quakeWorldState is what the facts tell of an entity. The angles of a .qwd's
// player mean nothing.
type quakeWorldState struct {
	Model    uint16     `json:"modelindex"`
	Frame    uint16     `json:"frame"`
	Skin     int32      `json:"skin"`
	Effects  uint32     `json:"effects"`
	Colormap uint8      `json:"colormap"`
	Origin   [3]float32 `json:"origin"`
	Angles   [3]float32 `json:"angles"`
}

// qwdFinal is the fact "final": the state at the end of the file.
type qwdFinal struct {
	Baselines int              `json:"baselines"`
	Frags     map[string]int32 `json:"frags"`
	Stats     map[string]int32 `json:"stats"`
}

// qwdCounts is what the stream says besides the world that it makes.
type qwdCounts struct {
	quakeWorldCounts
	frames    map[int32]bool                 // sequence numbers that had a set
	baseless  int                            // changes of a set that is not there
	infos     map[int32]message.QWPlayerInfo // of the block
	stats     map[string]int32               // what the messages set, all levels together
	firstTime float64
}

func checkQWD(t *testing.T, f *facts.File) {
	var samples []qwdSample
	f.Get(t, "samples", &samples)
	f.Checked("samples", facts.Leaves(t, f.Facts["samples"])-1)
	byBlock := map[int][]qwdSample{}
	for _, s := range samples {
		byBlock[s.Block] = append(byBlock[s.Block], s)
		if s.Kind == "playerinfo" {
			f.Checked("samples", -3) // angles that mean nothing
		}
	}
	c := &qwdCounts{
		quakeWorldCounts: newQuakeWorldCounts(), frames: map[int32]bool{},
		infos: map[int32]message.QWPlayerInfo{}, stats: map[string]int32{},
	}
	c.scan(t, f)
	w := f.Play(t,
		func(w *world.World, m message.Message) { c.message(w, m) },
		func(w *world.World, p *message.Packet) {
			c.block(p)
			for _, s := range byBlock[p.Block] {
				c.sample(t, w, p, s)
			}
			delete(byBlock, p.Block)
			clear(c.infos)
		})
	if len(byBlock) != 0 {
		t.Errorf("samples of blocks that are not there: %v", byBlock)
	}
	c.compare(t, f, w)
	facts.Equal(t, f, "delta_from_missing_frame", c.baseless)
	near(t, f, "first_time", c.firstTime)
	near(t, f, "last_time", c.last)
	var final qwdFinal
	f.Get(t, "final", &final)
	f.Checked("final", len(final.Frags)+len(final.Stats))
	if final.Frags == nil {
		final.Frags = map[string]int32{}
	}
	if final.Stats == nil {
		final.Stats = map[string]int32{}
	}
	facts.Diff(t, "final", final, qwdFinal{Baselines: w.Baselines(), Frags: fragsOf(w, final.Frags), Stats: c.stats})
	checkQWDStats(t, c, w)
	if f.Has("protocol_ext") {
		delete(c.extensions, "fte2") // the facts leave it out
		facts.Equal(t, f, "protocol_ext", c.extensions)
		f.Checked("protocol_ext", 1)
	}
}

// checkQWDStats compares the recorder's stats with what the messages set. The
// facts keep those of an earlier level and do not count secrets and monsters
// on; the world does otherwise.
func checkQWDStats(t *testing.T, c *qwdCounts, w *world.World) {
	t.Helper()
	for i := range w.Stats.Values {
		got, known := w.Stats.Get(i)
		want, set := c.stats[strconv.Itoa(i)]
		switch i {
		case world.StatSecrets:
			want += int32(c.messages["foundsecret"])
		case world.StatMonsters:
			want += int32(c.messages["killedmonster"])
		}
		if known && got != want || set && !known && len(c.levels) == 1 {
			t.Errorf("stat %d is %d (known: %v), the messages set %d", i, got, known, want)
		}
	}
}

// scan finds the changes of sets that are not there, without a world.
func (c *qwdCounts) scan(t *testing.T, f *facts.File) {
	t.Helper()
	d := f.Demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			return
		}
		sequence := p.Sequence & math.MaxInt32
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			switch m := m.(type) {
			case *message.QWServerData:
				clear(c.frames)
			case *message.PacketEntities:
				// The low byte of the base's number, at most 64 back.
				base := sequence - (sequence-int32(m.From))&0xff
				if m.Delta && (!c.frames[base] || sequence-base > 64) {
					c.baseless++
				}
				c.frames[sequence] = true
			}
		}
	}
}

func (c *qwdCounts) block(p *message.Packet) {
	if c.blocksTotal == 0 {
		c.firstTime = p.Time
	}
	c.last = p.Time
	c.blocksTotal++
	c.blocks[map[message.PacketKind]string{
		message.PacketServer: "sblock", message.PacketCommand: "cblock", message.PacketSequence: "fblock",
	}[p.Kind]]++
}

func (c *qwdCounts) message(w *world.World, m message.Message) {
	switch m := m.(type) {
	case *message.QWClientBlock, *message.QWSequence:
		return // the facts count them as blocks
	case *message.QWPlayerInfo:
		c.infos[int32(m.Player)] = *m
	case *message.UpdateStat:
		c.stats[strconv.Itoa(int(m.Index))] = m.Value
	}
	c.count(w, m)
}

// sample compares one sample with the world after its block.
func (c *qwdCounts) sample(t *testing.T, w *world.World, p *message.Packet, s qwdSample) {
	t.Helper()
	what := fmt.Sprintf("block %d, %s %d", s.Block, s.Kind, s.Entity)
	var got quakeWorldState
	switch s.Kind {
	case "playerinfo":
		if int(s.Entity) >= len(w.Players) || !w.Players[s.Entity].Visible {
			t.Errorf("%s: not there", what)
			return
		}
		q := &w.Players[s.Entity]
		got = quakeWorldState{
			Model: q.Model, Frame: q.Frame, Skin: q.SkinNumber, Effects: q.Effects, Colormap: s.State.Colormap,
			Origin: q.Pose.Origin, Angles: s.State.Angles,
		}
	case "packetentity", "deltapacketentity":
		e := w.Entity(s.Entity)
		if e == nil {
			t.Errorf("%s: not there", what)
			return
		}
		got = entityState(e)
	default:
		t.Errorf("%s: unknown kind", what)
	}
	facts.Diff(t, what, s.State, got)
	for name, want := range s.Extra {
		info, player := c.infos[s.Entity]
		if !player && name != "seq" {
			t.Errorf("%s: %s without a playerinfo", what, name)
			continue
		}
		if c.protocol <= 26 && strings.HasPrefix(name, "lmpc_speed") && want > 127 {
			want -= 256 // LMPC reads the signed bytes of old protocols without their sign (qwfacts 0.10)
		}
		if got, ok := qwdExtra(name, p, &info); !ok || float32(got) != float32(want) {
			t.Errorf("%s: %s is %v, want %v", what, name, got, want)
		}
	}
}

// qwdExtra returns what a fact calls by a name.
func qwdExtra(name string, p *message.Packet, m *message.QWPlayerInfo) (float64, bool) {
	switch name {
	case "seq":
		return float64(p.Sequence & math.MaxInt32), true
	case "velocity_x", "velocity_y", "velocity_z":
		return float64(m.Velocity[name[9]-'x']), true
	case "lmpc_speed_x", "lmpc_speed_y", "lmpc_speed_z":
		return float64(m.Command.Moves[name[11]-'x']), true
	case "lmpc_angles_1", "lmpc_angles_2":
		return float64(m.Command.Angles[name[12]-'1']) * (360.0 / 65536), true
	case "lmpc_load":
		return float64(m.Command.Msec), true
	case "lmpc_ping":
		return float64(m.Msec) * 0.001, true
	case "lmpc_weaponframe":
		return float64(m.WeaponFrame), true
	}
	return 0, false
}

func entityState(e *world.Entity) quakeWorldState {
	return quakeWorldState{
		Model: e.Model[0], Frame: e.Frame, Skin: e.Skin, Effects: e.Effects, Colormap: e.Colormap,
		Origin: e.Origin, Angles: e.Angles,
	}
}
