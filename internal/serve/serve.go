// Package serve hands the page and a folder of demos to browsers: what a program in a page can read of this machine is what
// stands here, and nothing else.
//
// Only files that [Options].Shows names go out, only from below the folder, only to be read. What is asked for is not trusted, and
// neither is who asks: another site's page could send its visitors' browsers here, under a name that it makes point to this
// machine. It would read nothing of the answers but for that name, so requests under foreign names are refused.
package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Options say what is served.
type Options struct {
	// Folder has the demos and the games' files.
	Folder *os.Root
	// Page has the files of the page, as .ci/page writes them.
	Page *os.Root
	// Shows reports whether a file with this name may be read.
	Shows func(name string) bool
	// Host is a name besides localhost under which this machine may be asked; "" for none. Addresses always may.
	Host string
}

// Handler answers requests; it may be used by several goroutines.
type Handler struct {
	o     Options
	walks sync.Mutex // one walk through the folder at a time
}

// New returns what answers requests as o says.
func New(o Options) *Handler { return &Handler{o: o} }

// ErrAddress is the error of [Run] for an address that is none.
var ErrAddress = errors.New("this is no address")

// Run waits for browsers at an address, host:port, until ctx is done, and then returns nil. Once it waits it calls ready with the
// URL of the page, and whether others than this machine can ask; the error of ready ends it.
func Run(ctx context.Context, address string, o Options, ready func(url string, all bool) error) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%w: %q", ErrAddress, address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("nobody can be waited for: %w", err)
	}
	o.Host = host
	at := listener.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		host = "localhost"
	}
	server := &http.Server{Handler: New(o), ReadHeaderTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader}
	defer server.Close()
	if err := ready("http://"+net.JoinHostPort(host, strconv.Itoa(at.Port))+"/", !at.IP.IsLoopback()); err != nil {
		listener.Close()
		return err
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

const (
	// patience is how long a browser may take to say what it wants.
	patience = 10 * time.Second
	// maxHeader is what it may say, in bytes.
	maxHeader = 16 << 10
)

const (
	// policy is what a browser lets the page do: run its own scripts and its program, and ask this server. A sound's worklet
	// is a script of the program's own, for which it makes a blob.
	policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
}

// packings are the ways in which a file of the page may lie there packed, the smallest first.
var packings = []struct{ coding, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// Needed are the files that a folder must have to be a page.
var Needed = []string{"index.html", "page.css", "page.js", "files.js", "wasm_exec.js", "demoscope.wasm"}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cache-Control", "no-cache")
	switch {
	case !h.known(r.Host):
		http.Error(w, "this machine is not asked under that name", http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "files can only be read", http.StatusMethodNotAllowed)
	case r.URL.Path == listPath:
		h.list(r.Context(), w)
	case strings.HasPrefix(r.URL.Path, filesPrefix):
		h.file(w, r, strings.TrimPrefix(r.URL.Path, filesPrefix))
	default:
		h.page(w, r)
	}
}

// known reports whether a request names this machine by an address, which nobody can make point elsewhere, as localhost, or as
// Options.Host.
func (h *Handler) known(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	name = strings.TrimSuffix(name, ".")
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return strings.EqualFold(name, "localhost") || h.o.Host != "" && strings.EqualFold(name, h.o.Host)
}

// page sends a file of the page, packed if it lies there so and the browser takes it.
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
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	http.ServeContent(w, r, "", info.ModTime(), f)
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
	f, info, err := open(h.o.Folder, name)
	if err != nil {
		http.NotFound(w, r) // why is nobody's business
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// shows reports whether a path in the folder, with slashes, may be read: one that a system could take for something else than a
// path below the folder, and hidden files, may not.
func (h *Handler) shows(name string) bool {
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\:\x00") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if hidden(part) {
			return false
		}
	}
	return h.o.Shows(path.Base(name))
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// errNoFile is the error for what is no file, such as a pipe, which would be waited for.
var errNoFile = errors.New("this is no file")

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
	// maxListed is how many files the page is told of: as many rows of a list take a browser a second.
	maxListed = 20000
	// maxVisited is how many names are looked at for them.
	maxVisited = 500000
)

// listing is the JSON that the page reads.
type listing struct {
	Files []listed `json:"files"`
	More  bool     `json:"more"` // there are some that are not told of
}

// listed is a file of the folder.
type listed struct {
	Name string `json:"name"` // path in the folder, with slashes
	Size int64  `json:"size"` // bytes
}

// list sends what is in the folder.
func (h *Handler) list(ctx context.Context, w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(h.look(ctx)) // a browser that has gone away
}

// look goes through the folder. What cannot be read is left out; links to folders are not followed.
func (h *Handler) look(ctx context.Context) listing {
	h.walks.Lock()
	defer h.walks.Unlock()
	l := listing{Files: []listed{}}
	visited := 0
	_ = fs.WalkDir(h.o.Folder.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		visited++
		switch {
		case ctx.Err() != nil: // nobody waits for it
			return fs.SkipAll
		case visited > maxVisited || len(l.Files) == maxListed:
			l.More = true
			return fs.SkipAll
		case err != nil || name == ".":
			return nil
		case hidden(d.Name()) && d.IsDir():
			return fs.SkipDir
		case d.IsDir() || !utf8.ValidString(name) || !h.shows(name):
			return nil
		}
		if info, err := h.o.Folder.Stat(name); err == nil && info.Mode().IsRegular() {
			l.Files = append(l.Files, listed{name, info.Size()})
		}
		return nil
	})
	return l
}
