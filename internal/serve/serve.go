// Package serve hands the page and a folder of demos to browsers: what a program in a page can read of this
// machine is what stands here, and nothing else.
//
// Only files that [Options].Shows names go out, only from below the folder, only to be read. What is asked
// for is not trusted, and neither is who asks: another site's page could send its visitors' browsers here,
// under a name that it makes point to this machine. It would read nothing of the answers but for that name,
// so requests under foreign names are refused.
package serve

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"demoscope/internal/fault"
	"demoscope/internal/filename"
)

// Options say what is served.
type Options struct {
	// Folder has the demos and the games' files.
	Folder *os.Root
	// Page has the files of the page, as .ci/page writes them.
	Page *os.Root
	// Shows reports whether a file with this name may be read.
	Shows func(name string) bool
	// Zip returns the names of the demos in an archive of size bytes. One without any may not be read, since its
	// own name says nothing of what is in it; if Zip is nil, none may.
	Zip func(f io.ReaderAt, size int64) []string
	// Hosts are names besides localhost under which this machine may be asked. Addresses always may.
	Hosts []string
}

// Handler answers requests; it may be used by several goroutines.
type Handler struct {
	o        Options
	patience time.Duration // with bodies of requests

	// ends is done when nobody is answered any more, which ends a walk through the folder.
	ends context.Context

	walks struct {
		sync.Mutex
		now   *walk     // the one that goes on, nil for none
		list  []byte    // what the last one has found, as JSON
		until time.Time // how long that holds
	}

	zips struct {
		sync.Mutex
		known map[string]zipKnown // by path in the folder
		names int                 // bytes that names in it take
	}
}

// walk is a walk through the folder, for all who wait for it. It goes on when they have left: who comes next needs it.
type walk struct {
	done chan struct{} // closed when it has ended
	list []byte        // then what it has found, as JSON
	err  error         // or why there is nothing
}

// zipKnown is what is known of a ZIP, as long as it is the same file.
type zipKnown struct {
	info  fs.FileInfo
	shown bool
	demos []string // names of the first ones in it
	more  bool     // there are others
}

// New returns what answers requests as o says.
func New(o Options) *Handler {
	return &Handler{o: o, patience: patience, ends: context.Background()}
}

// ErrAddress is the error of [Run] for an address that is none.
var ErrAddress = errors.New("invalid address")

// Run waits for browsers at an address, host:port, until ctx is done, and then returns nil. Once it waits it
// calls ready with the URL of the page, and with those under which others than this machine can ask, none if
// they cannot; the error of ready ends it.
func Run(ctx context.Context, address string, o Options, ready func(url string, others []string) error) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%w: %q", ErrAddress, address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("can't listen: %w", err)
	}
	at := listener.Addr().(*net.TCPAddr)
	o.Hosts = append(slices.Clone(o.Hosts), host)
	url := func(host string) string { return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port)) + "/" }
	var others []string
	if !at.IP.IsLoopback() {
		names := ownNames()
		o.Hosts = append(o.Hosts, names...)
		others = []string{url(host)}
		if at.IP.IsUnspecified() {
			host, others = "localhost", nil
			for _, name := range slices.Concat(names[:min(1, len(names))], ownAddresses()) {
				others = append(others, url(name))
			}
		}
	}
	h := New(o)
	var end context.CancelFunc
	h.ends, end = context.WithCancel(ctx)
	defer end()
	gate := newGate(listener, gateLimits{maxConnections, maxFromOne, maxStall})
	server := &http.Server{Handler: h, ReadHeaderTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader,
		ConnState: gate.state}
	defer server.Close()
	if err := ready(url(host), others); err != nil {
		listener.Close()
		return err
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(gate); !errors.Is(err,
		http.ErrServerClosed) {
		return err
	}
	return nil
}

// ownNames returns what this machine is called by itself and by others of its network. No page elsewhere can
// be under such a name.
func ownNames() []string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return nil
	}
	names := []string{name}
	short, _, _ := strings.Cut(name, ".")
	for _, n := range []string{short, short + ".local"} {
		if n != name {
			names = append(names, n)
		}
	}
	return names
}

// ownAddresses returns the addresses by which others can reach this machine.
func ownAddresses() (list []string) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			list = append(list, n.IP.String())
		}
	}
	return list
}

const (
	// patience is how long a browser may take to say what it wants.
	patience = 10 * time.Second
	// maxHeader is what it may say, in bytes.
	maxHeader = 16 << 10
)

const (
	// policy is what a browser lets the page do: run its own scripts and its program, and ask this server. A
	// sound's worklet is a script of the program's own, for which it makes a blob.
	policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'self'; " +
		"style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

	filesPrefix = "/files/"
	listPath    = "/files.json"
)

// pageFiles are the files of the page by path, with their types.
var pageFiles = map[string]struct{ name, kind string }{
	"/":               {"index.html", "text/html; charset=utf-8"},
	"/index.html":     {"index.html", "text/html; charset=utf-8"},
	"/page.css":       {"page.css", "text/css; charset=utf-8"},
	"/page.js":        {"page.js", "text/javascript; charset=utf-8"},
	"/files.js":       {"files.js", "text/javascript; charset=utf-8"},
	"/wasm_exec.js":   {"wasm_exec.js", "text/javascript; charset=utf-8"},
	"/icon.svg":       {"icon.svg", "image/svg+xml"},
	"/demoscope.wasm": {"demoscope.wasm", "application/wasm"},
	"/demoscope1.bsp": {"demoscope1.bsp", "application/octet-stream"},
	"/demoscope1.mvd": {"demoscope1.mvd", "application/octet-stream"},
}

// packings are the ways in which a file of the page may lie there packed, the smallest first.
var packings = []struct{ coding, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// IsPage returns an error if a folder lacks a file of the page. A gzip of one is enough.
func IsPage(folder *os.Root) error {
	for _, name := range Needed {
		if _, err := folder.Stat(name); err != nil {
			if _, packed := folder.Stat(name + ".gz"); packed != nil {
				return err
			}
		}
	}
	return nil
}

// Needed are the files that a folder must have to be a page.
var Needed = []string{"index.html", "page.css", "page.js", "files.js", "wasm_exec.js", "demoscope.wasm",
	"demoscope1.bsp", "demoscope1.mvd"}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cache-Control", "no-cache")
	if r.ContentLength != 0 { // a body, which nobody needs, but which is waited for before the next request
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(h.patience))
	}
	switch {
	case !h.known(r.Host):
		http.Error(w,
			"unknown host name: use the machine's address, its name or localhost",
			http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "read-only: use GET or HEAD", http.StatusMethodNotAllowed)
	case r.URL.Path == listPath:
		h.listing(w, r)
	case strings.HasPrefix(r.URL.Path, filesPrefix):
		h.file(w, r, strings.TrimPrefix(r.URL.Path, filesPrefix))
	default:
		h.page(w, r)
	}
}

// known reports whether a request names this machine by an address, which nobody can make point elsewhere, as
// localhost, or as one of Options.Hosts.
func (h *Handler) known(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	name = strings.TrimSuffix(name, ".")
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	same := func(own string) bool { return strings.EqualFold(name, own) }
	return name != "" && (same("localhost") || slices.ContainsFunc(h.o.Hosts, same))
}

// page sends a file of the page, compressed if the folder has it so and the browser accepts that.
func (h *Handler) page(w http.ResponseWriter, r *http.Request) {
	file, ok := pageFiles[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	head := w.Header()
	head.Set("Content-Type", file.kind)
	head.Set("Vary", "Accept-Encoding")
	r.Header.Del("Range") // a part of what is packed is of no use
	for _, p := range packings {
		if !accepts(r.Header.Get("Accept-Encoding"), p.coding) {
			continue
		}
		if f, info, err := open(h.o.Page, file.name+p.extension); err == nil {
			defer f.Close()
			head.Set("Content-Encoding", p.coding)
			http.ServeContent(w, r, "", info.ModTime(), f)
			return
		}
	}
	f, info, err := open(h.o.Page, file.name)
	if err != nil {
		h.unpacked(w, r, file.name)
		return
	}
	defer f.Close()
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// unpacked sends a file of which the folder has only a gzip to a browser that takes none.
func (h *Handler) unpacked(w http.ResponseWriter, r *http.Request, name string) {
	f, _, err := open(h.o.Page, name+".gz")
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	data, err := gzip.NewReader(f)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, data)
	}
}

// accepts reports whether an Accept-Encoding has a coding.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.ReplaceAll(quality, " ", "")
			return strings.Trim(strings.TrimPrefix(q, "q="), "0.") != "" || q == ""
		}
	}
	return false
}

// file sends a file of the folder, or the part of it that is asked for.
func (h *Handler) file(w http.ResponseWriter, r *http.Request, name string) {
	if !h.shows(name) {
		http.NotFound(w, r)
		return
	}
	f, info, err := open(h.o.Folder, h.stored(name))
	if err != nil {
		http.NotFound(w, r) // why is nobody's business
		return
	}
	defer f.Close()
	if isArchive(name) && !h.lookIn(name, f, info).shown {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// special are characters that no path below the folder has, or that Windows takes for something else.
var special = map[bool]string{false: "\x00", true: "\\:\x00"}[runtime.GOOS == "windows"]

// shows reports whether a path in the folder, with slashes, may be read: one that a system could take for
// something else than a path below the folder, and hidden files, may not.
func (h *Handler) shows(name string) bool {
	if !fs.ValidPath(filename.Readable(name)) || strings.ContainsAny(name, special) ||
		!filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if hidden(part) {
			return false
		}
	}
	return h.o.Shows(path.Base(name))
}

// stored returns the path in the folder of a file from the one that the list has, where names that are not UTF-8 are
// changed.
func (h *Handler) stored(name string) string {
	if !strings.ContainsRune(name, utf8.RuneError) {
		return name
	}
	if _, err := h.o.Folder.Lstat(name); err == nil {
		return name
	}
	folder, base := path.Split(name)
	folder = h.stored(strings.TrimSuffix(folder, "/"))
	found, ok := filename.Find(func(yield func(string) bool) {
		for _, d := range h.entries(folder) {
			if !yield(d.Name()) {
				return
			}
		}
	}, base)
	if !ok {
		found = base
	}
	return path.Join(folder, found)
}

// entries returns what is in a folder below the folder, "" for itself; nothing if it cannot be read.
func (h *Handler) entries(folder string) []fs.DirEntry {
	f, err := h.o.Folder.Open(cmp.Or(folder, "."))
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(-1) // what can be read of it
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return filename.Compare(a.Name(), b.Name()) })
	return list
}

// isArchive reports whether a file is an archive of demos, by its name.
func isArchive(name string) bool {
	ext := path.Ext(name)
	return strings.EqualFold(ext, ".zip") || strings.EqualFold(ext, ".dz")
}

// lookIn returns what is known of an open ZIP.
func (h *Handler) lookIn(name string, f *os.File, info fs.FileInfo) zipKnown {
	if h.o.Zip == nil {
		return zipKnown{}
	}
	h.zips.Lock()
	k, ok := h.zips.known[name]
	h.zips.Unlock()
	if ok && os.SameFile(k.info, info) && k.info.Size() == info.Size() && k.info.ModTime().Equal(info.ModTime()) {
		return k
	}
	demos := h.o.Zip(f, info.Size())
	k = zipKnown{info: info, shown: len(demos) > 0}
	bytes := 0
	for _, d := range demos {
		if !fs.ValidPath(d) { // no link can name it
			continue
		}
		if bytes += kept(d); len(k.demos) == maxInZip || bytes > maxZipNames {
			k.more = true
			break
		}
		k.demos = append(k.demos, strings.Clone(d)) // without what the ZIP has besides
	}
	h.zips.Lock()
	defer h.zips.Unlock()
	if h.zips.known == nil || len(h.zips.known) >= maxZips || h.zips.names+k.bytes() > maxAllZipNames {
		h.zips.known, h.zips.names = map[string]zipKnown{}, 0
	}
	h.zips.names += k.bytes() - h.zips.known[name].bytes()
	h.zips.known[name] = k
	return k
}

// bytes returns how many bytes the names of the demos take.
func (k zipKnown) bytes() (n int) {
	for _, d := range k.demos {
		n += kept(d)
	}
	return n
}

// kept returns how many bytes a name in a list takes.
func kept(name string) int { return len(name) + nameSize }

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// errNoFile is the error for what is no file, such as a pipe, which would be waited for.
var errNoFile = errors.New("not a file")

// open opens a file below a root, into which links may lead, but not out of it.
func open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	info, err := root.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, errNoFile
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it has been replaced
		err = errNoFile
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

const (
	// maxListed is how many files the page lists, with the demos in ZIPs: a browser needs a second for such a
	// list.
	maxListed = 20000
	// maxVisited is how many names are looked at for them.
	maxVisited = 500000
	// maxZips is how many ZIPs are remembered, whose lists of files need not be read again.
	maxZips = 20000
	// maxInZip is how many demos of a ZIP the page lists; a cup has hundreds.
	maxInZip = 2000
	// maxZipNames and maxAllZipNames are how many bytes their names may take, of one ZIP and of all that are
	// remembered or listed.
	maxZipNames    = 256 << 10
	maxAllZipNames = 8 << 20
	// nameSize is how many bytes a name in a list takes besides its own.
	nameSize = 16
	// fresh is how long the page is told the same, and longer where looking takes longer: who asks again and
	// again costs no more.
	fresh = 5 * time.Second
)

// found is the JSON that the page reads.
type found struct {
	Files []listed `json:"files"`
	More  bool     `json:"more"` // there are some that are not told of
}

// listed is a file of the folder.
type listed struct {
	Name string `json:"name"` // path in the folder, with slashes
	Size int64  `json:"size"` // bytes
	// Demos are the names of the demos in a ZIP, as it has them; More is whether there are others.
	Demos []string `json:"demos,omitempty"`
	More  bool     `json:"more,omitempty"`
}

// listing sends what is in the folder.
func (h *Handler) listing(w http.ResponseWriter, r *http.Request) {
	list, err := h.look(r.Context())
	switch {
	case r.Context().Err() != nil: // the browser has gone away
		return
	case err != nil:
		http.Error(w, "can't list the folder", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(list)))
	_, _ = w.Write(list)
}

// look returns the JSON of what is in the folder, as it was a moment ago. It waits for the walk that finds it
// until ctx is done.
func (h *Handler) look(ctx context.Context) ([]byte, error) {
	h.walks.Lock()
	if time.Now().Before(h.walks.until) {
		defer h.walks.Unlock()
		return h.walks.list, nil
	}
	w := h.walks.now
	if w == nil {
		w = &walk{done: make(chan struct{})}
		h.walks.now = w
		go h.begin(w)
	}
	h.walks.Unlock()
	select {
	case <-w.done:
		return w.list, w.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// begin goes through the folder for all who wait for w.
func (h *Handler) begin(w *walk) {
	begun := time.Now()
	err := fault.Guard("listing the folder", func() {
		found := h.walk()
		if w.err = h.ends.Err(); w.err == nil {
			w.list, w.err = json.Marshal(found)
		}
	})
	w.err = cmp.Or(err, w.err)
	h.walks.Lock()
	defer h.walks.Unlock()
	if h.walks.now = nil; w.err == nil {
		now := time.Now()
		h.walks.list, h.walks.until = w.list, now.Add(max(fresh, now.Sub(begun)))
	}
	close(w.done)
}

// walk goes through the folder until the server ends. What cannot be read is left out; links to folders are
// not followed.
func (h *Handler) walk() found {
	w := folderWalk{h: h, found: found{Files: []listed{}}}
	w.folder("", 0)
	return w.found
}

// maxDepth is how many folders lie inside of each other at most in those that are listed.
const maxDepth = 100

// folderWalk is a walk through the folder.
type folderWalk struct {
	h *Handler
	found
	visited, rows, names int // names are the bytes of those in ZIPs
}

// folder lists what is in a folder, at that path and depth. It returns false to end the walk.
func (w *folderWalk) folder(folder string, depth int) bool {
	for _, d := range w.h.entries(folder) {
		w.visited++
		name := path.Join(folder, d.Name())
		switch {
		case w.h.ends.Err() != nil:
			return false
		case w.visited > maxVisited || w.rows == maxListed:
			w.More = true
			return false
		case filename.IsAppleDouble(name + "/"):
		case d.IsDir():
			if !hidden(d.Name()) && depth < maxDepth && !w.folder(name, depth+1) {
				return false
			}
		case w.h.shows(name):
			w.file(name)
		}
	}
	return true
}

// file lists a file, and the demos in a ZIP.
func (w *folderWalk) file(name string) {
	f, ok := w.h.about(name)
	if !ok {
		return
	}
	f.Name = filename.Readable(name)
	w.rows++
	for i, d := range f.Demos {
		if w.names += kept(d); w.rows == maxListed || w.names > maxAllZipNames {
			f.Demos, f.More, w.names = f.Demos[:i], true, maxAllZipNames
			break
		}
		w.rows++
	}
	w.Files = append(w.Files, f)
}

// about returns what is told of a file that is shown by its name, and whether it is one that may be read.
func (h *Handler) about(name string) (l listed, ok bool) {
	if !isArchive(name) {
		info, err := h.o.Folder.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return listed{}, false
		}
		return listed{Name: name, Size: info.Size()}, true
	}
	f, info, err := open(h.o.Folder, name)
	if err != nil {
		return listed{}, false
	}
	defer f.Close()
	k := h.lookIn(name, f, info)
	return listed{name, info.Size(), k.demos, k.more}, k.shown
}
