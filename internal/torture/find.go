package torture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Find is something that must not be.
type Find struct {
	// What is "panic", "crash" (of the whole process), "hang", "slow", "memory",
	// "goroutines", "files" or "wrong".
	What  string `json:"what"`
	Drive string `json:"drive"`
	Seed  uint64 `json:"seed"`
	Run   uint64 `json:"run"`
	// Kind is what it has in common with others of the same cause: see [Find.Signature].
	Kind string `json:"kind,omitempty"`
	// Message is the panic's or the check's, Stack where it happened.
	Message string `json:"message"`
	Stack   string `json:"stack,omitempty"`
	Input   *Input `json:"input,omitempty"`
	// File and Small are the input, and a smaller one that does the same, in the
	// folder of finds; Count is how often there was one like it.
	File  string `json:"file,omitempty"`
	Small string `json:"small,omitempty"`
	Count int    `json:"count"`
}

var (
	digits = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?`)
	frame  = regexp.MustCompile(`(?m)^(demoscope/[^\s(]+(?:\(\*?[A-Za-z0-9_\[\]. ]+\))?[^\s(]*)\(`)
)

// Signature is what finds with the same cause have in common: what it is, and the
// functions on the stack or, without one, the message without its numbers.
func (f *Find) Signature() string {
	if f.Kind == "" {
		f.Kind = f.signature()
	}
	return f.Kind
}

func (f *Find) signature() string {
	stack := f.Stack
	if i := strings.Index(stack, "\npanic("); i >= 0 {
		stack = stack[i:]
	}
	var calls []string
	for _, c := range frame.FindAllStringSubmatch(stack, -1) {
		if strings.HasPrefix(c[1], "demoscope/internal/torture") {
			if len(calls) > 0 {
				break
			}
			continue
		}
		if calls = append(calls, strings.TrimPrefix(c[1], "demoscope/")); len(calls) == 2 {
			break
		}
	}
	if len(calls) > 0 && f.What != "wrong" {
		if f.What == "hang" || f.What == "slow" {
			return f.What + " " + f.Drive + " " + calls[0]
		}
		return f.What + " " + strings.Join(calls, " < ")
	}
	message := f.Message
	if i := strings.IndexByte(message, '"'); i >= 0 {
		message = message[:i]
	}
	line, _, _ := strings.Cut(digits.ReplaceAllString(message, "#"), "\n")
	format := ""
	if f.Input != nil && f.What == "wrong" {
		format = f.Input.Format + " "
	}
	return strings.TrimSpace(f.What + " " + f.Drive + " " + format + line)
}

// ofProcess returns what a process that ended said on standard error.
func ofProcess(stderr []byte) (message, stack string) {
	at := bytes.Index(stderr, []byte("panic: "))
	if i := bytes.Index(stderr, []byte("fatal error: ")); i >= 0 && (at < 0 || i < at) {
		at = i
	}
	if at < 0 {
		if at = bytes.Index(stderr, []byte("SIGQUIT")); at < 0 {
			return string(stderr[:min(len(stderr), 500)]), ""
		}
		return "it did not end", busy(string(stderr[at:]))
	}
	text := string(stderr[at:])
	message, stack, _ = strings.Cut(text, "\n\n")
	return message, stack[:min(len(stack), 8<<10)]
}

// busy returns the stack of the goroutine that was at work.
func busy(all string) string {
	best := ""
	for _, g := range strings.Split(all, "\n\n") {
		if strings.HasPrefix(g, "goroutine ") && strings.Contains(g, "demoscope/internal/torture.(*bench)") {
			best = g
		}
		head, _, _ := strings.Cut(g, "\n")
		if strings.HasPrefix(g, "goroutine ") && (strings.Contains(head, "[runn")) &&
			strings.Contains(g, "demoscope/") {
			return g
		}
	}
	return best[:min(len(best), 8<<10)]
}

// finds is a folder with what was found.
type finds struct {
	dir  string
	list map[string]*Find
}

// add counts a find. It returns true if it is the first of its kind.
func (s *finds) add(f *Find) bool {
	key := f.Signature()
	if old := s.list[key]; old != nil {
		old.Count++
		return false
	}
	f.Count = 1
	s.list[key] = f
	return true
}

// base returns the name of a find's files, without extension.
func (f *Find) base() string {
	sum := sha256.Sum256([]byte(f.Signature()))
	return f.What + "-" + f.Drive + "-" + hex.EncodeToString(sum[:4])
}

// write writes a find with its input.
func (s *finds) write(f *Find) error {
	if s.dir == "" {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	if f.Input != nil && f.Input.Data != nil {
		f.File = f.base() + extension(f.Input)
		if err := os.WriteFile(filepath.Join(s.dir, f.File), f.Input.Data, 0o644); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, f.base()+".json"), append(data, '\n'), 0o644)
}

// extension returns that of the input's name, harmless.
func extension(in *Input) string {
	ext := filepath.Ext(in.Name)
	if len(ext) > 10 || strings.ContainsAny(ext, "/\\ \x00") || ext == "" || ext == ".json" {
		ext = ".bin"
	}
	return ext
}

// ReadFind returns a find that was written, with its input; small chooses the smaller
// one.
func ReadFind(path string, small bool) (*Find, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &Find{}
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	name := f.File
	if small && f.Small != "" {
		name = f.Small
	}
	if f.Input == nil || name == "" {
		return nil, fmt.Errorf("%s: it has no input", path)
	}
	f.Input.Data, err = os.ReadFile(filepath.Join(filepath.Dir(path), name))
	return f, err
}
