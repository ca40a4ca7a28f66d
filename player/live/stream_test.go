package live_test

import (
	"context"
	"io"
	"maps"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/live"
	"demoscope/player/timeline"
)

// streamPieces returns the stream of a captured QTV connection in the pieces in which it came, without the handshake.
func streamPieces(t *testing.T, name, handshake string) (pieces [][]byte) {
	t.Helper()
	head := len(handshake)
	for _, d := range corpus.Capture(t, name) {
		if d.Dir != "s2c" {
			continue
		}
		n := min(head, len(d.Data))
		head -= n
		if len(d.Data) > n {
			pieces = append(pieces, d.Data[n:])
		}
	}
	return pieces
}

// TestStream: a captured QTV stream goes on behind each EndOfDemo in it, and its levels and messages are those that
// an independent parser read.
func TestStream(t *testing.T) {
	dir := filepath.Join(corpus.Dir(t), "live")
	for _, name := range []string{"live_pext_qtv", "live_loss_qtv", "live_p28_qtv", "qtv_ezquake"} {
		t.Run(name, func(t *testing.T) {
			var want struct {
				Handshake   string         `json:"handshake"`
				StreamBytes int            `json:"stream_bytes"`
				Messages    map[string]int `json:"messages"`
				Disconnects []struct{}     `json:"disconnects"`
				Levels      []struct{ Map string }
			}
			corpus.ReadJSON(t, filepath.Join(dir, "expect", name+".json"), &want)
			pieces := streamPieces(t, name, want.Handshake)
			g := live.New(name, formats.GrowOptions{Format: formats.Lookup("mvd"), Live: true})
			defer g.Release()
			var d message.Decoder
			var index *timeline.Timeline
			got := map[string]int{}
			size := 0
			for _, piece := range pieces {
				size += len(piece)
				if _, err := g.Write(piece); err != nil {
					t.Fatal(err)
				}
				if d == nil {
					ctx, cancel := context.WithCancel(context.Background())
					cancel()
					demo, err := g.Demo(ctx)
					if err != nil {
						continue
					}
					d = demo.Decoder()
					index = timeline.Start("mvd", demo.Decoder(), demo.Size(), timeline.Options{})
					defer index.Stop()
				}
				count(t, d, got)
			}
			g.End(nil)
			if index == nil {
				t.Fatal("no beginning")
			}
			count(t, d, got)
			index.Wait()
			if size != want.StreamBytes || len(want.Disconnects) == 0 {
				t.Fatalf("%d bytes, want %d; %d disconnects", size, want.StreamBytes, len(want.Disconnects))
			}
			if !maps.Equal(got, want.Messages) {
				t.Errorf("messages\n%v, want\n%v", got, want.Messages)
			}
			levels := index.Levels()
			if len(levels) != len(want.Levels) {
				t.Fatalf("%d levels, want %d", len(levels), len(want.Levels))
			}
			for i := range levels {
				if levels[i].Map != want.Levels[i].Map {
					t.Errorf("level %d is %q, want %q", i, levels[i].Map, want.Levels[i].Map)
				}
			}
			if gaps, _ := index.Gaps(); len(gaps) > 0 && gaps[0].Count > 0 {
				t.Errorf("damage: %v", gaps[0].Damage)
			}
		})
	}
}

// count counts messages by name, but for hidden ones, until none is there.
func count(t *testing.T, d message.Decoder, by map[string]int) {
	t.Helper()
	for {
		p, err := d.NextPacket()
		if err != nil {
			if err != message.ErrGrowing && err != io.EOF {
				t.Fatal(err)
			}
			return
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if p.Targets != 0 {
				by[m.Name()]++
			}
		}
	}
}
