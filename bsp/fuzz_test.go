package bsp

import (
	"errors"
	"runtime"
	"testing"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// fuzzLoad fuzzes Load from the room in some versions.
func fuzzLoad(f *testing.F, versions ...Version) {
	for _, noCuts := range []bool{false, true} {
		all := rooms(noCuts)
		for _, v := range versions {
			f.Add(all[v])
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { tryDamaged(t, data) })
}

func FuzzLoadQuake(f *testing.F)  { fuzzLoad(f, VersionQuake) }
func FuzzLoadBSP2(f *testing.F)   { fuzzLoad(f, VersionBSP2, Version2PSB) }
func FuzzLoadQuake2(f *testing.F) { fuzzLoad(f, VersionQuake2, VersionQBSP) }
func FuzzLoadQuake3(f *testing.F) { fuzzLoad(f, VersionQuake3, VersionQuakeLive) }

func FuzzEntities(f *testing.F) {
	f.Add(roomEntities)
	f.Add("{ classname worldspawn // c\n}{\"a\"\"b\"}")
	f.Add("{\"a\" \"b")
	f.Fuzz(func(t *testing.T, text string) {
		entities, err := parseEntities(text)
		if err != nil {
			var fe *FormatError
			if !errors.As(err, &fe) || fe.Offset < 0 || fe.Offset > int64(len(text)) {
				t.Errorf("error %v", err)
			}
			return
		}
		size := 0
		for _, e := range entities {
			size += 2
			for _, p := range e {
				size += len(p.Key) + len(p.Value) + 1
				e.Get(p.Key)
			}
		}
		if size > len(text) {
			t.Errorf("%d bytes of text became at least %d", len(text), size)
		}
	})
}
