// Package m3u reads and writes M3U playlists: a path per line, and comments, of which "#EXTINF:seconds,title" describes
// the following path.
//
// Playlists are not trusted: [MaxFile], [MaxEntries], maxLine and maxTitle bound them, and a line only ever names a
// path of this machine: see [Entry.Path].
package m3u

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"demoscope/internal/bounded"
	"demoscope/internal/filename"
)

const (
	// MaxFile is the maximum size of a playlist in bytes: 100,000 rows with their titles.
	MaxFile = 16 << 20
	// MaxEntries is the maximum number of paths in a playlist.
	MaxEntries = 100_000
	// maxLine is the maximum length of a path in bytes, as on Linux.
	maxLine = 4096
	// maxTitle is the maximum length of a title in bytes.
	maxTitle = 200
)

// Entry is a demo in a playlist.
type Entry struct {
	// Path is the path of the demo. Read makes relative paths relative to the playlist's folder, and prefixes that
	// folder.
	Path string
	// Title is a short description, "" if there is none.
	Title string
	// Seconds is the length of the demo in seconds, 0 if unknown.
	Seconds float64
}

// Has reports whether a file name is that of a playlist.
func Has(path string) bool {
	ext := filepath.Ext(path)
	return strings.EqualFold(ext, ".m3u") || strings.EqualFold(ext, ".m3u8")
}

// Read reads a playlist. Names that begin with own, such as "sample:", are not paths and stay as they are. The error
// names the file and the first invalid lines; all other lines are returned.
func Read(path, own string) ([]Entry, error) {
	data, err := bounded.ReadFile(path, MaxFile)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(string(data), pointer) {
		return nil, fmt.Errorf("%s: a Git LFS pointer, not the list itself; get the list with git lfs pull", path)
	}
	return parse(path, own, string(data))
}

// pointer is the beginning of a Git LFS pointer, which a clone without Git LFS has in place of the file.
const pointer = "version https://git-lfs.github.com/"

// address matches the beginning of a URL. A single letter is a drive.
var address = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)

// local matches the URL of a file of this machine, such as file:/path and file:///path, and its path.
var local = regexp.MustCompile(`^(?i:file):(?://(?i:localhost)?)?(/(?:[^/].*)?)$|^(?i:file)://(//.*)$`)

// share matches the beginning of a path on another machine on Windows, which treats both slashes alike: \\host, or as
// named in the system's object tree, \??\UNC\host.
var share = regexp.MustCompile(`^[\\/](\?\?)?[\\/]`)

// parse parses the data of the playlist at path.
func parse(path, own, text string) (list []Entry, err error) {
	wrong := bounded.BadLines{Path: path}
	var next Entry
	line := 0
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(decode(text))
	for row := range strings.Lines(text) {
		line++
		row = strings.TrimRight(row, "\r\n")
		if info, ok := strings.CutPrefix(row, "#EXTINF:"); ok {
			next = described(info)
			continue
		}
		if strings.TrimSpace(row) == "" || strings.HasPrefix(row, "#") {
			continue
		}
		e := next
		next = Entry{}
		uri := local.FindStringSubmatch(strings.TrimSpace(row))
		if uri != nil {
			text := uri[1] + uri[2]
			if drive.MatchString(text) {
				text = text[1:]
			}
			if row, err = unescape(text); err != nil && !exists(text) {
				wrong.Add(line, "this is no path")
				continue
			} else if err != nil {
				row = text
			}
		}
		switch {
		case len(list) == MaxEntries:
			wrong.Add(line, fmt.Sprintf("this and later lines are skipped: more than %d entries", MaxEntries))
			return list, wrong.Err()
		case len(row) > maxLine:
			wrong.Add(line, "the path is too long")
		case strings.ContainsRune(row, 0), filepath.Clean(row) == "-": // standard input
			wrong.Add(line, "this is no path")
		case address.MatchString(row):
			wrong.Add(line, "addresses of other machines are not opened")
		case share.MatchString(row):
			wrong.Add(line, "shares of other machines are not opened from a list")
		case Has(row):
			wrong.Add(line, "a list in a list is not read")
		default:
			e.Path = place(filepath.Dir(path), own, row)
			if !strings.HasPrefix(row, own) && !exists(e.Path) {
				if other := foreign(filepath.Dir(path), own, row, uri == nil); other != "" {
					e.Path = other
				}
			}
			list = append(list, e)
		}
	}
	return list, wrong.Err()
}

// unescape decodes percent-encoded bytes.
func unescape(text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '%' {
			v, err := strconv.ParseUint(text[min(i+1, len(text)):min(i+3, len(text))], 16, 8)
			if err != nil || i+3 > len(text) {
				return "", errors.New("bad percent sign")
			}
			c, i = byte(v), i+2
		}
		b.WriteByte(c)
	}
	return b.String(), nil
}

// drive matches the path of a file URL that begins with a Windows drive.
var drive = regexp.MustCompile(`^/[A-Za-z]:/`)

// place returns the path of a row in a folder.
func place(folder, own, row string) string {
	if filepath.IsAbs(row) || strings.HasPrefix(row, own) {
		return row
	}
	path := filepath.Join(folder, row)
	if strings.HasPrefix(path, own) {
		path = "." + string(filepath.Separator) + path
	}
	return path
}

// exists reports whether there is a file at a path, or at a parent that may be an archive.
func exists(path string) bool {
	if _, err := os.Stat(path); err == nil {
		return true
	}
	for parent := filepath.Dir(path); parent != path; path, parent = parent, filepath.Dir(parent) {
		if info, err := os.Stat(parent); err == nil {
			return info.Mode().IsRegular()
		}
	}
	return false
}

// foreign returns the path of an existing file that a row names in the way of another program or system:
// percent-encoded, with backslashes, in the character set of Windows, with surrounding spaces, or with accents in the
// other Unicode form, which macOS writes as separate characters. It is "" if there is none. The row of a URL has
// neither percent-encoding nor backslashes.
func foreign(folder, own, row string, escaped bool) string {
	texts := []string{row}
	if escaped {
		texts = nil
		for _, text := range []string{row, strings.ReplaceAll(row, `\`, "/")} {
			if decoded, err := unescape(text); err == nil {
				texts = append(texts, decoded)
			}
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		bare := strings.TrimSpace(text)
		for _, text := range append([]string{text, fromWindows(text)}, filename.Forms(bare)...) {
			if text == row || strings.ContainsRune(text, 0) || share.MatchString(text) || address.MatchString(text) ||
				Has(text) || filepath.Clean(text) == "-" || strings.HasPrefix(text, own) {
				continue
			}
			if path := place(folder, own, text); exists(path) {
				return path
			}
		}
	}
	return ""
}

// described parses the text after "#EXTINF:": a length in seconds, to which some programs append attributes, and a
// title.
func described(info string) (e Entry) {
	length, title, _ := strings.Cut(info, ",")
	length, _, _ = strings.Cut(strings.TrimSpace(length), " ")
	if s, err := strconv.ParseFloat(length, 64); err == nil && s > 0 && !math.IsInf(s, 0) {
		e.Seconds = s
	}
	e.Title = fromWindows(strings.TrimSpace(title))
	if len(e.Title) > maxTitle {
		end := maxTitle
		for !utf8.RuneStart(e.Title[end]) {
			end--
		}
		e.Title = e.Title[:end]
	}
	return e
}

// Format returns the text of a playlist in a folder. Relative paths are relative to the working folder, and are
// rewritten relative to the playlist's. The error names a path that no line can represent. own is as in [Read].
func Format(folder, own string, list []Entry) ([]byte, error) {
	var b strings.Builder
	b.WriteString("#EXTM3U\n")
	for _, e := range list {
		path, err := from(folder, own, e.Path)
		if err != nil {
			return nil, err
		}
		if e.Title != "" || e.Seconds > 0 {
			length := "-1" // unknown
			if e.Seconds > 0 {
				length = strconv.FormatFloat(math.Floor(e.Seconds), 'f', 0, 64) // truncated, like all clocks
			}
			fmt.Fprintf(&b, "#EXTINF:%s,%s\n", length, strings.Join(strings.Fields(e.Title), " "))
		}
		b.WriteString(path + "\n")
	}
	return []byte(b.String()), nil
}

// from returns a path relative to a folder.
func from(folder, own, path string) (string, error) {
	if strings.ContainsAny(path, "\r\n\x00") {
		return "", fmt.Errorf("%q can't be in a playlist: more than one line", path)
	}
	if strings.HasPrefix(path, own) {
		return path, nil
	}
	if filepath.IsAbs(path) {
		return path, readable(path, own, path)
	}
	dir, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	row, err := filepath.Rel(dir, full)
	if err != nil {
		return full, readable(full, own, full) // on another drive
	}
	if strings.HasPrefix(row, "#") || strings.TrimSpace(row) == "" || address.MatchString(row) ||
		strings.HasPrefix(row, own) {
		row = "." + string(filepath.Separator) + row
	}
	return row, readable(path, own, row)
}

// readable returns an error if [Read] would not read a row as a path.
func readable(path, own, row string) error {
	if list, err := parse("list.m3u8", own, row); err != nil || len(list) != 1 {
		return fmt.Errorf("%q can't be in a playlist: no row of one names it", path)
	}
	return nil
}
