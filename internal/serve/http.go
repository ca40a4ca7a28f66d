package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/textproto"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"demoscope/internal/fault"
)

// This file has as much of HTTP/1.1 as browsers need to read files: GET and HEAD, parts of files, and the times of
// files. Package net/http has it all, and TLS and HTTP/2 too, which are a tenth of the program.

const (
	// patience is how long a browser may take to say what it wants.
	patience = 10 * time.Second
	// idle is how long a connection stays open for the next request.
	idle = time.Minute
	// maxHeader is how long a request may be, in bytes.
	maxHeader = 16 << 10
	// maxBody is how many bytes are read of the body of a request, which nobody needs.
	maxBody = 256 << 10

	timeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"
)

// Statuses of answers.
const (
	statusOK                  = 200
	statusPart                = 206
	statusNotModified         = 304
	statusBadRequest          = 400
	statusNotFound            = 404
	statusMethodNotAllowed    = 405
	statusRangeNotSatisfiable = 416
	statusMisdirected         = 421
	statusHeaderTooLarge      = 431
	statusInternalError       = 500
	statusVersion             = 505
)

var statusTexts = map[int]string{
	statusOK: "OK", statusPart: "Partial Content", statusNotModified: "Not Modified", statusBadRequest: "Bad Request",
	statusNotFound: "Not Found", statusMethodNotAllowed: "Method Not Allowed",
	statusRangeNotSatisfiable: "Range Not Satisfiable", statusMisdirected: "Misdirected Request",
	statusHeaderTooLarge: "Request Header Fields Too Large", statusInternalError: "Internal Server Error",
	statusVersion: "HTTP Version Not Supported",
}

// request is a request without its body.
type request struct {
	method string
	path   string // unescaped, without what follows a ?
	host   string
	header textproto.MIMEHeader
	body   bool
	last   bool // the connection is closed after the answer
}

// answer is the answer to a request.
type answer struct {
	request *request
	out     io.Writer
	head    strings.Builder // lines that are always in the answer
	begun   bool
	err     error // of out
}

// set adds a line to the head of the answer. The value must be our own.
func (a *answer) set(name, value string) { fmt.Fprintf(&a.head, "%s: %s\r\n", name, value) }

// begin sends the head of the answer, whose body has a length in bytes.
func (a *answer) begin(status int, length int64) {
	a.begun = true
	head := fmt.Sprintf("HTTP/1.1 %d %s\r\nDate: %s\r\n%s", status, statusTexts[status],
		time.Now().UTC().Format(timeFormat), a.head.String())
	if status != statusNotModified {
		head += fmt.Sprintf("Content-Length: %d\r\n", length)
	}
	if a.request.last {
		head += "Connection: close\r\n"
	}
	_, a.err = io.WriteString(a.out, head+"\r\n")
}

// send sends the whole answer.
func (a *answer) send(status int, kind string, body []byte) {
	a.set("Content-Type", kind)
	if a.begin(status, int64(len(body))); a.err == nil && a.request.method != "HEAD" {
		_, a.err = a.out.Write(body)
	}
}

// fail sends a text as the answer.
func (a *answer) fail(status int, text string) {
	a.send(status, "text/plain; charset=utf-8", []byte(text+"\n"))
}

func (a *answer) notFound() { a.fail(statusNotFound, "404 page not found") }

// file sends a file, or the part of it that is asked for, unless the browser has it. Kind is its type.
func (a *answer) file(f *os.File, info fs.FileInfo, kind string, parts bool) {
	size, modified := info.Size(), info.ModTime().UTC().Truncate(time.Second)
	header := a.request.header
	a.set("Last-Modified", modified.Format(timeFormat))
	if since, err := time.Parse(timeFormat, header.Get("If-Modified-Since")); err == nil && !modified.After(since) &&
		header.Get("If-None-Match") == "" {
		a.begin(statusNotModified, 0)
		return
	}
	status, from, length := statusOK, int64(0), size
	asked := header.Get("Range") // several parts are the whole file
	if parts && asked != "" && !strings.Contains(asked, ",") && size > 0 && a.sameVersion(modified) {
		var ok bool
		switch from, length, ok = part(asked, size); {
		case !ok:
			a.fail(statusRangeNotSatisfiable, "invalid range")
			return
		case length == 0:
			a.set("Content-Range", fmt.Sprintf("bytes */%d", size))
			a.fail(statusRangeNotSatisfiable, "range beyond the end of the file")
			return
		}
		status = statusPart
		a.set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, from+length-1, size))
	}
	if parts {
		a.set("Accept-Ranges", "bytes")
	}
	a.set("Content-Type", kind)
	if a.begin(status, length); a.err == nil && a.request.method != "HEAD" {
		_, a.err = io.Copy(a.out, io.NewSectionReader(f, from, length))
		if now, err := f.Stat(); a.err == nil && (err != nil || now.Size() < from+length) {
			a.err = io.ErrUnexpectedEOF // it has been cut off, and the browser waits for the rest
		}
	}
}

// sameVersion reports whether a part of the file fits to those that the browser has.
func (a *answer) sameVersion(modified time.Time) bool {
	same := a.request.header.Get("If-Range")
	return same == "" || same == modified.Format(timeFormat)
}

// part returns which part of a file of size bytes a Range header asks for: nothing if it is behind the end. It returns
// false for a header that means nothing.
func part(header string, size int64) (from, length int64, ok bool) {
	list, bytes := strings.CutPrefix(header, "bytes=")
	first, last, found := strings.Cut(strings.TrimSpace(list), "-")
	if !bytes || !found {
		return 0, 0, false
	}
	number := func(s string) (n int64) {
		v, err := strconv.ParseUint(s, 10, 63)
		if ok = err == nil || errors.Is(err, strconv.ErrRange); !ok {
			return 0
		}
		return int64(v)
	}
	if first == "" {
		length = min(number(last), size)
		return size - length, length, ok
	}
	if from = number(first); !ok || last == "" {
		return from, max(0, size-from), ok
	}
	end := number(last)
	if !ok || end < from {
		return 0, 0, false
	}
	return from, max(0, min(end, size-1)-from+1), true
}

// readRequest reads a request without its body, and returns the status for one that is none, otherwise 0.
func readRequest(in *bufio.Reader) (r *request, status int) {
	r = &request{last: true}
	text := textproto.NewReader(in)
	line, err := text.ReadLine()
	if err != nil {
		return r, statusBadRequest
	}
	method, rest, _ := strings.Cut(line, " ")
	target, version, _ := strings.Cut(rest, " ")
	if version != "HTTP/1.1" && version != "HTTP/1.0" {
		if strings.HasPrefix(version, "HTTP/") {
			return r, statusVersion
		}
		return r, statusBadRequest
	}
	at, err := url.ParseRequestURI(target)
	if err != nil {
		return r, statusBadRequest
	}
	r.method, r.path = method, at.Path
	if r.header, err = text.ReadMIMEHeader(); err != nil || len(r.header["Host"]) > 1 {
		return r, statusBadRequest
	}
	r.host = r.header.Get("Host")
	if at.Host != "" {
		r.host = at.Host
	}
	length := r.header.Get("Content-Length")
	r.body = length != "" && length != "0" || r.header.Get("Transfer-Encoding") != ""
	r.last = r.body || version == "HTTP/1.0"
	for _, value := range r.header["Connection"] {
		r.last = r.last || strings.Contains(strings.ToLower(value), "close")
	}
	return r, 0
}

// listen answers requests until ctx is done, and then returns nil.
func listen(ctx context.Context, l net.Listener, patience time.Duration, do func(*answer)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, func() { l.Close() })
	for {
		c, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				c.Close()
			}
			return nil
		case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) ||
			errors.Is(err, syscall.ECONNABORTED):
			time.Sleep(100 * time.Millisecond) // until others have left
		case err != nil:
			return err
		default:
			go converse(ctx, c, patience, do)
		}
	}
}

// converse answers the requests of a connection.
func converse(ctx context.Context, c net.Conn, patience time.Duration, do func(*answer)) {
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	limited := &io.LimitedReader{R: c}
	in := bufio.NewReader(limited)
	for wait := patience; ; wait = idle {
		limited.N = maxHeader
		_ = c.SetReadDeadline(time.Now().Add(wait))
		if _, err := in.Peek(1); err != nil {
			return
		}
		_ = c.SetReadDeadline(time.Now().Add(patience))
		r, status := readRequest(in)
		if limited.N <= 0 {
			r.last, status = true, statusHeaderTooLarge
		}
		a := &answer{request: r, out: c}
		if status != 0 {
			a.fail(status, statusTexts[status])
		} else if err := fault.Guard("answering "+r.path, func() { do(a) }); err != nil {
			if a.begun {
				return
			}
			a.fail(statusInternalError, statusTexts[statusInternalError])
		}
		if a.err != nil {
			return
		}
		if r.last {
			if r.body || status != 0 { // closing with something unread would take the answer back
				limited.N = maxBody
				_ = c.SetReadDeadline(time.Now().Add(patience))
				_, _ = io.Copy(io.Discard, in)
			}
			return
		}
	}
}
