package live_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"encoding/json"
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
func streamPieces(t *testing.T, path, handshake string) (pieces [][]byte) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(corpus.Read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	head := len(handshake)
	for lines := bufio.NewReader(z); ; {
		line, err := lines.ReadBytes('\n')
		var row struct{ Dir, Hex string }
		if len(line) > 0 {
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
		}
		if row.Dir == "s2c" {
			piece, err := hex.DecodeString(row.Hex)
			if err != nil {
				t.Fatal(err)
			}
			n := min(head, len(piece))
			head -= n
			if len(piece) > n {
				pieces = append(pieces, piece[n:])
			}
		}
		if err == io.EOF {
			return pieces
		}
		if err != nil {
			t.Fatal(err)
		}
	}
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
			pieces := streamPieces(t, filepath.Join(dir, name+".jsonl.gz"), want.Handshake)
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
