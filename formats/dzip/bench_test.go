//go:build unix

package dzip

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"demoscope/internal/corpus"

	fastgzip "github.com/klauspost/compress/gzip"
)

// BenchmarkUnpack unpacks real demos from archives, and in turns the same demos packed with gzip. It reports how much
// processor time the archive takes of that of compress/gzip and of a faster gzip. It leaves out version 1, whose files
// are unpacked together.
func BenchmarkUnpack(b *testing.B) {
	for _, file := range corpus.Files(b, filepath.Join(corpus.Dir(b), "dz"), func(name string) bool {
		return strings.HasSuffix(name, ".dz") && !strings.HasPrefix(name, "bad_") && !strings.HasPrefix(name, "hand_")
	}) {
		data := corpus.Read(b, file)
		a, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			b.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".dz")
		for _, f := range a.Files {
			if f.Size > 50_000 && (f.kind == typeDemo || f.kind == typeNehahra) {
				b.Run(name+"/"+f.Name, func(b *testing.B) { compareGzip(b, f) })
			}
		}
	}
}

// compareGzip unpacks a demo from an archive and from a gzip.
func compareGzip(b *testing.B, f *File) {
	r, err := f.Open()
	if err != nil {
		b.Fatal(err)
	}
	demo, _ := io.ReadAll(r) // which may have a wrong checksum
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(demo)
	z.Close()
	unpack := func(open func() (io.Reader, error)) time.Duration {
		before := processorTime()
		for range 10 {
			r, err := open()
			if err != nil {
				b.Fatal(err)
			}
			if n, _ := io.Copy(io.Discard, r); n != int64(len(demo)) {
				b.Fatal(n)
			}
		}
		return processorTime() - before
	}
	var dz, gz, fast time.Duration
	for b.Loop() {
		dz += unpack(f.Open)
		gz += unpack(func() (io.Reader, error) { return gzip.NewReader(bytes.NewReader(packed.Bytes())) })
		fast += unpack(func() (io.Reader, error) { return fastgzip.NewReader(bytes.NewReader(packed.Bytes())) })
	}
	b.ReportMetric(float64(10*b.N)*float64(len(demo))/dz.Seconds()/1e6, "MB/s")
	b.ReportMetric(dz.Seconds()/gz.Seconds(), "dz/gzip")
	b.ReportMetric(dz.Seconds()/fast.Seconds(), "dz/fastgzip")
	b.ReportMetric(0, "ns/op")
}

// processorTime returns how long this process has used a processor.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it has no errors
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
