//go:build !js

package main

import (
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// Names of files need not be UTF-8, but the parser passes arguments through JSON, which
// has nothing else: it would open, and write, a file of another name.

// takeBytes is an option of the parser: texts and paths stay as they are.
func takeBytes() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		if err := kong.KindMapper(reflect.String, kong.MapperFunc(decodeText)).Apply(k); err != nil {
			return err
		}
		return kong.NamedMapper("path", kong.MapperFunc(decodePath)).Apply(k)
	})
}

// argument returns the next argument. The name of a file or folder that is empty, as that of a variable which
// a script has not set, is refused: it would stand for the current folder, or for nothing where it may be left out.
func argument(ctx *kong.DecodeContext) (string, error) {
	token, err := ctx.Scan.PopValue(ctx.Value.Name)
	if err != nil {
		return "", err
	}
	text, ok := token.Value.(string)
	if !ok {
		return fmt.Sprint(token.Value), nil
	}
	if text == "" {
		switch ctx.Value.Tag.Get("predictor") {
		case "demo", "file", "folder":
			if ctx.Value.Flag != nil {
				return "", &emptyName{"--" + ctx.Value.Name}
			}
			return "", &emptyName{"<" + ctx.Value.Name + ">"}
		}
	}
	return text, nil
}

// emptyName is the error for an argument that is an empty file name.
type emptyName struct{ what string }

func (e *emptyName) Error() string { return e.what + ": empty name" }

func decodeText(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := argument(ctx)
	if err == nil {
		target.SetString(text)
	}
	return err
}

// decodePath reads a path into a text, or paths between commas into a list of them. They
// become absolute, but for "-".
func decodePath(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := argument(ctx)
	if err != nil {
		return err
	}
	if target.Kind() != reflect.Slice {
		target.SetString(expandPath(text))
		return nil
	}
	paths := []string{text}
	if utf8.ValidString(text) {
		paths = kong.SplitEscaped(text, ctx.Value.Tag.Sep)
	}
	for _, p := range paths {
		target.Set(reflect.Append(target, reflect.ValueOf(expandPath(p))))
	}
	return nil
}

func expandPath(path string) string {
	if path == standardStream {
		return path
	}
	return kong.ExpandPath(path)
}
