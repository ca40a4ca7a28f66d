//go:build !js

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/internal/fault"
	"demoscope/player/dataset"
	patterns "demoscope/player/pattern"
)

// tableFlags say which demos a table is made of, and where it is written.
type tableFlags struct {
	Format dataset.Form `placeholder:"FORM" enum:"${table_forms}" default:"auto" help:"${table_format_text}"`

	Output    string   `short:"o" placeholder:"FILE" default:"-" predictor:"file" type:"path" help:"${table_out_text}"`
	Partition bool     `help:"${table_partition_text}"`
	Files     []string `arg:"" name:"file" predictor:"demo" help:"${table_file_text}"`

	table string // its name
}

// formAuto is the flag for what the output's name ends in.
const formAuto dataset.Form = "auto"

func (f *tableFlags) Validate() error {
	if f.Partition && f.Output == standardStream {
		return errors.New("--partition needs an output folder: -o FOLDER")
	}
	if f.Format != formAuto {
		return nil
	}
	f.Format = dataset.NDJSON
	if f.Partition || f.Output == standardStream {
		return nil
	}
	switch ext := strings.ToLower(filepath.Ext(f.Output)); ext {
	case "", ".ndjson", ".jsonl", ".json":
	case ".csv", ".parquet":
		f.Format = dataset.Form(ext[1:])
	default:
		return fmt.Errorf("--output: %q is not a .csv, .parquet or .ndjson (or set --format)", filepath.Base(f.Output))
	}
	return nil
}

type eventsCmd struct{ tableFlags }

// Run writes the events of demos.
func (c *eventsCmd) Run(s *streams) error {
	c.table = "events"
	return writeTable(s, &c.tableFlags, func(demo *formats.Demo, d dataset.Demo,
		emit func([]dataset.Event) error) error {
		return emit(dataset.Events(patterns.Read(demo.Format.Name, demo.Decoder(), patterns.Options{}), d))
	}, func(r *dataset.Event) (dataset.Part, *dataset.Origin, *dataset.EventBody) {
		return r.Part, &r.Origin, &r.EventBody
	})
}

type tracksCmd struct {
	Rate float64 `placeholder:"N" default:"10" help:"${tracks_rate_text}"`
	tableFlags
}

// maxRate is the largest --rate, in rows a second.
const maxRate = 1000

// Validate refuses rates that mean nothing.
func (c *tracksCmd) Validate() error {
	if !(c.Rate >= 0 && c.Rate <= maxRate) {
		return fmt.Errorf("--rate must be from 0 to %d rows per second", maxRate)
	}
	return c.tableFlags.Validate()
}

// Run writes where players were.
func (c *tracksCmd) Run(s *streams) error {
	c.table = "tracks"
	return writeTable(s, &c.tableFlags, func(demo *formats.Demo, d dataset.Demo,
		emit func([]dataset.Track) error) error {
		return dataset.Tracks(demo.Format.Name, demo.Decoder, d, c.Rate, emit)
	}, func(r *dataset.Track) (dataset.Part, *dataset.Origin, *dataset.TrackBody) {
		return r.Part, &r.Origin, &r.TrackBody
	})
}

// rowsOf reads a demo and hands on rows of it.
type rowsOf[T any] func(demo *formats.Demo, d dataset.Demo, emit func([]T) error) error

// writeTable writes a table of demos. Split divides a row for --partition.
func writeTable[T, B any](s *streams, f *tableFlags, rows rowsOf[T], split func(*T) (dataset.Part, *dataset.Origin,
	*B)) error {
	demos, after, err := s.findDemos(f.Files)
	defer after()
	if err != nil {
		return err
	}
	if f.Partition {
		return writeParts(s, f, demos, rows, split)
	}
	what := ""
	if f.Format == dataset.Parquet {
		what = "Parquet"
	}
	if err := s.checkOutput(f.Output, what, fileAt(demos[0].path)); err != nil {
		return err
	}
	if f.Output == standardStream {
		return writeWhole(s, f, demos, rows, s.out)
	}
	failed := error(nil)
	err = writeFrom(f.Output, func(out io.Writer) error {
		failed = writeWhole(s, f, demos, rows, out)
		if errors.Is(failed, errReported) {
			return nil // what could be read is written
		}
		return failed
	})
	if err != nil {
		return writeError(f.Output, err)
	}
	return failed
}

// rowBatch is rows of a demo, or why there are no more.
type rowBatch[T any] struct {
	rows []T
	err  error
}

// batchesAhead is how many batches of a demo wait that is read before those in front of it are
// written.
const batchesAhead = 4

// writeWhole writes one table. Demos are read on all processors, and written in their order.
func writeWhole[T any](s *streams, f *tableFlags, demos []found, rows rowsOf[T], out io.Writer) error {
	buffered := bufio.NewWriterSize(out, printAtOnce)
	w, err := dataset.NewWriter[T](f.Format, buffered)
	if err != nil {
		return err
	}
	type stream chan rowBatch[T]
	streams, stop := make(chan stream, max(1, runtime.GOMAXPROCS(0)-1)), make(chan struct{})
	defer close(stop)
	errStopped := errors.New("output closed")
	go func() {
		defer close(streams)
		for i := range demos {
			batches := make(stream, batchesAhead)
			select {
			case streams <- batches:
			case <-stop:
				return
			}
			go func() {
				defer close(batches)
				send := func(b rowBatch[T]) error {
					select {
					case batches <- b:
						return nil
					case <-stop:
						return errStopped
					}
				}
				err := readRows(s, &demos[i], rows, func(list []T) error {
					return send(rowBatch[T]{rows: append([]T(nil), list...)})
				})
				if err != nil {
					_ = send(rowBatch[T]{err: err})
				}
			}()
		}
	}()
	failed := false
	for batches := range streams {
		for b := range batches {
			if b.err != nil {
				failed = true
				s.report(b.err)
				continue
			}
			if err := w.Write(b.rows); err != nil {
				return err
			}
			if s.lost() {
				return errReported
			}
		}
	}
	if err := errors.Join(w.Close(), buffered.Flush()); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

// readRows opens a demo and reads its rows. A mistake in this program costs this demo, not the
// others.
func readRows[T any](s *streams, d *found, rows rowsOf[T], emit func([]T) error) (err error) {
	if failed := fault.Guard("reading "+d.path, func() {
		var demo *formats.Demo
		if demo, err = d.open(s); err == nil {
			err = rows(demo, dataset.Demo{File: d.path}, emit)
		}
	}); failed != nil {
		return failed
	}
	return err
}

// writeParts writes a file for each level of each demo.
func writeParts[T, B any](s *streams, f *tableFlags, demos []found, rows rowsOf[T], split func(*T) (dataset.Part,
	*dataset.Origin, *B)) error {
	stop := make(chan struct{})
	defer close(stop)
	bar := newBar(s, false, demos)
	results := readAll(demos, func(d *found) error { return writePartsOf(s, f, d, rows, split) },
		func(_ *found, err error) error { return err }, bar.done, stop)
	failed := false
	for r := range results {
		if err := <-r; err != nil {
			failed = true
			s.report(err)
		}
	}
	bar.finish()
	if failed {
		return errReported
	}
	return nil
}

// writePartsOf writes the files of a demo.
func writePartsOf[T, B any](s *streams, f *tableFlags, d *found, rows rowsOf[T], split func(*T) (dataset.Part,
	*dataset.Origin, *B)) error {
	var (
		part dataset.Part
		open *partFile[B]
		body []B
	)
	end := func() error {
		if open == nil {
			return nil
		}
		p := open
		open = nil
		return p.close()
	}
	level := int32(0)
	err := readRows(s, d, rows, func(list []T) error {
		for i := range list {
			p, from, row := split(&list[i])
			if open == nil || p != part || from.Level != level {
				if err := errors.Join(flush(open, body), end()); err != nil {
					return err
				}
				part, level, body = p, from.Level, body[:0]
				var err error
				if open, err = newPartFile[B](f, d.path, p, level); err != nil {
					return err
				}
			}
			body = append(body, *row)
		}
		err := flush(open, body)
		body = body[:0]
		return err
	})
	if err != nil {
		if open != nil {
			open.abandon()
		}
		return err
	}
	return end()
}

func flush[B any](p *partFile[B], rows []B) error {
	if p == nil || len(rows) == 0 {
		return nil
	}
	if err := p.w.Write(rows); err != nil {
		return writeError(p.path, err)
	}
	return nil
}

// partFile is a file that is held open and written by its goroutine.
type partFile[B any] struct {
	path string
	w    dataset.Writer[B]
	pipe *io.PipeWriter
	done chan error
}

func newPartFile[B any](f *tableFlags, demo string, part dataset.Part, level int32) (*partFile[B], error) {
	folder := filepath.Join(f.Output, "map="+partName(part.Map), "day="+partName(string(part.Day)))
	if err := atomicfile.MkdirShared(folder); err != nil {
		return nil, writeError(folder, err)
	}
	if whole, err := filepath.Abs(demo); err == nil {
		demo = whole // the same however it was named
	}
	p := &partFile[B]{path: filepath.Join(folder, dataset.FileName(f.table, demo, level)+"."+f.Format.Extension()),
		done: make(chan error, 1)}
	in, out := io.Pipe()
	p.pipe = out
	go func() {
		err := writeFrom(p.path, func(file io.Writer) error {
			_, err := io.Copy(file, in)
			return err
		})
		in.CloseWithError(err)
		p.done <- err
	}()
	var err error
	if p.w, err = dataset.NewWriter[B](f.Format, out); err != nil {
		p.abandon()
		return nil, err
	}
	return p, nil
}

// close ends the file.
func (p *partFile[B]) close() error {
	if err := p.w.Close(); err != nil {
		p.pipe.CloseWithError(err)
		<-p.done
		return writeError(p.path, err)
	}
	p.pipe.Close()
	if err := <-p.done; err != nil {
		return writeError(p.path, err)
	}
	return nil
}

// errAbandoned keeps a file from being replaced.
var errAbandoned = errors.New("demo is unreadable")

// abandon leaves what was there before.
func (p *partFile[B]) abandon() {
	p.pipe.CloseWithError(errAbandoned)
	<-p.done
}

// partName returns the name of a folder for the value of a column.
func partName(value string) string {
	if value == "" {
		return "unknown"
	}
	return dataset.Escape(strings.ToLower(value))
}
