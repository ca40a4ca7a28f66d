//go:build !js

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player/dataset"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
)

// outputFlags say where to write the rows of demos: into one file, or into one file per level of each demo.
type outputFlags struct {
	Output    string `short:"o" placeholder:"FILE" default:"-" predictor:"file" type:"path" help:"${table_out_text}"`
	Partition bool   `help:"${table_partition_text}"`
	SkipDone  bool   `help:"${table_skip_text}"`
	Summary   string `placeholder:"FILE" predictor:"file" type:"path" help:"${table_summary_text}"`
}

// Validate returns an error for a file where a folder is needed, and for two outputs to the same stream.
func (f *outputFlags) Validate() error {
	switch {
	case f.Partition && f.Output == standardStream:
		return errors.New("--partition needs an output folder: -o FOLDER")
	case f.SkipDone && !f.Partition:
		return errors.New("--skip-done needs --partition")
	case f.Summary == standardStream && !f.Partition && f.Output == standardStream:
		return errors.New("--summary and the rows can't both go to standard output")
	case f.Summary != "" && f.Summary != standardStream && f.Summary == f.Output:
		return errors.New("--summary and --output name the same file")
	}
	return nil
}

// tableFlags say which demos a table is made from, its format, and where to write it.
type tableFlags struct {
	Format dataset.Form `placeholder:"FORM" enum:"${table_forms}" default:"auto" help:"${table_format_text}"`
	outputFlags
	demoFlags

	table string // name of the table
	made  string // everything except the demo that its rows depend on
}

// formAuto takes the format from the extension of the output name.
const formAuto dataset.Form = "auto"

// Validate chooses the format.
func (f *tableFlags) Validate() error {
	if err := cmp.Or(f.outputFlags.Validate(), f.demoFlags.Validate()); err != nil {
		return err
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
		emit func([]dataset.Event) error) (string, error) {
		facts, damage, err := demoFacts(demo)
		if err != nil {
			return "", err
		}
		return damage, emit(dataset.Events(facts, d))
	}, func(r *dataset.Event) (dataset.Part, *dataset.Origin, *dataset.EventBody) {
		return r.Part, &r.Origin, &r.EventBody
	})
}

type tracksCmd struct {
	Rate float64 `placeholder:"N" default:"10" help:"${tracks_rate_text}"`
	tableFlags
}

// maxRate is the maximum --rate, in rows per second.
const maxRate = 1000

// Validate returns an error for an invalid rate.
func (c *tracksCmd) Validate() error {
	if !(c.Rate >= 0 && c.Rate <= maxRate) {
		return fmt.Errorf("--rate must be from 0 to %d rows per second", maxRate)
	}
	return c.tableFlags.Validate()
}

// Run writes the positions of players.
func (c *tracksCmd) Run(s *streams) error {
	c.table, c.made = "tracks", fmt.Sprintf("rate %g", c.Rate)
	return writeTable(s, &c.tableFlags, func(demo *formats.Demo, d dataset.Demo,
		emit func([]dataset.Track) error) (string, error) {
		t := dataset.NewTracker(demo.Format.Name, demo.Decoder, d, c.Rate, emit)
		_, damage, err := scanDemo(demo, t)
		return damage, errors.Join(err, t.Finish())
	}, func(r *dataset.Track) (dataset.Part, *dataset.Origin, *dataset.TrackBody) {
		return r.Part, &r.Origin, &r.TrackBody
	})
}

// rowsOf reads a demo and passes its rows to emit. It returns the damage of the demo, empty for none.
type rowsOf[T any] func(demo *formats.Demo, d dataset.Demo, emit func([]T) error) (damage string, err error)

// lossWatch is a [scan.Listener] that makes the cursor record all damage of a demo.
type lossWatch struct{ packets int }

// Needs implements [scan.Listener].
func (*lossWatch) Needs() scan.Needs { return scan.Lost }

// Packet implements [scan.Listener].
func (w *lossWatch) Packet(*scan.Cursor) { w.packets++ }

// scanDemo reads a demo once and returns its damage in the wording of info; empty for none. If nothing can be read,
// it returns the same error as info.
func scanDemo(demo *formats.Demo, l scan.Listener) (c *scan.Cursor, damage string, err error) {
	watch := new(lossWatch)
	c = scan.Read(demo.Format.Name, demo.Decoder(), l, watch)
	info := &report.Info{File: demo.Path(), Damage: report.DamageOf(c), Duration: c.World.Clock}
	info.Packing = demo.Packing
	library.AddCut(info, demo)
	if watch.packets == 0 && info.Damage != nil {
		return nil, "", unreadable(info)
	}
	return c, damageIn(info), nil
}

// damageIn describes the damage of a demo, empty for none.
func damageIn(info *report.Info) string {
	if info.Damage == nil && info.Cut == nil {
		return ""
	}
	return info.Remarks()
}

// demoFacts reads the facts of a demo and its damage; see [scanDemo].
func demoFacts(demo *formats.Demo) (facts *patterns.Facts, damage string, err error) {
	pass := patterns.NewPass(demo.Format.Name, patterns.Options{})
	c, damage, err := scanDemo(demo, pass)
	if err != nil {
		return nil, "", err
	}
	return pass.Finish(c), damage, nil
}

// writeTable writes a table of demos. split divides a row for --partition.
func writeTable[T, B any](s *streams, f *tableFlags, rows rowsOf[T], split func(*T) (dataset.Part, *dataset.Origin,
	*B)) error {
	demos, after, err := f.find(s)
	defer after()
	if err != nil {
		return err
	}
	sum, err := f.summary(s, f.table, f.Shard, demos)
	if err != nil {
		return err
	}
	if f.Partition {
		folder := &dataset.Folder{Path: f.Output, Table: f.table, Form: f.Format, Made: f.made}
		return writeParts(s, &f.outputFlags, sum, folder, demos, func(d *found, add addRow[B]) (string, error) {
			return readRows(s, d, rows, func(list []T) error {
				for i := range list {
					part, from, row := split(&list[i])
					if err := add(part, from.Level, row); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	what := ""
	if f.Format == dataset.Parquet {
		what = "Parquet"
	}
	return s.writeTo(f.Output, what, demos, func(out io.Writer) error {
		return writeWhole(s, f, sum, demos, rows, out)
	})
}

// writeTo writes the output for demos to a file or to standard output. what names the content if it is not text.
// Unreadable demos do not prevent it from writing the rest.
func (s *streams) writeTo(path, what string, demos []found, write func(out io.Writer) error) error {
	var first fs.FileInfo
	if len(demos) > 0 {
		first = fileAt(demos[0].path)
	}
	if err := s.checkOutput(path, what, first); err != nil {
		return err
	}
	if path == standardStream {
		return write(s.out)
	}
	failed := error(nil)
	err := writeFrom(path, func(out io.Writer) error {
		failed = write(out)
		if errors.Is(failed, errReported) {
			return nil
		}
		return failed
	})
	if err != nil {
		return writeError(path, err)
	}
	return failed
}

// rowBatch is a batch of rows of a demo. The last batch has the damage, or the error that ended the demo.
type rowBatch[T any] struct {
	rows   []T
	damage string
	err    error
}

// batchesAhead is the number of batches per demo that may wait until the rows of earlier demos are written.
const batchesAhead = 4

// writeWhole writes a single table. Demos are read on all processors and written in order.
func writeWhole[T any](s *streams, f *tableFlags, sum *summary, demos []found, rows rowsOf[T], out io.Writer) error {
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
				damage, err := readRows(s, &demos[i], rows, func(list []T) error {
					return send(rowBatch[T]{rows: append([]T(nil), list...)})
				})
				_ = send(rowBatch[T]{damage: damage, err: err})
			}()
		}
	}()
	next := 0
	for batches := range streams {
		var last rowBatch[T]
		for b := range batches {
			if last = b; b.rows == nil {
				continue
			}
			if err := w.Write(b.rows); err != nil {
				return err
			}
			if s.lost() {
				return errReported
			}
		}
		sum.add(s, &demos[next], last.damage, last.err)
		next++
	}
	if err := errors.Join(w.Close(), buffered.Flush()); err != nil {
		return err
	}
	return sum.end(s)
}

// readRows opens a demo and reads its rows. A bug in this program affects only this demo.
func readRows[T any](s *streams, d *found, rows rowsOf[T], emit func([]T) error) (damage string, err error) {
	if failed := fault.Guard("reading "+d.path, func() {
		var demo *formats.Demo
		if demo, err = d.open(s); err == nil {
			damage, err = rows(demo, dataset.Demo{File: d.path}, emit)
		}
	}); failed != nil {
		return "", failed
	}
	return damage, err
}

// summary is printed at the end of a command about the demos that it read.
type summary struct {
	Table   string       `json:"table"`
	Shard   string       `json:"shard,omitempty"`
	Demos   int          `json:"demos"`
	Done    int          `json:"done"`
	Skipped int          `json:"skipped"`
	Damaged []harmedDemo `json:"damaged"` // of demos that are done or skipped
	Failed  []failedDemo `json:"failed"`

	file string // output file, empty for none
}

// harmedDemo is a demo with damage. It has the rows of its readable parts.
type harmedDemo struct {
	Demo   string `json:"demo"`
	Damage string `json:"damage"`
}

// failedDemo is a demo without complete rows.
type failedDemo struct {
	Demo  string `json:"demo"`
	Error string `json:"error"`
}

// summary begins the summary of a command that makes a table of demos. It returns an error about the summary's file.
func (f *outputFlags) summary(s *streams, table string, of shard, demos []found) (*summary, error) {
	sum := &summary{Table: table, Shard: of.String(), Demos: len(demos), Damaged: []harmedDemo{},
		Failed: []failedDemo{}, file: f.Summary}
	if f.Partition {
		sum.file = cmp.Or(sum.file, standardStream)
	}
	if sum.file == "" {
		return sum, nil
	}
	return sum, s.checkOutput(sum.file, "", nil)
}

// add counts a demo that was read, and prints its damage, empty for none, or its error.
func (sum *summary) add(s *streams, d *found, damage string, err error) {
	if err != nil {
		s.report(err)
	} else if damage != "" {
		s.say("%s: %s", d.path, damage)
	}
	sum.count(d, damage, err)
}

// count counts a demo like add, but prints nothing.
func (sum *summary) count(d *found, damage string, err error) {
	if err != nil {
		sum.Failed = append(sum.Failed, failedDemo{d.path, err.Error()})
		return
	}
	sum.Done++
	sum.note(d, damage)
}

// skip counts a demo whose rows were written earlier.
func (sum *summary) skip(d *found, damage string) {
	sum.Skipped++
	sum.note(d, damage)
}

// note records the damage of a demo, empty for none.
func (sum *summary) note(d *found, damage string) {
	if damage != "" {
		sum.Damaged = append(sum.Damaged, harmedDemo{d.path, damage})
	}
}

// end writes the summary. It returns errReported if a demo failed.
func (sum *summary) end(s *streams) error {
	if sum.file != "" {
		err := s.writeTo(sum.file, "", nil, func(out io.Writer) error { return writeJSON(out, sum) })
		if err != nil {
			return err
		}
	}
	if len(sum.Failed) > 0 {
		return errReported
	}
	return nil
}

// addRow adds a row to the file of a part and level.
type addRow[B any] func(part dataset.Part, level int32, row *B) error

// writeParts writes files for each demo, with the rows that read passes to add.
func writeParts[B any](s *streams, f *outputFlags, sum *summary, folder *dataset.Folder, demos []found,
	read func(d *found, add addRow[B]) (damage string, err error)) error {
	if err := makeOutputFolder(folder.Path); err != nil {
		return err
	}
	if f.SkipDone {
		demos = slices.DeleteFunc(demos, func(d found) bool {
			damage, done := folder.Done(d.source())
			if done {
				sum.skip(&d, damage)
			}
			return done
		})
	}
	defer abandonOnSignal()()
	type result struct {
		demo   *found
		damage string
		err    error
	}
	stop := make(chan struct{})
	defer close(stop)
	bar := newBar(s, false, demos)
	results := readAll(demos, func(d *found) result {
		damage, err := writePartsOf(folder, d, read)
		return result{d, damage, err}
	}, func(d *found, err error) result { return result{demo: d, err: err} }, bar.done, stop)
	for r := range results {
		r := <-r
		sum.add(s, r.demo, r.damage, r.err)
	}
	bar.finish()
	return sum.end(s)
}

// source returns the file of the demo, for a folder of tables.
func (f *found) source() dataset.Source {
	return dataset.Source{Path: f.path, Size: f.size, Modified: f.modified}
}

// writePartsOf writes the files of a demo and returns its damage.
func writePartsOf[B any](folder *dataset.Folder, d *found, read func(d *found, add addRow[B]) (string,
	error)) (damage string, err error) {
	parts, err := dataset.NewParts[B](folder, d.source())
	if err == nil {
		defer parts.Abandon() // does nothing after Close
		damage, err = read(d, parts.Add)
	}
	if err == nil {
		err = parts.Close(damage)
	}
	var wrong *dataset.WriteError
	if errors.As(err, &wrong) {
		err = writeError(wrong.Path, wrong.Err)
	}
	return damage, err
}
