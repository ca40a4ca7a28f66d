//go:build !js

package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"demoscope/assets/icon"
	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

type registerCmd struct {
	Remove bool `help:"Remove the registration"`
}

// Help describes the files.
func (*registerCmd) Help() string {
	return "On Linux, this writes a .desktop file, demo file types and an icon to $XDG_DATA_HOME or ~/.local/share, " +
		"so that double-clicking a demo plays it. It runs no commands; it prints the ones that update the desktop. " +
		"Files that Demoscope did not write stay unchanged.\n\n" +
		"On Windows, choose demoscopew.exe once under Open with. Packages for Linux need no registration."
}

// registeredMark is in each file that register writes, and not in files of other programs.
const registeredMark = "Written by demoscope register, which can also remove it."

// maxRegistered is the maximum size of a file that register may have written, in bytes.
const maxRegistered = 64 << 10

// The files that packages install, too; see .ci/release.
var (
	//go:embed desktop/demoscope.desktop
	desktopEntry string
	//go:embed desktop/demoscope.xml
	desktopTypes []byte
)

// desktopFile is a file that registers the program with a desktop.
type desktopFile struct {
	path string // below the user's data folder
	data []byte
}

// desktopFiles returns the files for the program at a path.
func desktopFiles(program string) []desktopFile {
	entry := strings.Replace(desktopEntry, "\nExec=demoscope ", "\nExec="+quoteExec(program)+" ", 1)
	return []desktopFile{
		{"applications/demoscope.desktop", []byte(entry)},
		{"mime/packages/demoscope.xml", desktopTypes},
		{"icons/hicolor/scalable/apps/demoscope.svg", icon.SVG},
	}
}

// quoteExec quotes an argument by the Desktop Entry Specification: first for the command line, then as a string of
// the file.
func quoteExec(arg string) string {
	arg = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`, `%`, `%%`).Replace(arg)
	return `"` + strings.ReplaceAll(arg, `\`, `\\`) + `"`
}

func (c *registerCmd) Run(s *streams) error {
	if runtime.GOOS != "linux" {
		return errors.New("register supports only Linux: see demoscope register --help")
	}
	home, err := settings.DataHome()
	if err != nil {
		return fmt.Errorf("no folder for desktop files: %w", err)
	}
	if c.Remove {
		return removeDesktopFiles(s, home)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return writeDesktopFiles(s, home, program)
}

// writeDesktopFiles writes the files for a program, all or none.
func writeDesktopFiles(s *streams, home, program string) error {
	if strings.ContainsAny(program, "\n\r\x00") || !filepath.IsAbs(program) {
		return fmt.Errorf("%q is not allowed in a .desktop file", program)
	}
	if strings.Contains(program, string(filepath.Separator)+"go-build") {
		return errors.New(
			"go run builds a temporary program: use go build, and register the installed program")
	}
	files := desktopFiles(program)
	for _, f := range files {
		if _, err := ownFile(filepath.Join(home, f.path)); err != nil {
			return err
		}
	}
	for _, f := range files {
		path := filepath.Join(home, f.path)
		if err := atomicfile.MkdirShared(filepath.Dir(path)); err != nil {
			return settings.Plain(path, err)
		}
		if err := atomicfile.Write(path, f.data, 0o644); err != nil {
			return settings.Plain(path, err)
		}
		fmt.Fprintf(s.out, "wrote %s\n", printable(path))
	}
	sayDesktop(s, home)
	return nil
}

// removeDesktopFiles removes the files that register has written.
func removeDesktopFiles(s *streams, home string) error {
	var wrong []error
	removed := 0
	for _, f := range desktopFiles("") {
		path := filepath.Join(home, f.path)
		there, err := ownFile(path)
		if err == nil && there {
			if err = settings.Plain(path, atomicfile.Remove(path)); err == nil {
				removed++
				fmt.Fprintf(s.out, "removed %s\n", printable(path))
			}
		}
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	if removed > 0 {
		sayDesktop(s, home)
	} else if len(wrong) == 0 {
		fmt.Fprintln(s.out, "nothing to remove")
	}
	return errors.Join(wrong...)
}

// ownFile reports whether register has written a file. It returns an error if another file is in its place.
func ownFile(path string) (there bool, err error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, settings.Plain(path, err)
	}
	if info.Mode().IsRegular() {
		data, err := bounded.ReadFile(path, maxRegistered)
		if err == nil && bytes.Contains(data, []byte(registeredMark)) {
			return true, nil
		}
	}
	return false, fmt.Errorf("%s was not written by Demoscope and is left unchanged", path)
}

// sayDesktop prints the commands that remain to be run, because Demoscope runs none.
func sayDesktop(s *streams, home string) {
	fmt.Fprintln(s.out, "\nTo update the desktop, run:")
	for _, line := range [][2]string{{"update-desktop-database", "applications"}, {"update-mime-database", "mime"}} {
		fmt.Fprintf(s.out, "  %s '%s'\n", line[0], printable(strings.ReplaceAll(filepath.Join(home, line[1]),
			"'", `'\''`)))
	}
}
