package model

import (
	"path"
	"slices"
	"testing"

	"demoscope/internal/corpus"

	"github.com/go-gl/mathgl/mgl32"
)

// largest returns the largest model of a format among the real ones.
func largest(b *testing.B, extension string) corpus.GameFile {
	b.Helper()
	files := corpus.GameFiles(b, models(b), extension)
	return slices.MaxFunc(files, func(a, b corpus.GameFile) int { return len(a.Data) - len(b.Data) })
}

func each(b *testing.B, f func(b *testing.B, data []byte)) {
	for _, extension := range []string{".mdl", ".md2", ".md3"} {
		file := largest(b, extension)
		b.Run(path.Base(file.Name), func(b *testing.B) { f(b, file.Data) })
	}
}

func BenchmarkLoadLargest(b *testing.B) {
	each(b, func(b *testing.B, data []byte) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Load(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLerp(b *testing.B) {
	each(b, func(b *testing.B, data []byte) {
		m := load(b, data)
		b.Logf("%d vertices", m.NumVertices)
		b.ReportAllocs()
		points := m.Lerp(nil, 0, 0, 0)
		for i := 0; b.Loop(); i++ {
			points = m.Lerp(points, i%len(m.Poses), (i+1)%len(m.Poses), 0.3)
		}
	})
}

func BenchmarkLerpNormals(b *testing.B) {
	each(b, func(b *testing.B, data []byte) {
		m := load(b, data)
		b.ReportAllocs()
		normals := m.LerpNormals(nil, 0, 0, 0)
		for i := 0; b.Loop(); i++ {
			normals = m.LerpNormals(normals, i%len(m.Poses), (i+1)%len(m.Poses), 0.3)
		}
	})
}

func BenchmarkOutline(b *testing.B) {
	each(b, func(b *testing.B, data []byte) {
		m := load(b, data)
		b.Logf("%d triangles, %d edges", len(m.Triangles), len(m.Edges))
		b.ReportAllocs()
		points := m.Lerp(nil, 0, 0, 0)
		facing := make([]bool, len(m.Triangles))
		outline := make([]int32, 0, len(m.Edges))
		for b.Loop() {
			facing = m.Facing(facing, points, mgl32.Vec3{300, 200, 100})
			outline = m.Outline(outline[:0], facing, CosCrease)
		}
	})
}
