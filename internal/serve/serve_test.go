package serve

import (
	"bufio"
	"context"
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
	return filepath.Join(top, "demos"), New(Options{Folder: roots["demos"], Page: roots["page"], Host: "mybox", Shows: func(name string) bool {
		return strings.HasSuffix(name, ".dem") || strings.HasSuffix(name, ".mvd") || strings.HasSuffix(name, ".pak")
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
		"/":                             "<p>page",
		"/page.js":                      "script",
		"/demoscope.wasm":               "plain",
	} {
		if status, head, body := ask(t, h, "GET "+path+" HTTP/1.1"); status != 200 || body != want {
			t.Errorf("%s: %d %q", path, status, body)
		} else if p := head.Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'") || head.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, head)
		}
	}
}

// TestNothingElse: no path leaves the folder, and only what is meant to be read is.
func TestNothingElse(t *testing.T) {
	folder, h := newServer(t)
	links := 0
	for name, to := range map[string]string{"out.dem": filepath.Join("..", "secret.dem"), "absolute.dem": filepath.Join(filepath.Dir(folder), "secret.dem"), "up": "..", "notes.dem": "notes.txt"} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err == nil {
			links++
		} else if runtime.GOOS != "windows" { // where not everybody may make links
			t.Fatal(err)
		}
	}
	secret := filepath.ToSlash(filepath.Join(filepath.Dir(folder), "secret.dem"))
	for _, path := range []string{
		"/files/../secret.dem", "/files/../../secret.dem", "/files/2024/../../secret.dem", "/files/%2e%2e/secret.dem", "/files/%2e%2e%2fsecret.dem",
		"/files/..%2fsecret.dem", "/files/..%5csecret.dem", "/files/..\\secret.dem", "/files/%252e%252e/secret.dem", "/files/./a.dem", "/files/2024/../a.dem",
		"/files/" + secret, "/files//" + secret, "/files/%2f" + secret, "/files//a.dem", "/files/a.dem/", "/files/a.dem%00.dem", "/files/a.dem%00", "/files/%00",
		"/files/C:/a.dem", "/files/C:%5ca.dem", "/files/a.dem::$DATA", "/files/%5c%5cserver%5cshare%5ca.dem", "/files/NUL",
		"/files/out.dem", "/files/absolute.dem", "/files/up/secret.dem",
		"/files/notes.txt", "/files/.d.dem", "/files/.hidden/c.dem", "/files/", "/files", "/files/2024", "/files/2024/", "/files/%ff.dem", "/files/nothing.dem",
		"/../secret.dem", "/..%2fsecret.dem", "/secret.js", "/demoscope.wasm.br", "/a.dem", "//a.dem", "/page.js/", "/page/page.js", "/" + secret,
	} {
		if status, _, body := ask(t, h, "GET "+path+" HTTP/1.1"); status != 404 || strings.Contains(body, "secret") || strings.Contains(body, folder) {
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
		"localhost": 200, "LOCALHOST:8047": 200, "localhost.": 200, "127.0.0.1:8047": 200, "127.0.0.1": 200, "[::1]:8047": 200, "192.168.1.7:8047": 200, "mybox:8047": 200, "MyBox": 200,
		"evil.example:8047": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "evil.example": 421, "xmybox": 421, "": 421, "0x7f.1": 421, "localhost:1:2": 421,
	} {
		for _, path := range []string{"/files/a.dem", "/files.json", "/"} {
			if status, _, body := ask(t, h, "GET "+path+" HTTP/1.1", "Host: "+host); status != want || want != 200 && strings.Contains(body, content) {
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
		status, head, body := ask(t, h, "GET /demoscope.wasm HTTP/1.1", "Accept-Encoding: "+accepted, "Range: bytes=1-2")
		if got := [2]string{body, head.Get("Content-Encoding")}; status != 200 || got != want || head.Get("Content-Type") != "application/wasm" || head.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: %d %q, want %q", accepted, status, got, want)
		}
	}
}

func TestList(t *testing.T) {
	folder, h := newServer(t)
	if err := os.Symlink(filepath.Join("..", "secret.dem"), filepath.Join(folder, "out.dem")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	const want = `{"files":[{"name":"2024/b +é.mvd","size":1},{"name":"a.dem","size":16},{"name":"id1/pak0.pak","size":3}],"more":false}` + "\n"
	if status, head, body := ask(t, h, "GET /files.json HTTP/1.1"); status != 200 || body != want || head.Get("Content-Type") != "application/json" {
		t.Errorf("%d %s", status, body)
	}
}

// TestPage: the page itself has what it needs, and may do no more than the server allows it where another one shows it.
func TestPage(t *testing.T) {
	html, err := os.ReadFile(filepath.Join("page", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if own := strings.TrimSuffix(policy, "; frame-ancestors 'none'"); !strings.Contains(string(html), `content="`+own+`"`) { // which a page cannot say itself
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
	if strings.Contains(string(html), "<script>") || strings.Contains(string(html), "style=") || strings.Contains(string(html), "onclick=") {
		t.Error("the page has a script or a style of its own")
	}
}

func TestRun(t *testing.T) {
	_, h := newServer(t)
	ctx, stop := context.WithCancel(t.Context())
	asked := false
	err := Run(ctx, "localhost:0", h.o, func(url string, all bool) error {
		if !strings.HasPrefix(url, "http://localhost:") || !strings.HasSuffix(url, "/") || all {
			t.Errorf("%s, all %v", url, all)
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
		err := Run(t.Context(), address, h.o, func(_ string, all bool) error {
			if all != want {
				t.Errorf("%s: all %v", address, all)
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
