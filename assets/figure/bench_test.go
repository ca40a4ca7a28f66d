package figure

import "testing"

// What a viewer waits for: reading the data, once, and then building a figure when it is
// first seen.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		all, err := read(files)
		if err != nil {
			b.Fatal(err)
		}
		for kind := range all {
			if _, err := all.get(kind); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, kind := range []string{"human", "ogre", "health", "rocket"} {
		b.Run(kind, func(b *testing.B) {
			all := open().sources
			for b.Loop() {
				if _, err := newLibrary(all).build(kind); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("player", func(b *testing.B) {
		for b.Loop() {
			if _, err := newPlayer(open().sources, "human"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
