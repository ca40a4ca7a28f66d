package assets

import (
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// FontRegular returns the text font, a TrueType file of the Go family. The caller must not change the bytes.
func FontRegular() []byte { return goregular.TTF }

// FontBold returns the bold text font: see [FontRegular].
func FontBold() []byte { return gobold.TTF }

// FontMono returns the monospaced font, for numbers that must not move when they change: see [FontRegular].
func FontMono() []byte { return gomono.TTF }
