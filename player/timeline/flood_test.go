package timeline_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/timeline"
)

// flood is a decoder of a demo written by hand to fill a world: packet i has the messages
// that each returns.
type flood struct {
	packets int
	each    func(i int) []message.Message
	at      int
	left    []message.Message
	p       message.Packet
}

// floodPacket is how many bytes a packet takes of the file that a flood stands for.
const floodPacket = 1000

func (f *flood) NextPacket() (*message.Packet, error) {
	if f.at == f.packets {
		return nil, io.EOF
	}
	f.p = message.Packet{
		Kind: message.PacketServer, Block: f.at, Offset: int64(f.at) * floodPacket, Size: floodPacket,
		Time: 1 + float64(f.at)/10, Sequence: int32(f.at + 1), Targets: 1<<32 - 1,
	}
	f.left = f.each(f.at)
	f.at++
	return &f.p, nil
}

func (f *flood) NextMessage() (message.Message, error) {
	if len(f.left) == 0 {
		return nil, io.EOF
	}
	m := f.left[0]
	f.left = f.left[1:]
	return m, nil
}

func (f *flood) Mark() message.Mark {
	return message.Mark{Offset: int64(f.at) * floodPacket, Block: f.at}
}

func (f *flood) Return(m message.Mark) { f.at, f.left = m.Block, nil }

// Demos of the other games that are made to fill an index: all that copies share changes
// between two keyframes, so that each keyframe holds all of it. What is counted is what
// the heap holds, and the budget holds.
func TestHostileWorlds(t *testing.T) {
	long := func(i, n int) []byte { return []byte(fmt.Sprintf("%0*d", n, i)) }
	first := func(begin message.Message, more func(i int) []message.Message) func(i int) []message.Message {
		return func(i int) []message.Message {
			if i == 0 {
				return append([]message.Message{begin}, more(i)...)
			}
			return more(i)
		}
	}
	qwBegin := &message.QWServerData{Protocol: 28, MapName: []byte("T")}
	qwFrame := &message.PacketEntities{}
	baselines := func(i int) (list []message.Message) {
		for k := range 8 {
			var b message.SpawnBaseline
			b.Number = int32((i*8 + k) * 37 % 500)
			b.Mask, b.Frame = message.FieldFrame, int32(i&255)
			list = append(list, &b)
		}
		return list
	}
	mvd2Begin := &message.MultiViewData{Protocol: 37, Version: 2010, Client: -1}
	q3Begin := &message.GameState{Protocol: 68, ConfigStrings: []message.GameStateString{
		{Text: []byte(`\mapname\t\sv_maxclients\64`)}}}
	snapshot := func(i, entities int) *message.Snapshot {
		s := &message.Snapshot{ServerTime: int32(1000 + i*50)}
		for n := range entities {
			at := int32(len(s.Changes))
			s.Changes = append(s.Changes, message.SnapshotChange{Field: message.EntityStateFrame, Value: int32(i + n)})
			s.Entities = append(s.Entities, message.SnapshotEntity{Number: uint16(n), Kind: message.SnapshotDelta,
				First: at, End: at + 1})
		}
		return s
	}
	for _, test := range []struct {
		name, format string
		each         func(i int) []message.Message
	}{
		{"userinfo", "qwd", first(qwBegin, func(i int) []message.Message {
			return []message.Message{&message.QWUpdateUserInfo{Player: uint8(i % 32), User: int32(i),
				Text: append([]byte(`\name\`), long(i, 900)...)}, qwFrame}
		})},
		{"baselines", "qwd", first(qwBegin, func(i int) []message.Message { return append(baselines(i), qwFrame) })},
		{"setinfo that grows", "qwd", first(qwBegin, func(i int) []message.Message {
			return []message.Message{&message.QWSetInfo{Player: uint8(i % 32), Key: fmt.Appendf(nil, "k%d", i),
				Value: long(i, 60)}, qwFrame}
		})},
		{"userinfo", "mvd", first(qwBegin, func(i int) []message.Message {
			return []message.Message{&message.QWUpdateUserInfo{Player: uint8(i % 32), User: int32(i),
				Text: append([]byte(`\name\`), long(i, 900)...)}, qwFrame}
		})},
		{"config strings that grow", "mvd2", first(mvd2Begin, func(i int) []message.Message {
			var list []message.Message
			for k := range 8 {
				list = append(list, &message.ConfigString{Index: uint16(32 + (i*8+k)*7%2000), Text: long(i, 100+i%900)})
			}
			return append(list, &message.MultiViewFrame{})
		})},
		{"entities that come and go", "mvd2", first(mvd2Begin, func(i int) []message.Message {
			var list []message.EntityDelta
			for n := range 400 {
				list = append(list, message.EntityDelta{Number: int32(1 + n), Remove: (n+i)%3 == 0,
					Mask: message.FieldFrame, Frame: int32(i & 255)})
			}
			return []message.Message{&message.MultiViewFrame{Entities: list}}
		})},
		{"baselines", "mvd2", first(mvd2Begin, func(i int) []message.Message {
			return append(baselines(i), &message.MultiViewFrame{})
		})},
		{"configstrings that grow", "dm3", first(q3Begin, func(i int) []message.Message {
			var list []message.Message
			for k := range 8 {
				n := i*8 + k
				list = append(list, &message.ServerCommand{Sequence: int32(1 + n), Text: fmt.Appendf(nil, `cs %d "%s"`,
					30+n*7%900, strings.Repeat("x", 100+n%900))})
			}
			return append(list, snapshot(i, 1))
		})},
		{"snapshots", "dm3", first(q3Begin, func(i int) []message.Message {
			return []message.Message{snapshot(i, 300)}
		})},
		{"gamestates", "dm3", func(i int) []message.Message {
			g := &message.GameState{Protocol: 68, ConfigStrings: q3Begin.ConfigStrings}
			for k := range 20 {
				g.ConfigStrings = append(g.ConfigStrings[:k+1:k+1], message.GameStateString{Index: uint16(30 + k),
					Text: long(i, 1000)})
			}
			return []message.Message{g, snapshot(i, 1)}
		}},
	} {
		const packets, memory = 1500, 1 << 20
		run := func(memory int64) (more, counted int64, keyframes int) {
			before := heap()
			x := timeline.Start(test.format, &flood{packets: packets, each: test.each}, packets*floodPacket,
				timeline.Options{Spacing: 20 * floodPacket, Memory: memory})
			x.Wait()
			more = heap() - before
			counted, keyframes = x.Memory()
			if err := x.Err(); err != nil {
				t.Errorf("%s %s: %v", test.format, test.name, err)
			}
			runtime.KeepAlive(x)
			return more, counted, keyframes
		}
		more, counted, n := run(1 << 30)
		if n < 20 || counted < more*9/10-100_000 {
			t.Errorf("%s %s, without a limit: %d keyframes take %d bytes, counted are %d", test.format, test.name, n,
				more, counted)
		}
		fewer, limited, m := run(memory)
		t.Logf("%s %s: %d keyframes %d bytes, counted %d; with a budget of %d: %d keyframes, %d bytes, counted %d",
			test.format, test.name, n, more, counted, memory, m, fewer, limited)
		if limited > memory || fewer > memory*3/2 || m < 1 {
			t.Errorf("%s %s: with a budget of %d: %d keyframes, %d bytes counted, %d in the heap", test.format,
				test.name, memory, m, limited, fewer)
		}
	}
}
