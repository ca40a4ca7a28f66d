// Package config reads and writes the settings file.
//
// The file is not trusted: [MaxFile] bounds it. Invalid lines are reported and ignored. Lines with unknown names are
// kept.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
	"demoscope/render/setting"
)

const (
	// MaxFile is the maximum size of a settings file, in bytes: all settings take a few hundred; the rest is for
	// comments and lines of other programs.
	MaxFile = 64 << 10
	// patience is how long a write waits for a write by another window.
	patience = time.Second
)

// Path returns the path of the user's settings file, "" if there are no settings; see [settings.Dir].
func Path() string { return settings.File("settings.toml") }

// File is the content of a settings file.
type File struct {
	setting.Values
	// Lines are the line numbers of the settings, from 1, by name.
	Lines map[string]int
}

// Read reads a file with lines such as
//
//	mode = "wire"
//	volume = 40
//	basedir = ["/games/quake", "/games/quake3"]
//
// A missing file, and the path "", have no settings. The error names the file and the first invalid lines; all other
// lines apply. Read does not read a file larger than [MaxFile], or anything that is not a regular file.
func Read(path string) (File, error) {
	f := File{setting.Values{}, map[string]int{}}
	if path == "" {
		return f, nil
	}
	data, err := bounded.ReadFile(path, MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, settings.Plain(path, err)
	}
	wrong := bounded.BadLines{Path: path}
	for _, row := range rows(string(data)) {
		err := row.err
		if err == nil && row.name != "" {
			err = f.add(row)
		}
		if err != nil {
			wrong.Add(row.line, err.Error())
		}
	}
	return f, wrong.Err()
}

// add adds the setting in a row.
func (f *File) add(row row) error {
	s := setting.Find(row.name)
	if s == nil {
		return fmt.Errorf("there is no setting %q", row.name)
	}
	if line, ok := f.Lines[s.Name]; ok {
		return fmt.Errorf("%s stands in line %d already", s.Name, line)
	}
	value, err := texts(row.value)
	if err == nil {
		value, err = s.Check(value)
	}
	if err != nil {
		return err
	}
	f.Values[s.Name], f.Lines[s.Name] = value, row.line
	return nil
}

// texts returns a value of a file as strings.
func texts(value any) (setting.Value, error) {
	switch v := value.(type) {
	case string:
		return setting.Value{v}, nil
	case bool:
		return setting.Value{strconv.FormatBool(v)}, nil
	case int64:
		return setting.Value{strconv.FormatInt(v, 10)}, nil
	case []any:
		list := setting.Value{}
		for _, one := range v {
			text, ok := one.(string)
			if !ok {
				return nil, errors.New(`a list is of texts, like ["/games/quake"]`)
			}
			list = append(list, text)
		}
		return list, nil
	}
	return nil, errors.New("a setting is a text, true or false, a whole number, or a list of texts")
}

// row is a statement of a file.
type row struct {
	settings.Statement
	line  int    // of the error, otherwise of the statement
	name  string // "" if it sets nothing
	value any
	err   error
}

// rows returns the statements of a file before its first table, and all others as rows that set nothing.
func rows(file string) (list []row) {
	table := false
	for _, s := range settings.Statements(file) {
		r := row{Statement: s, line: s.Line}
		table = table || strings.HasPrefix(strings.TrimSpace(s.Text), "[")
		if !table {
			values := map[string]any{}
			r.err = toml.Unmarshal([]byte(s.Text), &values)
			if at := new(toml.DecodeError); errors.As(r.err, &at) {
				n, _ := at.Position()
				r.line += n - 1
			}
			for name, value := range values { // one, or none if it is only a comment
				r.name, r.value = name, value
			}
		}
		list = append(list, r)
	}
	return list
}

// Change sets a setting in a file, or removes it if value is nil. It creates the file and its folder if needed.
// Everything else in the file stays unchanged, whatever it is. Two windows may change the file at once; if locks are
// not supported, or one is held for longer than patience, the later write wins.
func Change(path, name string, value setting.Value) error {
	if path == "" {
		return settings.Missing()
	}
	s := setting.Find(name)
	if s == nil {
		return fmt.Errorf("there is no setting %q", name)
	}
	if value != nil {
		var err error
		if value, err = s.Check(value); err != nil {
			return err
		}
	}
	if err := atomicfile.MkdirAll(filepath.Dir(path)); err != nil {
		return settings.Plain(path, err)
	}
	if unlock, err := atomicfile.Lock(path+".lock", patience); err == nil {
		defer unlock()
	}
	old, err := bounded.ReadFile(path, MaxFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return settings.Plain(path, err)
	}
	text, err := edit(string(old), s, value)
	if err != nil {
		return err
	}
	if len(text) > MaxFile {
		return fmt.Errorf("%s: it would have more than %d bytes", path, MaxFile)
	}
	if text == string(old) {
		return nil
	}
	return settings.Plain(path, atomicfile.Write(path, []byte(text), 0o666))
}

// edit returns the file with another value of s, or without s. New lines have the line ending of the first line.
func edit(file string, s *setting.Setting, value setting.Value) (string, error) {
	var line string
	newline := "\n"
	if first, _, _ := strings.Cut(file, "\n"); strings.HasSuffix(first, "\r") {
		newline = "\r\n" // as written by editors on Windows
	}
	if value != nil {
		text, err := toml.Marshal(map[string]any{s.Name: native(s, value)})
		if err != nil {
			return "", err
		}
		line = strings.ReplaceAll(string(text), "\n", newline)
	}
	all := rows(file)
	parts := make([]string, len(all))
	end := -1 // index of the last row that sets something; a new line goes after it
	for i, r := range all {
		parts[i] = r.Text
		if !strings.HasSuffix(r.Text, "\n") {
			parts[i] += newline
		}
		switch {
		case r.err == nil && r.name == s.Name:
			parts[i], line = line, ""
		case r.err == nil && r.name != "":
			end = i
		}
	}
	if line != "" {
		parts = slices.Insert(parts, end+1, line)
	}
	return strings.Join(parts, ""), nil
}

// native returns a value in its type in the file.
func native(s *setting.Setting, v setting.Value) any {
	switch s.Kind {
	case setting.Switch:
		return v.On()
	case setting.Number:
		return v.Number()
	case setting.Set, setting.Folders:
		return []string(v)
	}
	return v.String()
}
