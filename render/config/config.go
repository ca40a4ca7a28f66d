// Package config reads and writes the settings file.
//
// The file is not trusted: [MaxFile] bounds it. Wrong lines are reported and ignored; lines
// with unknown names are kept.
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
	// MaxFile is the size of the largest file of settings, in bytes: all settings take some
	// hundred, the rest is comments and what others have added.
	MaxFile = 64 << 10
	// patience is how long a write waits for one of another window.
	patience = time.Second
)

// Path returns the path of the user's file, "" if there are no settings: see
// [settings.Dir].
func Path() string { return settings.File("settings.toml") }

// File is what a file of settings says.
type File struct {
	setting.Values
	// Lines are the lines, from 1, by name.
	Lines map[string]int
}

// Read reads a file of lines like
//
//	mode = "wire"
//	volume = 40
//	basedir = ["/games/quake", "/games/quake3"]
//
// A missing one, and the path "", say nothing. The error names the file and the first wrong
// lines; all others hold. A file of more than [MaxFile] bytes, or what is no file, is not read.
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
	wrong := bounded.WrongLines{Path: path}
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

// add takes over what a row says.
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

// texts returns a value of a file as texts.
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
	line  int    // of the mistake, else of the statement
	name  string // "" if it sets nothing
	value any
	err   error
}

// rows returns the statements of a file before its first table, and all others as rows that set
// nothing.
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

// Change sets a setting in a file, or with nil takes it out, and makes the file and its folder if
// need be. All else in the file stays as it is, whatever it is. Two windows may change it at
// once; where there are no locks, or one is held for longer than patience, the last of two wins.
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

// edit returns a file with another value of s, or without it. New lines end as the first one does.
func edit(file string, s *setting.Setting, value setting.Value) (string, error) {
	var line string
	newline := "\n"
	if first, _, _ := strings.Cut(file, "\n"); strings.HasSuffix(first, "\r") {
		newline = "\r\n" // as editors of Windows write
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
	end := -1 // behind which a new line stands: the last that sets something
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

// native returns a value as the file has it.
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
