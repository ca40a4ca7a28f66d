package serve

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// content is that of the demo that is served: sixteen bytes.
const content = "0123456789abcdef"

// newServer serves a folder; beside it lies secret.dem, which nobody may have.
func newServer(t *testing.T) (folder string, h *Handler) {
	t.Helper()
	top := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("secret.dem", "secret")
	write("demos/a.dem", content)
	write("demos/2024/b +é.mvd", "b")
	write("demos/id1/pak0.pak", "pak")
	write("demos/final.zip", "demos in it: one.dem|2/two.mvd|../out.dem|/etc/x.dem|\xff.dem")
	write("demos/taxes.zip", "none in it")
	write("demos/empty.zip", "")
	write("demos/notes.txt", "notes")
	write("demos/.hidden/c.dem", "c")
	write("demos/.d.dem", "d")
	write("page/index.html", "<p>page")
	write("page/page.js", "script")
	write("page/secret.js", "secret")
	write("page/demoscope.wasm", "plain")
	write("page/demoscope.wasm.br", "small")
	write("page/demoscope.wasm.gz", "middle")
	roots := map[string]*os.Root{}
	for _, name := range []string{"demos", "page"} {
		root, err := os.OpenRoot(filepath.Join(top, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { root.Close() })
		roots[name] = root
	}
	return filepath.Join(top, "demos"), New(Options{Folder: roots["demos"], Page: roots["page"],
		Hosts: []string{"mybox", "mybox.local"}, Zip: func(f io.ReaderAt, size int64) []string {
			text, err := io.ReadAll(io.NewSectionReader(f, 0, size))
			demos, found := strings.CutPrefix(string(text), "demos in it: ")
			if err != nil || !found {
				return nil
			}
			return strings.Split(demos, "|")
		}, Shows: func(name string) bool {
			return strings.HasSuffix(name, ".dem") || strings.HasSuffix(name, ".mvd") ||
				strings.HasSuffix(name, ".pak") ||
				strings.HasSuffix(name, ".zip")
		}})
}

// ask sends a request line as it stands, without the tidying that clients do, and returns the answer.
func ask(t *testing.T, h http.Handler, lines ...string) (status int, header http.Header, body string) {
	t.Helper()
	s := httptest.NewServer(h)
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	host := "Host: localhost"
	for _, l := range lines {
		if strings.HasPrefix(l, "Host:") {
			host = ""
		}
	}
	text := strings.Join(lines, "\r\n") + "\r\n"
	if host != "" {
		text += host + "\r\n"
	}
	fmt.Fprint(c, text+"Connection: close\r\n\r\n")
	method, _, _ := strings.Cut(lines[0], " ")
	r, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%s: %v", lines[0], err)
	}
	defer r.Body.Close()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, r.Header, string(data)
}

func TestFiles(t *testing.T) {
	_, h := newServer(t)
	for path, want := range map[string]string{
		"/files/a.dem":                  content,
		"/files/%61.dem":                content,
		"/files/2024/b%20%2B%C3%A9.mvd": "b",
		"/files/id1/pak0.pak":           "pak",
		"/files/final.zip":              "demos in it: one.dem|2/two.mvd|../out.dem|/etc/x.dem|\xff.dem",
		"/":                             "<p>page",
		"/page.js":                      "script",
		"/demoscope.wasm":               "plain",
	} {
		if status, head, body := ask(t, h, "GET "+path+" HTTP/1.1"); status != 200 || body != want {
			t.Errorf("%s: %d %q", path, status, body)
		} else if p := head.Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'") ||
			head.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, head)
		}
	}
}

// TestForeignNames: names that other systems would not have are listed, and found by what the list says.
func TestForeignNames(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("no such names")
	}
	folder, h := newServer(t)
	for _, name := range []string{"12:30.dem", `back\slash.dem`, "dir /blank.dem", "\xff\xfe.dem",
		"\xe9t\xe9/x\xff.dem",
		"__MACOSX/._a.dem", "._a.dem"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Skip(err)
		}
	}
	_, _, body := ask(t, h, "GET /files.json HTTP/1.1")
	for path, want := range map[string][2]string{
		"12:30.dem":                          {"12:30.dem", "12:30.dem"},
		"back%5Cslash.dem":                   {`back\\slash.dem`, `back\slash.dem`},
		"dir%20/blank.dem":                   {"dir /blank.dem", "dir /blank.dem"},
		"%EF%BF%BD%EF%BF%BD.dem":             {"\ufffd\ufffd.dem", "\xff\xfe.dem"},
		"%EF%BF%BDt%EF%BF%BD/x%EF%BF%BD.dem": {"\ufffdt\ufffd/x\ufffd.dem", "\xe9t\xe9/x\xff.dem"},
	} {
		if !strings.Contains(body, `"`+want[0]+`"`) {
			t.Errorf("%s is not in the list %s", want[0], body)
		}
		if status, _, got := ask(t, h, "GET /files/"+path+" HTTP/1.1"); status != 200 || got != want[1] {
			t.Errorf("%s: %d %q", path, status, got)
		}
	}
	if strings.Contains(body, "MACOSX") || strings.Contains(body, "._a") {
		t.Error(body)
	}
}

// TestNothingElse: no path leaves the folder, and only what is meant to be read is.
func TestNothingElse(t *testing.T) {
	folder, h := newServer(t)
	links := 0
	for name, to := range map[string]string{"out.dem": filepath.Join("..", "secret.dem"),
		"absolute.dem": filepath.Join(filepath.Dir(folder), "secret.dem"), "up": "..", "notes.dem": "notes.txt"} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err == nil {
			links++
		} else if runtime.GOOS != "windows" { // where not everybody may make links
			t.Fatal(err)
		}
	}
	secret := filepath.ToSlash(filepath.Join(filepath.Dir(folder), "secret.dem"))
	for _, path := range []string{
		"/files/../secret.dem", "/files/../../secret.dem", "/files/2024/../../secret.dem", "/files/%2e%2e/secret.dem",
		"/files/%2e%2e%2fsecret.dem",
		"/files/..%2fsecret.dem", "/files/..%5csecret.dem", "/files/..\\secret.dem", "/files/%252e%252e/secret.dem",
		"/files/./a.dem", "/files/2024/../a.dem",
		"/files/" + secret, "/files//" + secret, "/files/%2f" + secret, "/files//a.dem", "/files/a.dem/",
		"/files/a.dem%00.dem", "/files/a.dem%00", "/files/%00",
		"/files/C:/a.dem", "/files/C:%5ca.dem", "/files/a.dem::$DATA", "/files/%5c%5cserver%5cshare%5ca.dem",
		"/files/NUL",
		"/files/out.dem", "/files/absolute.dem", "/files/up/secret.dem",
		"/files/taxes.zip", "/files/empty.zip", "/files/notes.txt", "/files/.d.dem", "/files/.hidden/c.dem", "/files/",
		"/files", "/files/2024", "/files/2024/", "/files/%ff.dem", "/files/nothing.dem",
		"/../secret.dem", "/..%2fsecret.dem", "/secret.js", "/demoscope.wasm.br", "/a.dem", "//a.dem", "/page.js/",
		"/page/page.js", "/" + secret,
	} {
		if status, _, body := ask(t, h, "GET "+path+" HTTP/1.1"); status != 404 || strings.Contains(body, "secret") ||
			strings.Contains(body, folder) {
			t.Errorf("%s: %d %q", path, status, body)
		}
	}
	if links == 4 {
		// One inside of the folder is followed.
		if status, _, body := ask(t, h, "GET /files/notes.dem HTTP/1.1"); status != 200 || body != "notes" {
			t.Errorf("%d %q", status, body)
		}
	}
}

func TestRange(t *testing.T) {
	_, h := newServer(t)
	for asked, want := range map[string]struct {
		status       int
		body, ranges string
	}{
		"bytes=2-5":      {206, "2345", "bytes 2-5/16"},
		"bytes=-3":       {206, "def", "bytes 13-15/16"},
		"bytes=14-":      {206, "ef", "bytes 14-15/16"},
		"bytes=10-99999": {206, "abcdef", "bytes 10-15/16"},
		"bytes=16-":      {416, "", "bytes */16"},
		"bytes=5-2":      {416, "", ""},
		"lines=1-2":      {416, "", ""},
	} {
		status, head, body := ask(t, h, "GET /files/a.dem HTTP/1.1", "Range: "+asked)
		if status != want.status || head.Get("Content-Range") != want.ranges || status == 206 && body != want.body {
			t.Errorf("%s: %d %q %q, want %v", asked, status, head.Get("Content-Range"), body, want)
		}
	}
	status, head, body := ask(t, h, "HEAD /files/a.dem HTTP/1.1")
	if status != 200 || head.Get("Content-Length") != "16" || head.Get("Accept-Ranges") != "bytes" || body != "" {
		t.Errorf("HEAD: %d %v %q", status, head, body)
	}
}

// TestHost: a page elsewhere whose name points to this machine learns nothing.
func TestHost(t *testing.T) {
	_, h := newServer(t)
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:8047": 200, "localhost.": 200, "127.0.0.1:8047": 200, "127.0.0.1": 200,
		"[::1]:8047": 200, "192.168.1.7:8047": 200, "mybox:8047": 200, "MyBox": 200, "mybox.local:8047": 200,
		"evil.example:8047": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "evil.example": 421,
		"xmybox": 421, "mybox.evil.example": 421, "": 421, "0x7f.1": 421, "localhost:1:2": 421,
	} {
		for _, path := range []string{"/files/a.dem", "/files.json", "/"} {
			if status, _, body := ask(t, h, "GET "+path+" HTTP/1.1", "Host: "+host); status != want || want != 200 &&
				strings.Contains(body, content) {
				t.Errorf("%s of %q: %d %q, want %d", path, host, status, body, want)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	folder, h := newServer(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "MKCOL"} {
		for _, path := range []string{"/files/a.dem", "/files/new.dem", "/files.json", "/"} {
			status, head, _ := ask(t, h, method+" "+path+" HTTP/1.1", "Content-Length: 0")
			if status != 405 || head.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %d", method, path, status)
			}
		}
	}
	if data, err := os.ReadFile(filepath.Join(folder, "a.dem")); err != nil || string(data) != content {
		t.Errorf("%q, %v", data, err)
	}
}

// TestPacked: who takes it gets the smallest; a part of it is never sent.
func TestPacked(t *testing.T) {
	_, h := newServer(t)
	for accepted, want := range map[string][2]string{
		"":                         {"plain", ""},
		"gzip":                     {"middle", "gzip"},
		"gzip, deflate, br, zstd":  {"small", "br"},
		"BR":                       {"small", "br"},
		"br;q=0, gzip;q=0.5":       {"middle", "gzip"},
		"br;q=0.0, gzip; q=0":      {"plain", ""},
		"identity, brotli, x-gzip": {"plain", ""},
	} {
		status, head, body := ask(t, h, "GET /demoscope.wasm HTTP/1.1", "Accept-Encoding: "+accepted,
			"Range: bytes=1-2")
		if got := [2]string{body, head.Get("Content-Encoding")}; status != 200 || got != want ||
			head.Get("Content-Type") != "application/wasm" || head.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: %d %q, want %q", accepted, status, got, want)
		}
	}
}

// TestOnlyPacked: a page whose program is there as a gzip alone is a page, and sent to browsers that take no gzip.
func TestOnlyPacked(t *testing.T) {
	_, h := newServer(t)
	if err := IsPage(h.o.Page); err == nil {
		t.Error("a folder without files.js is a page")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte("the program"))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	for _, name := range Needed {
		if err := h.o.Page.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(h.o.Page.Remove("demoscope.wasm"), h.o.Page.WriteFile("demoscope.wasm.gz", packed.Bytes(),
		0o644)); err != nil {
		t.Fatal(err)
	}
	if err := IsPage(h.o.Page); err != nil {
		t.Error(err)
	}
	status, head, body := ask(t, h, "GET /demoscope.wasm HTTP/1.1", "Accept-Encoding: identity")
	if status != 200 || body != "the program" || head.Get("Content-Type") != "application/wasm" ||
		head.Get("Content-Encoding") != "" {
		t.Errorf("%d %q, %v", status, body, head)
	}
}

func TestList(t *testing.T) {
	folder, h := newServer(t)
	if err := os.Symlink(filepath.Join("..", "secret.dem"), filepath.Join(folder, "out.dem")); err != nil &&
		runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	const want = `{"files":[{"name":"2024/b ` +
		`+é.mvd","size":1},{"name":"a.dem","size":16},{"name":"final.zip","size":58,"demos":["one.dem",` +
		`"2/two.mvd"]},{"name":"id1/pak0.pak","size":3}],"more":false}`
	if status, head, body := ask(t, h, "GET /files.json HTTP/1.1"); status != 200 || body != want ||
		head.Get("Content-Type") != "application/json" {
		t.Errorf("%d %s", status, body)
	}
}

// TestListKept: who asks for the list again and again has the folder walked through once.
func TestListKept(t *testing.T) {
	folder, h := newServer(t)
	looks, shows := 0, h.o.Shows
	h.o.Shows = func(name string) bool { looks++; return shows(name) }
	look := func() string {
		t.Helper()
		list, err := h.look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return string(list)
	}
	first := look()
	once := looks
	if err := os.WriteFile(filepath.Join(folder, "new.dem"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if again := look(); once == 0 || looks != once || again != first {
		t.Errorf("%d names were looked at, then %d: %s", once, looks-once, again)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	h.walks.until = time.Time{} // it has become old
	if list, err := h.look(gone); err == nil {
		t.Errorf("what nobody waits for is a list: %s", list)
	}
	if now := look(); !strings.Contains(now, `"new.dem"`) || !strings.Contains(now, `"a.dem"`) {
		t.Errorf("%s", now)
	}
}

// TestListOfSeveral: who leaves does not end the walk that others wait for, or begin it anew for who comes next.
func TestListOfSeveral(t *testing.T) {
	_, h := newServer(t)
	walks, shows, goOn := 0, h.o.Shows, make(chan bool)
	h.o.Shows = func(name string) bool {
		if name == "a.dem" {
			walks++
			<-goOn
		}
		return shows(name)
	}
	for range 10 {
		ctx, leave := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if list, err := h.look(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, %v", list, err)
		}
		leave()
	}
	close(goOn)
	list, err := h.look(t.Context())
	if err != nil || walks != 1 || !strings.Contains(string(list), `"a.dem"`) ||
		!strings.Contains(string(list), `"id1/pak0.pak"`) {
		t.Errorf("%d walks: %s, %v", walks, list, err)
	}
}

// TestListEnds: the walk ends with the server, not at the end of the folder.
func TestListEnds(t *testing.T) {
	_, h := newServer(t)
	var end context.CancelFunc
	h.ends, end = context.WithCancel(t.Context())
	shown, shows := 0, h.o.Shows
	h.o.Shows = func(name string) bool {
		shown++
		end()
		return shows(name)
	}
	if list, err := h.look(t.Context()); !errors.Is(err, context.Canceled) || shown != 1 {
		t.Errorf("%d names were looked at: %s, %v", shown, list, err)
	}
}

// TestListSurvives: a mistake in what looks into files costs the list, not the server.
func TestListSurvives(t *testing.T) {
	_, h := newServer(t)
	shows := h.o.Shows
	h.o.Shows = func(string) bool { panic("mistake") }
	if status, _, body := ask(t, h, "GET /files.json HTTP/1.1"); status != 500 || strings.Contains(body, "mistake") {
		t.Errorf("%d %s", status, body)
	}
	h.o.Shows = shows
	if status, _, body := ask(t, h, "GET /files.json HTTP/1.1"); status != 200 || !strings.Contains(body, `"a.dem"`) {
		t.Errorf("%d %s", status, body)
	}
}

// TestListRests: a folder that takes 20 seconds to walk through is left alone for as long, another one for 5.
func TestListRests(t *testing.T) {
	for _, c := range []struct{ takes, rests time.Duration }{{20 * time.Second, 20 * time.Second},
		{time.Second, 5 * time.Second}} {
		folder, h := newServer(t)
		synctest.Test(t, func(t *testing.T) {
			shows := h.o.Shows
			h.o.Shows = func(name string) bool {
				if name == "a.dem" {
					time.Sleep(c.takes)
				}
				return shows(name)
			}
			has := func(name string) bool {
				t.Helper()
				list, err := h.look(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return strings.Contains(string(list), name)
			}
			has("a.dem")
			if err := os.WriteFile(filepath.Join(folder, "new.dem"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			time.Sleep(c.rests - time.Millisecond)
			if has("new.dem") {
				t.Errorf("a walk of %v was begun again within %v", c.takes, c.rests)
			}
			time.Sleep(2 * time.Millisecond)
			if !has("new.dem") {
				t.Errorf("what a walk of %v has found was told for longer than %v", c.takes, c.rests)
			}
		})
	}
}

// TestZip: what is in a ZIP is looked at once, and again when it has changed.
func TestZip(t *testing.T) {
	folder, h := newServer(t)
	looks, zip := 0, h.o.Zip
	h.o.Zip = func(f io.ReaderAt, size int64) []string { looks++; return zip(f, size) }
	for range 3 {
		if status, _, _ := ask(t, h, "GET /files/final.zip HTTP/1.1", "Range: bytes=1-2"); status != 206 {
			t.Errorf("%d", status)
		}
	}
	if looks != 1 {
		t.Errorf("it was looked at %d times", looks)
	}
	if err := os.WriteFile(filepath.Join(folder, "final.zip"), []byte("my taxes"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, body := ask(t, h, "GET /files/final.zip HTTP/1.1"); status != 404 {
		t.Errorf("%d %q", status, body)
	}
	h.o.Zip = nil
	if status, _, body := ask(t, h, "GET /files/final.zip HTTP/1.1"); status != 404 {
		t.Errorf("where no ZIP may be read: %d %q", status, body)
	}
}

// TestZipThatChanges: one that is written while it is looked into is looked into again, and one that keeps
// changing takes the room of one.
func TestZipThatChanges(t *testing.T) {
	folder, h := newServer(t)
	file := filepath.Join(folder, "final.zip")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tell := func() listed {
		t.Helper()
		l, ok := h.about("final.zip")
		if !ok {
			t.Fatal("the ZIP is not shown")
		}
		return l
	}
	zip := h.o.Zip
	h.o.Zip = func(f io.ReaderAt, size int64) []string {
		defer write("demos in it: behind.dem|last.dem")
		return zip(f, size)
	}
	if l := tell(); len(l.Demos) != 2 || l.Demos[0] != "one.dem" {
		t.Errorf("%v", l)
	}
	h.o.Zip = zip
	if l := tell(); !slices.Equal(l.Demos, []string{"behind.dem", "last.dem"}) {
		t.Errorf("after it was written: %v", l)
	}
	for i := range 10 {
		write("demos in it: " + strings.Repeat("x", 1000+i) + "|" + strings.Repeat("y", 2000))
		if l := tell(); len(l.Demos) != 2 || len(l.Demos[0]) != 1000+i {
			t.Errorf("%d: %v", i, l)
		}
	}
	if want := 1009 + 2000 + 2*16; h.zips.names != want {
		t.Errorf("the names take %d bytes, want %d", h.zips.names, want)
	}
}

// TestManyInZips: of the demos in ZIPs no more are told of, or kept, than a list has room for, and it is said
// that there are others.
func TestManyInZips(t *testing.T) {
	folder, h := newServer(t)
	zip := func(name string, demos ...string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte("demos in it: "+strings.Join(demos, "|")),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	numbered := func(n, length int) (demos []string) {
		for i := range n {
			demos = append(demos, fmt.Sprintf("%0*d.dem", length-4, i))
		}
		return demos
	}
	told := func() (files map[string]listed, all found) {
		t.Helper()
		h.walks.until = time.Time{}
		list, err := h.look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(list, &all); err != nil {
			t.Fatal(err)
		}
		files = map[string]listed{}
		for _, f := range all.Files {
			files[f.Name] = f
		}
		return files, all
	}
	zip("many.zip", numbered(2001, 9)...)
	zip("long.zip", numbered(10, 60000)...)
	zip("some.zip", numbered(2000, 9)...)
	files, all := told()
	for name, want := range map[string]struct {
		demos int
		more  bool
	}{"many.zip": {2000, true}, "long.zip": {4, true}, "some.zip": {2000, false}, "final.zip": {2, false},
		"a.dem": {0, false}} {
		if f := files[name]; len(f.Demos) != want.demos || f.More != want.more {
			t.Errorf("%s: %d demos, more %v; want %v", name, len(f.Demos), f.More, want)
		}
	}
	if all.More {
		t.Error("the folder is said to have more")
	}
	// Together they fill the list.
	for i := range 12 {
		zip(fmt.Sprintf("cup%02d.zip", i), numbered(2000, 9)...)
	}
	rows := 0
	files, all = told()
	for _, f := range all.Files {
		rows += 1 + len(f.Demos)
	}
	if rows != 20000 || !all.More {
		t.Errorf("%d rows, more %v", rows, all.More)
	}
	if f := files["cup09.zip"]; len(f.Demos) == 0 || len(f.Demos) >= 2000 || !f.More {
		t.Errorf("the last one in the list has %d demos, more %v", len(f.Demos), f.More)
	}
	// Their names, too, have an end: of 40 ZIPs with 240,000 bytes each.
	for i := range 40 {
		zip(fmt.Sprintf("cup%02d.zip", i), numbered(4, 60000)...)
	}
	bytes := 0
	_, all = told()
	for _, f := range all.Files {
		for _, d := range f.Demos {
			bytes += len(d)
		}
	}
	if bytes > 8<<20 || bytes < 7<<20 || h.zips.names > 8<<20 {
		t.Errorf("%d bytes are told, %d kept", bytes, h.zips.names)
	}
}

// through serves h at a gate and returns what asks for a file, and what counts the requests that have been answered.
func through(t *testing.T, h http.Handler, connections int, stall time.Duration) (
	dial func(path string, headers ...string) net.Conn, answered chan struct{}) {
	t.Helper()
	d := make(door)
	answered = make(chan struct{}, 100)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { answered <- struct{}{} }()
		h.ServeHTTP(w, r)
	})}
	go server.Serve(newGate(d, gateLimits{connections, connections, stall}))
	t.Cleanup(func() { server.Close() })
	return func(path string, headers ...string) net.Conn {
		near, far := net.Pipe() // which has no room for what comes
		t.Cleanup(func() { near.Close() })
		from := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000}
		d <- &caller{Conn: far, from: from, closed: make(chan struct{})}
		go fmt.Fprintf(near, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, strings.Join(headers, ""))
		return near
	}, answered
}

// large makes a file in a folder.
func large(t *testing.T, folder string, size int64) {
	t.Helper()
	file := filepath.Join(folder, "large.pak")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, size); err != nil {
		t.Fatal(err)
	}
}

// TestStalled: who takes nothing of what he has asked for keeps no connection.
func TestStalled(t *testing.T) {
	folder, h := newServer(t)
	large(t, folder, 1<<20)
	synctest.Test(t, func(t *testing.T) {
		dial, answered := through(t, h, 1, time.Minute)
		begun := time.Now()
		dial("/files/large.pak")
		<-answered
		if took := time.Since(begun); took != time.Minute {
			t.Errorf("it is left after %v", took)
		}
		// There is room for the next one.
		r, err := http.ReadResponse(bufio.NewReader(dial("/files/a.dem")), nil)
		if err != nil || r.StatusCode != 200 {
			t.Errorf("%v, %v", r, err)
		}
	})
}

// TestSlow: who takes it slowly gets all of it, however long that takes.
func TestSlow(t *testing.T) {
	const size, stall = 1 << 20, time.Minute
	folder, h := newServer(t)
	large(t, folder, size)
	synctest.Test(t, func(t *testing.T) {
		dial, _ := through(t, h, 1, stall)
		r, err := http.ReadResponse(bufio.NewReader(dial("/files/large.pak")), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := int64(0)
		for err == nil {
			time.Sleep(stall * 9 / 10)
			var n int64
			n, err = io.CopyN(io.Discard, r.Body, atOnce)
			got += n
		}
		if got != size || err != io.EOF {
			t.Errorf("%d bytes came, %v", got, err)
		}
	})
}

// TestConnections: no more are open at once than are let in, and who waits is let in when another one leaves.
func TestConnections(t *testing.T) {
	_, h := newServer(t)
	synctest.Test(t, func(t *testing.T) {
		dial, answered := through(t, h, 2, time.Minute)
		ask := func() net.Conn {
			c := dial("/files/a.dem")
			go io.Copy(io.Discard, c)
			synctest.Wait()
			return c
		}
		first := ask()
		ask()
		if ask(); len(answered) != 2 {
			t.Fatalf("%d are let in", len(answered))
		}
		first.Close()
		if synctest.Wait(); len(answered) != 3 {
			t.Error("the one that waits is not let in when one has left")
		}
	})
}

// TestPage: the page itself has what it needs, and may do no more than the server allows it where another one shows it.
func TestPage(t *testing.T) {
	html, err := os.ReadFile(filepath.Join("page", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	// which a page cannot say itself
	if own := strings.TrimSuffix(policy, "; frame-ancestors 'none'"); !strings.Contains(string(html),
		`content="`+own+`"`) {
		t.Errorf("the page's own policy is not %s", own)
	}
	entries, err := os.ReadDir("page")
	if err != nil || len(entries) != 4 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, e := range entries {
		if pageFiles["/"+e.Name()].name != e.Name() {
			t.Errorf("%s is not served", e.Name())
		}
		if !slices.Contains(Needed, e.Name()) {
			t.Errorf("%s is not needed", e.Name())
		}
	}
	for _, name := range []string{"page.css", "page.js", "files.js", "wasm_exec.js", "icon.svg"} {
		if !strings.Contains(string(html), `"`+name+`"`) {
			t.Errorf("the page does not name %s", name)
		}
	}
	// Neither scripts nor styles in it: the policy would not let them.
	if strings.Contains(string(html), "<script>") || strings.Contains(string(html), "style=") ||
		strings.Contains(string(html), "onclick=") {
		t.Error("the page has a script or a style of its own")
	}
}

func TestRun(t *testing.T) {
	_, h := newServer(t)
	ctx, stop := context.WithCancel(t.Context())
	asked := false
	err := Run(ctx, "localhost:0", h.o, func(url string, others []string) error {
		if !strings.HasPrefix(url, "http://localhost:") || !strings.HasSuffix(url, "/") || len(others) > 0 {
			t.Errorf("%s, %v", url, others)
		}
		go func() {
			defer stop()
			r, err := http.Get(url + "files/a.dem")
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Body.Close()
			data, err := io.ReadAll(r.Body)
			asked = err == nil && string(data) == content
		}()
		return nil
	})
	if err != nil || !asked {
		t.Errorf("%v, asked %v", err, asked)
	}
	failed := errors.New("the output is lost")
	for address, want := range map[string]bool{"127.0.0.1:0": false, "[::]:0": true, ":0": true} {
		err := Run(t.Context(), address, h.o, func(_ string, others []string) error {
			if len(others) > 0 != want {
				t.Errorf("%s: %v", address, others)
			}
			return failed
		})
		if err != failed {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"", "localhost", "8047", "::1:8047"} {
		if err := Run(t.Context(), address, h.o, nil); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if err := Run(t.Context(), "localhost:99999", h.o, nil); err == nil || errors.Is(err, ErrAddress) {
		t.Error(err)
	}
}

// TestOwnName: where others may ask, they may do so by the name of this machine, and by each URL that is said.
func TestOwnName(t *testing.T) {
	name, err := os.Hostname()
	if err != nil || strings.EqualFold(name, "localhost") {
		t.Skip("this machine has no name of its own", err)
	}
	_, h := newServer(t)
	for address, want := range map[string]int{"127.0.0.1:0": 421, ":0": 200} {
		ctx, stop := context.WithCancel(t.Context())
		err := Run(ctx, address, h.o, func(at string, others []string) error {
			go func() {
				defer stop()
				for _, host := range []string{name, strings.ToUpper(name) + ":1"} {
					r, err := http.NewRequest("GET", at+"files/a.dem", nil)
					if err != nil {
						t.Error(err)
						return
					}
					r.Host = host
					answer, err := http.DefaultClient.Do(r)
					if err != nil {
						t.Error(err)
						return
					}
					answer.Body.Close()
					if answer.StatusCode != want {
						t.Errorf("%s of %s: %d, want %d", host, address, answer.StatusCode, want)
					}
				}
			}()
			if want == 200 && !strings.HasPrefix(others[0], "http://"+name+":") {
				t.Errorf("%s: %v", address, others)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestBody: a request with a body that does not come holds nobody up.
func TestBody(t *testing.T) {
	_, h := newServer(t)
	h.patience = 10 * time.Second
	synctest.Test(t, func(t *testing.T) {
		dial, _ := through(t, h, 1, time.Minute)
		begun := time.Now()
		_, err := io.ReadAll(dial("/files/a.dem", "Content-Length: 10\r\n"))
		if took := time.Since(begun); err != nil || took != h.patience {
			t.Errorf("the connection is closed after %v: %v", took, err)
		}
	})
}
