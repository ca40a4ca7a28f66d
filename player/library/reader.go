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

// Reader reads summaries and facts of demos. It saves them by the demos' content in the file of the library, so that no
// demo is read twice. A nil Reader, or one that can't save, reads every demo. Its methods are safe for concurrent use.
type Reader struct {
	dir     string
	fresh   bool // ignore saved results
	mu      sync.Mutex
	store   readerStore // nil for none
	unsaved []result
	savedAt time.Time // when the results before unsaved were saved
}

// readerStore is a [store] that can also save results of demos outside of the library's folders. resultOf returns the
// results of an unchanged file, and result those of a content, in the library or not.
type readerStore interface {
	store
	resultOf(f *File) (result, error)
	result(k Key) (result, error)
	saveResults(list []result) error
}

// result is the packed result of reading a demo. Facts and summary are nil if they are not saved.
type result struct {
	key            Key
	facts, summary []byte
	file           File   // file of the demo; without a path if unknown
	format         string // format that file was read as, because the file name helps to detect it
	packing        string // of the demo in file, separated by spaces
}

// Reading is the result of reading a demo.
type Reading struct {
	Key     Key            // zero if the results can't be saved
	Packing []string       // how the demo was packed, see [formats.Demo]
	Demo    *formats.Demo  // nil if it was not opened
	Summary *report.Info   // nil if it was not requested
	Facts   *pattern.Facts // nil if they were not requested
}

// maxUnsaved is the longest time that results wait to be saved together.
const maxUnsaved = time.Second

// OpenReader opens a reader that saves its results in a folder, see [Dir], if possible. If fresh is set, it ignores
// saved results.
func OpenReader(dir string, fresh bool) *Reader {
	r := &Reader{dir: dir, fresh: fresh, savedAt: time.Now()}
	if dir != "" {
		r.open(nil)
	}
	return r
}

// open opens the store. bad is a damaged store to replace, or nil.
func (r *Reader) open(bad store) {
	s, _ := openStore(r.dir, bad)
	r.store, _ = s.(readerStore)
}

// Close saves the remaining results.
func (r *Reader) Close() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.save()
	if r.store != nil {
		_ = r.store.close() // results that are lost are computed again
		r.store = nil
	}
}

// AddCut adds the reason to a summary if the demo could not be unpacked completely.
func AddCut(info *report.Info, demo *formats.Demo) {
	if c := demo.Cut; c != nil {
		early := c.Packing == "gzip" && errors.Is(c, io.ErrUnexpectedEOF) // a ZIP file that is cut has no directory
		info.AddCut(&report.Cut{Bytes: c.Bytes, Error: c.Err.Error(), Early: early}, c.Error())
	}
}

// Read returns the summary and the facts of a demo, each if requested. file is the demo's file with an absolute path,
// or empty. A file with the same size and times as before is not opened. Facts that depend on a map are not saved.
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
	saves = saves && !d.Keyed() // the result depends on the game data
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
			t.summary, _ = pack(info) // if it is too large, it is computed again
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

// unpack returns the saved results of a demo in a format, without those that are damaged or not requested.
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

// ask returns the result of a query of the store, or an empty one after an error.
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

// add queues a result to be saved together with others.
func (r *Reader) add(t result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unsaved = append(r.unsaved, t); len(r.unsaved) >= maxBatch || time.Since(r.savedAt) >= maxUnsaved {
		r.save()
	}
}

// save saves the queued results. Results that can't be saved are computed again.
func (r *Reader) save() {
	if r.store != nil && len(r.unsaved) > 0 {
		r.failed(r.store, r.store.saveResults(r.unsaved))
	}
	r.unsaved, r.savedAt = nil, time.Now()
}

// failed replaces the store if an error means that it is damaged.
func (r *Reader) failed(s readerStore, err error) {
	if err != nil && damaged(err) && r.store == s {
		_ = s.close() // ignore errors: the store is unusable
		r.open(s)
	}
}
