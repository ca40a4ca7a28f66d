package library

import (
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"demoscope/formats"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
)

// Reader reads summaries and facts of demos, and saves them by the demos' content in the file of the library, so that
// no demo is read twice. Nil reads each demo, and so does a reader that can't save. Its methods may be called by
// several goroutines at once.
type Reader struct {
	dir     string
	fresh   bool // what is saved is not used
	mu      sync.Mutex
	store   readerStore // nil for none
	unsaved []result
	savedAt time.Time // when the ones before unsaved were saved
}

// readerStore is a [store] that can save demos in no folder of the library. Of these, and of those in the library,
// resultOf returns the results of a file that has not changed, and result those of a content.
type readerStore interface {
	store
	resultOf(f *File) (result, error)
	result(k Key) (result, error)
	saveResults(list []result) error
}

// result is the saved result of reading a demo, packed. Facts and summary are nil if they are not saved.
type result struct {
	key            Key
	facts, summary []byte
	file           File   // where it is, without a path if that is not known
	format         string // there, since the name has a part in it
	packing        string // of the demo there, with spaces between
}

// Reading is the result of reading a demo.
type Reading struct {
	Key     Key            // zero if nothing of the demo is saved
	Packing []string       // how the demo was packed, as [formats.Demo] has it
	Demo    *formats.Demo  // nil if it was not opened
	Summary *report.Info   // nil if it was not asked for
	Facts   *pattern.Facts // likewise
}

// maxUnsaved is how long results wait to be saved together.
const maxUnsaved = time.Second

// OpenReader opens a reader that saves in a folder, see [Dir], if that is possible. If fresh is set, it reads all demos
// again.
func OpenReader(dir string, fresh bool) *Reader {
	r := &Reader{dir: dir, fresh: fresh, savedAt: time.Now()}
	if dir != "" {
		r.open(nil)
	}
	return r
}

// open opens the store, and throws away bad, a damaged one.
func (r *Reader) open(bad store) {
	s, _ := openKept(r.dir, bad)
	r.store, _ = s.(readerStore)
}

// Close saves what is not saved yet.
func (r *Reader) Close() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.save()
	if r.store != nil {
		_ = r.store.close() // what is lost is read again
		r.store = nil
	}
}

// AddCut adds to a summary why the demo could not be unpacked as a whole, if so.
func AddCut(info *report.Info, demo *formats.Demo) {
	if c := demo.Cut; c != nil {
		early := c.Packing == "gzip" && errors.Is(c, io.ErrUnexpectedEOF) // a ZIP that is cut has no list of its files
		info.AddCut(&report.Cut{Bytes: c.Bytes, Error: c.Err.Error(), Early: early}, c.Error())
	}
}

// Read returns the summary and the facts of a demo, each if it is asked for. File is where the demo is, with an
// absolute path, or empty. A file with the size and time that it had before is not opened. Facts that depend on a map
// are not saved.
func (r *Reader) Read(file File, open func() (*formats.Demo, error), summary, facts bool,
	o pattern.Options) (*Reading, error) {
	saves := r != nil && o.Map == nil
	all := func(k *Reading) bool { return (!summary || k.Summary != nil) && (!facts || k.Facts != nil) }
	if saves && file.Path != "" {
		t := r.ask(func(s readerStore) (result, error) { return s.resultOf(&file) })
		if k := t.unpack(t.format, summary, facts); all(k) {
			k.Packing = strings.Fields(t.packing)
			return k, nil
		}
	}
	d, err := open()
	if err != nil {
		return nil, err
	}
	saves = saves && !d.Keyed() // what it says depends on the game's data
	format, key, k := d.Format.Name, Key{}, &Reading{}
	if saves {
		key = d.Sum()
		k = r.ask(func(s readerStore) (result, error) { return s.result(key) }).unpack(format, summary, facts)
	}
	k.Key, k.Demo, k.Packing = key, d, d.Packing
	t := result{key: key}
	if !all(k) {
		info, f := read(d, summary && k.Summary == nil, facts && k.Facts == nil, o)
		if info != nil {
			k.Summary = info
			t.summary, _ = pack(info) // what is too large is read again
		}
		if f != nil {
			k.Facts = f
			t.facts, _ = pack(f)
		}
	}
	if saves {
		if d.Member == "" && d.Cut == nil {
			t.file, t.format, t.packing = file, format, strings.Join(d.Packing, " ")
		}
		r.add(t)
	}
	return k, nil
}

// unpack returns what is saved of a demo in a format, without what is not asked for or damaged.
func (t result) unpack(format string, summary, facts bool) *Reading {
	k := &Reading{Key: t.key}
	if info := new(report.Info); summary && unpack(t.summary, info) == nil && info.Format == format {
		k.Summary = info
	}
	if f := new(pattern.Facts); facts && unpack(t.facts, f) == nil && f.Format == format {
		k.Facts = f
	}
	return k
}

// read reads a demo.
func read(d *formats.Demo, summary, facts bool, o pattern.Options) (info *report.Info, f *pattern.Facts) {
	format := d.Format.Name
	s, p := report.NewSummary(format, int64(len(d.Data()))), pattern.NewPass(format, o)
	var listeners []scan.Listener
	if summary {
		listeners = append(listeners, s)
	}
	if facts {
		listeners = append(listeners, p)
	}
	c := scan.Read(format, d.Decoder(), listeners...)
	if summary {
		info = s.Finish(c)
	}
	if facts {
		f = p.Finish(c)
	}
	return info, f
}

// ask returns what a query finds in the store; nothing after an error.
func (r *Reader) ask(query func(readerStore) (result, error)) result {
	r.mu.Lock()
	s := r.store
	r.mu.Unlock()
	if s == nil || r.fresh {
		return result{}
	}
	t, err := query(s)
	if err != nil {
		r.mu.Lock()
		r.failed(s, err)
		r.mu.Unlock()
		return result{}
	}
	return t
}

// add saves the result of a demo, together with others.
func (r *Reader) add(t result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unsaved = append(r.unsaved, t); len(r.unsaved) >= maxBatch || time.Since(r.savedAt) >= maxUnsaved {
		r.save()
	}
}

// save saves what is not saved yet. What can't be saved is read again.
func (r *Reader) save() {
	if r.store != nil && len(r.unsaved) > 0 {
		r.failed(r.store, r.store.saveResults(r.unsaved))
	}
	r.unsaved, r.savedAt = nil, time.Now()
}

// failed makes a store anew if an error says that it is damaged.
func (r *Reader) failed(s readerStore, err error) {
	if err != nil && damaged(err) && r.store == s {
		_ = s.close() // it is of no use
		r.open(s)
	}
}
