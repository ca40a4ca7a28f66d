// Package serve serves the page and a folder of demos to browsers. The page's program has no other access to this
// machine.
//
// It only serves files whose names [Options].Shows accepts, only from below the folder, and only for reading. Requests
// are not trusted, and neither are their senders: a page of another site could make its visitors' browsers send
// requests here, under a name that it resolves to this machine. Only with that name could the page read the answers, so
// requests under foreign names are refused.
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

// Options are the options of [Run] and [New].
type Options struct {
	// Folder has the demos and the games' files.
	Folder *os.Root
	// Page has the files of the page, as written by .ci/page.
	Page *os.Root
	// Shows reports whether a file with this name may be read.
	Shows func(name string) bool
	// Zip returns the names of the demos in an archive of size bytes. Archives without any are not served, because
	// their own name says nothing about the content; if Zip is nil, no archive is.
	Zip func(f io.ReaderAt, size int64) []string
	// Hosts are names besides localhost under which this machine may be addressed. IP addresses are always allowed.
	Hosts []string
}

// Handler handles requests. It is safe for concurrent use.
type Handler struct {
	o        Options
	patience time.Duration // for bodies of requests

	// ends is done when the server stops, which ends a walk through the folder.
	ends context.Context

	walks struct {
		sync.Mutex
		now   *walk     // the current one, nil if there is none
		list  []byte    // result of the last one as JSON
		until time.Time // end of the result's validity
	}

	zips struct {
		sync.Mutex
		known map[string]zipKnown // by path in the folder
		names int                 // total size of the names in it in bytes
	}
}

// walk is a walk through the folder, shared by all requests that wait for it. It continues after they have left, for
// the next request.
type walk struct {
	done chan struct{} // closed when it has ended
	list []byte        // the result as JSON
	err  error         // or the reason for no result
}

// zipKnown is the cached content of a ZIP, valid for the same file.
type zipKnown struct {
	info  fs.FileInfo
	shown bool
	demos []string // names of the first ones
	more  bool     // there are more
}

// New returns a handler with these options.
func New(o Options) *Handler {
	return &Handler{o: o, patience: patience, ends: context.Background()}
}

// ErrAddress is the error of [Run] for an invalid address.
var ErrAddress = errors.New("invalid address")

// Run serves browsers at an address, host:port, until ctx is done, and then returns nil. When it is listening, it calls
// ready with the URL of the page, and with the URLs for other machines, none if they have no access; an error of ready
// ends it.
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

// ownNames returns the names of this machine, for itself and in its network. No foreign page can be under such a name.
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

// ownAddresses returns the addresses at which others can reach this machine.
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
	// patience is the maximum time for a browser to send a request.
	patience = 10 * time.Second
	// maxHeader is the maximum size of a request's header in bytes.
	maxHeader = 16 << 10
)

const (
	// policy restricts the page to its own scripts and its program, and to requests to this server. A sound worklet is
	// a script from the program itself, which makes a blob for it.
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

// packings are the encodings in which a file of the page may be stored, the smallest first.
var packings = []struct{ coding, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// IsPage returns an error if a folder lacks a file of the page. A gzipped file is enough.
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

// Needed are the files that a page must have.
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
	if r.ContentLength != 0 { // discard a body, which the server would wait for before the next request
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

// known reports whether a request addresses this machine by an IP address, which no one can redirect, as localhost, or
// by one of Options.Hosts.
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

// page sends a file of the page, compressed if the folder has that and the browser accepts it.
func (h *Handler) page(w http.ResponseWriter, r *http.Request) {
	file, ok := pageFiles[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	head := w.Header()
	head.Set("Content-Type", file.kind)
	head.Set("Vary", "Accept-Encoding")
	r.Header.Del("Range") // a part of a compressed file is useless
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

// unpacked decompresses a file that is only stored as gzip for a browser that does not accept gzip.
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

// accepts reports whether an Accept-Encoding includes a coding.
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

// file sends a file of the folder, or the requested part of it.
func (h *Handler) file(w http.ResponseWriter, r *http.Request, name string) {
	if !h.shows(name) {
		http.NotFound(w, r)
		return
	}
	f, info, err := open(h.o.Folder, h.stored(name))
	if err != nil {
		http.NotFound(w, r) // don't reveal the reason
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

// special are characters that no path below the folder has, or that Windows interprets.
var special = map[bool]string{false: "\x00", true: "\\:\x00"}[runtime.GOOS == "windows"]

// shows reports whether a slash-separated path in the folder may be read. It excludes hidden files, and paths that a
// system could interpret as something else than a path below the folder.
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

// stored returns the path of a file in the folder from its path in the list, which changes names that are not UTF-8.
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

// entries returns the entries of a folder below the folder, "" for itself; none if it can't be read.
func (h *Handler) entries(folder string) []fs.DirEntry {
	f, err := h.o.Folder.Open(cmp.Or(folder, "."))
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(-1) // with an error, the readable entries
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return filename.Compare(a.Name(), b.Name()) })
	return list
}

// isArchive reports whether a file name is that of an archive of demos.
func isArchive(name string) bool {
	ext := path.Ext(name)
	return strings.EqualFold(ext, ".zip") || strings.EqualFold(ext, ".dz")
}

// lookIn returns the content of an open ZIP.
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
		k.demos = append(k.demos, strings.Clone(d)) // without the rest of the ZIP's directory
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

// bytes returns the size of the names of the demos in bytes.
func (k zipKnown) bytes() (n int) {
	for _, d := range k.demos {
		n += kept(d)
	}
	return n
}

// kept returns the size of a name in a list in bytes.
func kept(name string) int { return len(name) + nameSize }

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// errNoFile is the error for anything but a file, such as a pipe, which could block.
var errNoFile = errors.New("not a file")

// open opens a file below a root. Links may lead to places in the root, but not out of it.
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
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it was replaced
		err = errNoFile
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

const (
	// maxListed is the maximum number of files in the page's list, including demos in ZIPs: a browser needs a second
	// for that many.
	maxListed = 20000
	// maxVisited is the maximum number of names examined for the list.
	maxVisited = 500000
	// maxZips is the maximum number of ZIPs whose content is cached.
	maxZips = 20000
	// maxInZip is the maximum number of demos listed per ZIP; a cup has hundreds.
	maxInZip = 2000
	// maxZipNames is the maximum total size in bytes of the demos' names in a ZIP.
	maxZipNames = 256 << 10
	// maxAllZipNames is the maximum total size in bytes of the demos' names in all ZIPs that are cached or listed.
	maxAllZipNames = 8 << 20
	// nameSize is the size in bytes of a list entry besides the name.
	nameSize = 16
	// fresh is the minimum time for which a list is valid. It is longer if a walk takes longer, so that frequent
	// requests cost no more.
	fresh = 5 * time.Second
)

// found is the JSON for the page.
type found struct {
	Files []listed `json:"files"`
	More  bool     `json:"more"` // the list is incomplete
}

// listed is a file in the folder.
type listed struct {
	Name string `json:"name"` // path in the folder, with slashes
	Size int64  `json:"size"` // bytes
	// Demos are the names of the demos in a ZIP, as stored there; More says that there are others.
	Demos []string `json:"demos,omitempty"`
	More  bool     `json:"more,omitempty"`
}

// listing sends the list of the folder.
func (h *Handler) listing(w http.ResponseWriter, r *http.Request) {
	list, err := h.look(r.Context())
	switch {
	case r.Context().Err() != nil: // the browser closed the request
		return
	case err != nil:
		http.Error(w, "can't list the folder", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(list)))
	_, _ = w.Write(list)
}

// look returns the recent list of the folder as JSON. It waits for the walk that makes it until ctx is done.
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

// begin walks through the folder for all requests that wait for w.
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

// walk walks through the folder until the server stops. It leaves out anything unreadable, and does not follow links to
// folders.
func (h *Handler) walk() found {
	w := folderWalk{h: h, found: found{Files: []listed{}}}
	w.folder("", 0)
	return w.found
}

// maxDepth is the maximum depth of listed folders.
const maxDepth = 100

// folderWalk is a walk through the folder.
type folderWalk struct {
	h *Handler
	found
	visited, rows, names int // names is the size in bytes of the names in ZIPs
}

// folder lists a folder at a path and depth. It returns false to end the walk.
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

// about returns the list entry of a file that is shown by its name, and whether it may be read.
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
