package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"demoscope/assets/icon"
	"demoscope/internal/atomicfile"
	"demoscope/internal/settings"
)

// This file has what register writes on macOS: an application that starts the program. Finder hands files to
// applications by an event that our window does not hear. So the application claims no type of document, which it would
// open without the file: it is for starting, and for open -a Demoscope --args FILE.

// bundleName is the folder of the application.
const bundleName = "Demoscope.app"

// bundleFiles returns the files of the application for the program at a path, below the folder of applications. The
// first has the mark of register.
func bundleFiles(program string) []desktopFile {
	list := fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<!-- %[1]s -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>CFBundleName</key><string>Demoscope</string>
	<key>CFBundleIdentifier</key><string>local.demoscope</string>
	<key>CFBundlePackageType</key><string>APPL</string>
	<key>CFBundleShortVersionString</key><string>%[2]s</string>
	<key>CFBundleVersion</key><string>%[2]s</string>
	<key>CFBundleExecutable</key><string>demoscope</string>
	<key>CFBundleIconFile</key><string>demoscope</string>
	<key>NSHighResolutionCapable</key><true/>
</dict>
</plist>
`, registeredMark, releaseNumber(version()))
	launcher := fmt.Sprintf("#!/bin/sh\n# %s\nexec '%s' play -- \"$@\"\n", registeredMark, strings.ReplaceAll(program,
		"'", `'\''`))
	return []desktopFile{
		{bundleName + "/Contents/Info.plist", []byte(list), false},
		{bundleName + "/Contents/MacOS/demoscope", []byte(launcher), true},
		{bundleName + "/Contents/Resources/demoscope.icns", icon.ICNS(), false},
	}
}

// runMac registers on macOS.
func (c *registerCmd) runMac(s *streams, program string) error {
	if c.Print {
		printFiles(s, bundleFiles(program))
		return nil
	}
	folder, err := settings.Applications()
	if err != nil {
		return fmt.Errorf("no folder for user applications: %w", err)
	}
	if c.Remove {
		return removeBundle(s, folder)
	}
	return writeBundle(s, folder, program)
}

// ownBundle reports whether register has written the application. Its error says that another one is in its place.
func ownBundle(folder string) (there bool, err error) {
	if _, err := os.Lstat(filepath.Join(folder, bundleName)); errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	ours, err := ownFile(filepath.Join(folder, bundleFiles("")[0].path))
	if err == nil && !ours {
		err = fmt.Errorf("%s was not written by Demoscope and is left unchanged", filepath.Join(folder, bundleName))
	}
	return ours, err
}

// writeBundle writes the application into a folder.
func writeBundle(s *streams, folder, program string) error {
	if err := lasting(program, "an application"); err != nil {
		return err
	}
	if _, err := ownBundle(folder); err != nil {
		return err
	}
	for _, f := range bundleFiles(program) {
		path, mode := filepath.Join(folder, f.path), os.FileMode(0o644)
		if f.runs {
			mode = 0o755
		}
		if err := atomicfile.MkdirShared(filepath.Dir(path)); err != nil {
			return settings.Plain(path, err)
		}
		if err := atomicfile.Write(path, f.data, mode); err != nil {
			return settings.Plain(path, err)
		}
	}
	fmt.Fprintf(s.out, "wrote %s\n\nIt opens your library. Finder cannot pass it a file; a terminal can:\n  "+
		"open -a Demoscope --args /path/to/a.dem\n", printable(filepath.Join(folder, bundleName)))
	return nil
}

// removeBundle removes the files of the application that are ours, and its folders if nothing else is in them.
func removeBundle(s *streams, folder string) error {
	there, err := ownBundle(folder)
	if err != nil {
		return err
	}
	if !there {
		fmt.Fprintln(s.out, "nothing to remove")
		return nil
	}
	files := bundleFiles("")
	for i := len(files) - 1; i >= 0; i-- { // the first last: it says whose they are
		path := filepath.Join(folder, files[i].path)
		if err := atomicfile.Remove(path); err != nil {
			return settings.Plain(path, err)
		}
	}
	for _, name := range []string{"Contents/MacOS", "Contents/Resources", "Contents", "."} {
		_ = atomicfile.Remove(filepath.Join(folder, bundleName, name)) // not if somebody has put something there
	}
	fmt.Fprintf(s.out, "removed %s\n", printable(filepath.Join(folder, bundleName)))
	return nil
}
