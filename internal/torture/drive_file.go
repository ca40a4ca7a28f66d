package torture

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/player/bookmarks"
)

// compile makes a demo of a changed text, which then has to play.
func (b *bench) compile(in *Input) (Outcome, error) {
	data, format, err := formats.Compile(bytes.NewReader(in.Data))
	if err != nil {
		if bad := plain(err.Error(), false); bad != nil {
			return Found, bad
		}
		return Refused, nil
	}
	made := Input{Kind: KindDemo, Format: format.Name, Name: "made." + format.Name, Data: data, Seed: in.Seed}
	if _, err := b.decode(&made); err != nil {
		return Found, err
	}
	return b.state(&made)
}

// archive uses an archive, or a palette, as game data.
func (b *bench) archive(in *Input) (Outcome, error) {
	folder := filepath.Join(b.dir, "id1")
	name := in.Name
	switch in.Format {
	case "palette":
		folder = filepath.Join(folder, map[bool]string{true: "gfx", false: "pics"}[in.Name == "palette.lmp"])
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return Found, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "id1"))
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, in.Data, 0o644); err != nil {
		return Found, err
	}
	outcome := Whole
	if in.Format != "palette" {
		a, err := assets.OpenArchive(path)
		if err != nil {
			outcome = Refused
		} else {
			for i, n := range a.Names() {
				if i == 64 {
					break
				}
				a.Stat(n)
				_, _ = a.ReadFile(n)
			}
			formats.Demos(a)
			_, _ = formats.OpenIn(path, a, "")
			a.Close()
		}
		_, _ = formats.Open(path, in.Data)
	}
	game := []assets.Game{assets.Quake, assets.Quake2, assets.Quake3}[b.IntN(3)]
	s, err := assets.Open(assets.Options{Game: game, BaseDirs: []string{filepath.Join(b.dir, "id1")}, NoInstalled: true,
		Getenv: func(string) string { return "" }})
	if err != nil {
		return Found, err
	}
	defer s.Close()
	for _, n := range []string{"maps/demoscope1.bsp", "maps/other.bsp", "maps/none.bsp", "../x", "scripts/x.shader"} {
		_, _, _ = s.ReadFile(n)
	}
	if p, _, _ := s.Palette(); p == nil {
		return Found, errors.New("there is no palette")
	}
	for _, p := range s.Inspect() {
		_ = p.String()
	}
	_ = s.Problems()
	return outcome, nil
}

// bookmarks opens a file of bookmarks and uses it.
func (b *bench) bookmarks(in *Input) (Outcome, error) {
	dir := filepath.Join(b.dir, "bookmarks")
	defer os.RemoveAll(dir)
	demo := []byte("a demo")
	own, err := bookmarks.Open(dir, sha256.Sum256(demo))
	if err != nil {
		return Found, err
	}
	own.Toggle(1, "x")
	if err := own.Save(); err != nil {
		return Found, err
	}
	written, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(written) != 1 {
		return Found, errors.New("there is not one file of bookmarks")
	}
	if err := os.WriteFile(written[0], in.Data, 0o644); err != nil {
		return Found, err
	}
	own, err = bookmarks.Open(dir, sha256.Sum256(demo))
	if err != nil {
		return Refused, nil
	}
	for range 6 {
		c := b.Float64() * 10
		switch b.IntN(5) {
		case 0:
			own.Toggle(c, "new")
		case 1:
			own.SetIn(c)
		case 2:
			own.SetOut(c)
		case 3:
			own.Next(c)
			own.Previous(c)
		}
	}
	if in, out, ok := own.Clip(); ok && !(in < out) {
		// The file may say so; what the viewer sets must not.
		_ = in
	}
	return Whole, own.Save()
}

// left returns an error if there is anything in the folder where nothing may be.
func (b *bench) left() error {
	list, err := os.ReadDir(b.dir)
	if err != nil {
		return err
	}
	for _, f := range list {
		return &fs.PathError{Op: "left behind", Path: f.Name(), Err: fs.ErrExist}
	}
	return nil
}
