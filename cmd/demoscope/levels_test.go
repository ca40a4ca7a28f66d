//go:build !js

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// manyLevels returns a file with that many levels, on each of which a player is seen.
func manyLevels(t *testing.T, levels int) string {
	t.Helper()
	e := formats.Lookup("mvd").Encoder("a")
	for i := range levels {
		list := []message.Message{
			&message.QWServerData{Protocol: 28, GameDir: []byte("qw")},
			&message.QWList{Names: [][]byte{fmt.Appendf(nil, "maps/m%d.bsp", i)}},
			&message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\Ann`)},
			&message.MVDPlayerInfo{}, &message.PacketEntities{},
		}
		if err := message.Write(e, &message.Packet{Type: 6, Milliseconds: 10}, list); err != nil {
			t.Fatal(err)
		}
	}
	return closed(t, e, "a.mvd")
}

// TestRebuildManyLevels: of a demo with very many levels the first are rebuilt, and a line says so.
func TestRebuildManyLevels(t *testing.T) {
	for levels, rest := range map[int]bool{timeline.MaxLevels: false, timeline.MaxLevels + 10: true} {
		var out, said bytes.Buffer
		if status := run([]string{"rebuild", manyLevels(t, levels)}, &streams{out: &out,
			err: &said}); status != exitOK {
			t.Fatalf("status %d: %s", status, &said)
		}
		if n := strings.Count(out.String(), ", level "); n != timeline.MaxLevels {
			t.Errorf("%d levels: %d are rebuilt", levels, n)
		}
		if got := strings.Contains(said.String(), "levels behind the first 4096 are left out"); got != rest {
			t.Errorf("%d levels: %.300s", levels, &said)
		}
	}
}

// TestSplitListReadsOnce: the list of parts costs one pass, however many there are.
func TestSplitListReadsOnce(t *testing.T) {
	const levels = 300
	file := manyLevels(t, levels)
	var packets atomic.Int64
	scan.CountPackets(&packets)
	defer scan.CountPackets(nil)
	var out bytes.Buffer
	if status := run([]string{"split", "--list", file}, &streams{out: &out, err: &out}); status != exitOK ||
		strings.Count(out.String(), "\n") != levels {
		t.Fatalf("status %d: %s", status, &out)
	}
	if n := packets.Load(); n > 2*levels { // the index, and what it reads again for surveys
		t.Errorf("%d packets are read of %d", n, levels)
	}
}

// TestSplitNamesFewEmptyLevels: of very many levels without frames a few lines are said.
func TestSplitNamesFewEmptyLevels(t *testing.T) {
	e := formats.Lookup("dem").Encoder("a.dem")
	level := &message.ServerInfo{Protocol: 15, MaxClients: 1, MapName: []byte("A"),
		Models: [][]byte{[]byte("maps/a.bsp")}}
	for range 200 {
		if err := message.Write(e, &message.Packet{}, []message.Message{level}); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"split", "--list"}, {"split", "-o", filepath.Join(t.TempDir(), "{n}.dem")}} {
		var out bytes.Buffer
		status := run(append(args, closed(t, e, "a.dem")), &streams{out: &out, err: &out})
		if n := strings.Count(out.String(), "\n"); status != exitFailed || n > 8 ||
			!strings.Contains(out.String(), "level 3, at 0:00.0, has no frames and is skipped\n") ||
			!strings.Contains(out.String(), "levels without frames: 197 more\n") {
			t.Errorf("%s: status %d: %.500s", args, status, &out)
		}
	}
}
