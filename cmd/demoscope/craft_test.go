package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // for image.Decode
	_ "image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"demoscope/assets"
)

// craft makes files for the scripts of what they name; IN may be sample:NAME.
//
//	craft copy OUT IN
//	craft cut OUT IN BYTES		its first bytes
//	craft patch OUT IN OFFSET HEX	with other bytes at a place
//	craft fill OUT IN OFFSET N HEX	its first bytes, and N times the byte HEX
//	craft join OUT IN...		one behind the other; the CD track line of a .dem only once
//	craft replace OUT IN OLD NEW	a text, once
//	craft gzip OUT IN
//	craft zip OUT NAME=IN...
//	craft pak OUT NAME=IN...
//	craft picture IN WIDTH HEIGHT COLORS	fail if the PNG or JPEG has another size, or fewer colors
//	craft head IN HEX		fail if it does not begin with these bytes
func craft(args []string) int {
	if err := makeFile(args); err != nil {
		fmt.Fprintln(os.Stderr, "craft:", err)
		return exitFailed
	}
	return exitOK
}

func makeFile(args []string) error {
	if len(args) < 3 {
		return errors.New("craft what?")
	}
	what, out, rest := args[0], args[1], args[2:]
	if what == "picture" {
		return checkPicture(out, rest)
	}
	if what == "head" {
		return checkHead(out, rest[0])
	}
	if what == "zip" || what == "pak" {
		return makeArchive(what, out, rest)
	}
	data, err := source(rest[0])
	if err != nil {
		return err
	}
	switch what {
	case "copy":
	case "cut":
		n, err := strconv.Atoi(rest[1])
		if err != nil || n > len(data) {
			return fmt.Errorf("cut %s at %q", rest[0], rest[1])
		}
		data = data[:n]
	case "patch":
		at, err := strconv.Atoi(rest[1])
		if err != nil {
			return err
		}
		b, err := hex.DecodeString(rest[2])
		if err != nil {
			return err
		}
		data = bytes.Clone(data)
		copy(data[at:], b)
	case "fill":
		at, err1 := strconv.Atoi(rest[1])
		n, err2 := strconv.Atoi(rest[2])
		b, err3 := hex.DecodeString(rest[3])
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		data = append(bytes.Clone(data[:at]), bytes.Repeat(b, n)...)
	case "join":
		data = bytes.Clone(data)
		for _, name := range rest[1:] {
			more, err := source(name)
			if err != nil {
				return err
			}
			if strings.HasSuffix(name, ".dem") {
				_, more, _ = bytes.Cut(more, []byte("\n"))
			}
			data = append(data, more...)
		}
	case "replace":
		if !bytes.Contains(data, []byte(rest[1])) {
			return fmt.Errorf("%s has no %q", rest[0], rest[1])
		}
		data = bytes.Replace(data, []byte(rest[1]), []byte(rest[2]), 1)
	case "gzip":
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(data) // a Buffer takes everything
		if err := w.Close(); err != nil {
			return err
		}
		data = b.Bytes()
	default:
		return fmt.Errorf("what is %q?", what)
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(out, data, 0o644)
}

func source(name string) ([]byte, error) {
	if s, ok := strings.CutPrefix(name, sampleName); ok {
		return assets.ReadSample(s)
	}
	return os.ReadFile(name)
}

func makeArchive(kind, out string, members []string) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	pak := []byte("PACK\x00\x00\x00\x00\x00\x00\x00\x00")
	var directory []byte
	for _, m := range members {
		name, in, _ := strings.Cut(m, "=")
		data, err := source(in)
		if err != nil {
			return err
		}
		w, err := z.Create(name)
		if err != nil {
			return err
		}
		w.Write(data)      // errors come with Close
		var field [56]byte // a PAK's entry is a name, then where the file is
		copy(field[:], name)
		directory = append(directory, field[:]...)
		directory = binary.LittleEndian.AppendUint32(directory, uint32(len(pak)))
		directory = binary.LittleEndian.AppendUint32(directory, uint32(len(data)))
		pak = append(pak, data...)
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	if kind == "zip" {
		return os.WriteFile(out, b.Bytes(), 0o644)
	}
	binary.LittleEndian.PutUint32(pak[4:], uint32(len(pak)))
	binary.LittleEndian.PutUint32(pak[8:], uint32(len(directory)))
	return os.WriteFile(out, append(pak, directory...), 0o644)
}

func checkHead(file, want string) error {
	head, err := hex.DecodeString(want)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err == nil && !bytes.HasPrefix(data, head) {
		err = fmt.Errorf("%s begins with % x", file, data[:min(8, len(data))])
	}
	return err
}

func checkPicture(file string, want []string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return err
	}
	b := img.Bounds()
	if len(want) != 3 || strconv.Itoa(b.Dx()) != want[0] || strconv.Itoa(b.Dy()) != want[1] {
		return fmt.Errorf("%s has %dx%d pixels", file, b.Dx(), b.Dy())
	}
	colors := map[[4]uint32]bool{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, b, a := img.At(x, y).RGBA()
			colors[[4]uint32{r, g, b, a}] = true
		}
	}
	if n, err := strconv.Atoi(want[2]); err != nil || len(colors) < n {
		return fmt.Errorf("%s has only %d colors", file, len(colors))
	}
	return nil
}
