package serve

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRequests: what is no request has a status that says so, and ends the connection.
func TestRequests(t *testing.T) {
	_, h := newServer(t)
	h.patience = 100 * time.Millisecond
	address := begin(t, h, h.answer)
	for text, want := range map[string]int{
		"GET /files/a.dem HTTP/1.1\r\nHost: localhost\r\n\r\n":                             200,
		"GET /files/a.dem?x=/../y HTTP/1.0\r\nHost: localhost\r\n\r\n":                     200,
		"GET http://localhost/files/a.dem HTTP/1.1\r\n\r\n":                                200,
		"GET http://evil.example/files/a.dem HTTP/1.1\r\nHost: localhost\r\n\r\n":          421,
		"GET /files/a.dem HTTP/1.1\r\n\r\n":                                                421,
		"GET /files/a.dem HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n":          400,
		"GET /files/a.dem\r\nHost: localhost\r\n\r\n":                                      400,
		"GET files/a.dem HTTP/1.1\r\nHost: localhost\r\n\r\n":                              400,
		"GET /files/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n":                               400,
		"GET /files/a.dem HTTP/2.0\r\nHost: localhost\r\n\r\n":                             505,
		"GET /files/a.dem HTTP/1.1\r\nHost localhost\r\n\r\n":                              400,
		"GET /" + strings.Repeat("x", 20000) + " HTTP/1.1\r\n\r\n":                         431,
		"GET / HTTP/1.1\r\n" + strings.Repeat("X: y\r\n", 4000) + "\r\n":                   431,
		"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello":             405,
		"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 200,
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(c, text)
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || r.StatusCode != want {
			t.Errorf("%.60q: %v, %v; want %d", text, r, err, want)
		}
		c.Close()
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Read(make([]byte, 1)); err != io.EOF { // after h.patience
		t.Errorf("a connection that says nothing: %v", err)
	}
}

// TestConversation: several requests share a connection, also those that are sent at once.
func TestConversation(t *testing.T) {
	_, h := newServer(t)
	c, err := net.Dial("tcp", begin(t, h, h.answer))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	const request = "GET /files/%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
	fmt.Fprintf(c, request+request+"HEAD /files/%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "a.dem",
		"none.dem", "a.dem")
	for i, want := range []int{200, 404, 200} {
		method := "GET"
		if i == 2 {
			method = "HEAD"
		}
		r, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != want || r.Close != (i == 2) {
			t.Errorf("answer %d: %d, closes %v, %v", i, r.StatusCode, r.Close, err)
		}
	}
	if _, err := in.ReadByte(); err != io.EOF {
		t.Errorf("after the last answer: %v", err)
	}
}

// TestTimes: a browser that has a file gets it again only if it has changed, and no parts of different files.
func TestTimes(t *testing.T) {
	folder, h := newServer(t)
	at := time.Date(2024, 6, 16, 12, 0, 0, 5e8, time.UTC)
	if err := os.Chtimes(filepath.Join(folder, "a.dem"), at, at); err != nil {
		t.Fatal(err)
	}
	const same, before = "Sun, 16 Jun 2024 12:00:00 GMT", "Sun, 16 Jun 2024 11:59:59 GMT"
	for _, c := range []struct {
		header string
		want   int
	}{
		{"If-Modified-Since: " + same, 304}, {"If-Modified-Since: " + before, 200}, {"If-Modified-Since: x", 200},
		{"If-Range: " + same + "\r\nRange: bytes=1-2", 206}, {"If-Range: " + before + "\r\nRange: bytes=1-2", 200},
		{"If-Range: \"tag\"\r\nRange: bytes=1-2", 200}, {"Range: bytes=0-", 206}, {"Range: bytes=0-1,4-5", 200},
		{"Range: bytes=-0", 416}, {"Range: bytes=-", 416}, {"Range: bytes=-99", 206},
		{"Range: bytes=99999999999999999999-", 416}, {"Range: bytes=0-99999999999999999999", 206},
	} {
		status, head, body := ask(t, h, "GET /files/a.dem HTTP/1.1", c.header)
		if status != c.want || head.Get("Last-Modified") != same || status == 200 && body != content {
			t.Errorf("%q: %d %v %q, want %d", c.header, status, head, body, c.want)
		}
	}
}
