package assets

import (
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
)

// The Go fonts, TrueType files. The caller must not change the bytes.

// FontRegular returns the text font.
func FontRegular() []byte { return goregular.TTF }

// FontBold returns the text font in bold.
func FontBold() []byte { return gobold.TTF }

// FontMono returns the font of equal widths, for numbers that must not jump.
func FontMono() []byte { return gomono.TTF }

// FontMonoBold returns the font of equal widths in bold.
func FontMonoBold() []byte { return gomonobold.TTF }
