package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"demoscope/assets/icon"
	"demoscope/internal/atomicfile"
	"demoscope/internal/settings"
)

// This file has what register writes on Windows: keys below HKEY_CURRENT_USER\Software\Classes, which make the
// program one of those that open demos, without taking them from another.

// classValue is a value of a key. The key's own has no name.
type classValue struct{ key, name, data string }

// classes are the keys of a user, below Software\Classes.
type classes interface {
	// value returns a value; there is false if there is none.
	value(key, name string) (data string, there bool, err error)
	// holds reports whether there is a key.
	holds(key string) (bool, error)
	set(v classValue) error // makes the key
	// remove removes a value; it is no error if there is none.
	remove(key, name string) error
	// prune removes a key that has neither values nor keys; others stay.
	prune(key string) error
	// changed tells the desktop.
	changed()
}

// The keys that are ours alone, and the value that says so.
const (
	classProgram = `Applications\demoscope.exe`
	classPrefix  = "Demoscope."
	classMark    = "Registered"
)

// numberedDemo is among the extensions of a type all those with a protocol's number, and the first and last of
// these.
const (
	numberedDemo  = "dm_[0-9][0-9]"
	firstNumbered = 48
	lastNumbered  = 91
)

// class returns the name of a type's key: Demoscope.quake-demo.
func (t *demoType) class() string { return classPrefix + strings.TrimPrefix(t.name, "application/x-") }

// names returns the extensions of the files of a type one by one.
func (t *demoType) names() (list []string) {
	for _, e := range t.extensions {
		if e != numberedDemo {
			list = append(list, e)
			continue
		}
		for protocol := firstNumbered; protocol <= lastNumbered; protocol++ {
			list = append(list, fmt.Sprintf("dm_%d", protocol))
		}
	}
	return list
}

// classValues returns the values for the program and the icon at paths of Windows.
func classValues(program, picture string) (list []classValue) {
	command := `"` + program + `" play -- "%1"`
	add := func(key, name, data string) { list = append(list, classValue{key, name, data}) }
	add(classProgram, classMark, registeredMark)
	add(classProgram, "FriendlyAppName", "Demoscope")
	add(classProgram+`\DefaultIcon`, "", picture)
	add(classProgram+`\shell\open\command`, "", command)
	for i := range demoTypes {
		t := &demoTypes[i]
		add(t.class(), classMark, registeredMark)
		add(t.class(), "", t.what)
		add(t.class()+`\DefaultIcon`, "", picture)
		add(t.class()+`\shell\open\command`, "", command)
		for _, ext := range t.names() {
			add(classProgram+`\SupportedTypes`, "."+ext, "")
			add("."+ext+`\OpenWithProgids`, t.class(), "")
		}
	}
	return list
}

// ownClasses returns whether any of our keys is there. Its error says that one is somebody else's.
func ownClasses(k classes) (there bool, err error) {
	keys := []string{classProgram}
	for i := range demoTypes {
		keys = append(keys, demoTypes[i].class())
	}
	for _, key := range keys {
		found, err := k.holds(key)
		if err != nil {
			return false, err
		}
		if !found {
			continue
		}
		mark, _, err := k.value(key, classMark)
		if err == nil && mark != registeredMark && key == classProgram {
			if chosen, err := chosenProgram(k); err == nil && chosen {
				continue
			}
		}
		there = true
		if err != nil || mark != registeredMark {
			return false, errors.Join(err,
				fmt.Errorf(`HKEY_CURRENT_USER\Software\Classes\%s is not Demoscope's: it is left as it is`, key))
		}
	}
	return there, nil
}

// chosenProgram reports whether the program's key is what Windows itself makes of a demoscope.exe that somebody has
// chosen as another app of "Open with": a command, and nothing that says whose it is.
func chosenProgram(k classes) (bool, error) {
	for _, name := range []string{classMark, "FriendlyAppName"} {
		if _, there, err := k.value(classProgram, name); there || err != nil {
			return false, err
		}
	}
	command, _, err := k.value(classProgram+`\shell\open\command`, "")
	if err != nil {
		return false, err
	}
	program := strings.TrimPrefix(command, `"`)
	if program != command {
		program, _, _ = strings.Cut(program, `"`)
	} else {
		program, _, _ = strings.Cut(program, " \"%1\"")
	}
	return strings.EqualFold(program[strings.LastIndexByte(program, '\\')+1:], "demoscope.exe"), nil
}

// writeClasses writes the keys for a program.
func writeClasses(k classes, program, picture string) error {
	if _, err := ownClasses(k); err != nil {
		return err
	}
	for _, v := range classValues(program, picture) {
		if err := k.set(v); err != nil {
			return err
		}
	}
	k.changed()
	return nil
}

// removeClasses removes the values that writeClasses writes, and their keys if nothing else is in them. It reports
// whether there were any.
func removeClasses(k classes) (removed bool, err error) {
	there, err := ownClasses(k)
	if err != nil || !there {
		return false, err
	}
	list := classValues("", "")
	for i := len(list) - 1; i >= 0; i-- { // the marks last
		if err := k.remove(list[i].key, list[i].name); err != nil {
			return false, err
		}
		for key := list[i].key; key != "" && key != "Applications"; {
			if err := k.prune(key); err != nil {
				return false, err
			}
			cut := strings.LastIndexByte(key, '\\')
			key = key[:max(0, cut)]
		}
	}
	k.changed()
	return true, nil
}

// pictureFile returns the icon as it is written on Windows: behind it stands whose it is, which nobody reads.
func pictureFile() []byte { return append(icon.ICO(), "\n"+registeredMark...) }

// runWindows registers on Windows.
func (c *registerCmd) runWindows(s *streams, program string) error {
	if err := settings.Missing(); err != nil {
		return fmt.Errorf("no folder for the icon: %w", err)
	}
	picture := settings.File("demoscope.ico")
	program = windowProgram(program)
	if c.Print {
		for _, v := range classValues(program, picture) {
			fmt.Fprintf(s.out, "HKEY_CURRENT_USER\\Software\\Classes\\%s  %q = %s\n", v.key, v.name, printable(v.data))
		}
		return nil
	}
	k, err := userClasses()
	if err != nil {
		return err
	}
	if c.Remove {
		return unregisterWindows(s, k, picture)
	}
	return registerWindows(s, k, program, picture)
}

// windowProgram returns the program that a double click starts: that beside the one for terminals, if it is
// there, since Windows opens a terminal for the other.
func windowProgram(program string) string {
	name, found := strings.CutSuffix(program, "demoscope.exe")
	if window := name + "demoscopew.exe"; found && fileAt(window) != nil {
		return window
	}
	return program
}

// registerWindows writes the icon and the keys.
func registerWindows(s *streams, k classes, program, picture string) error {
	if err := lasting(program, "a Windows command"); err != nil {
		return err
	}
	if strings.Contains(program, `"`) {
		return fmt.Errorf("%q is not allowed in a Windows command", program)
	}
	if _, err := ownFile(picture); err != nil {
		return err
	}
	if err := atomicfile.MkdirAll(filepath.Dir(picture)); err != nil {
		return settings.Plain(picture, err)
	}
	if err := atomicfile.Write(picture, pictureFile(), 0o644); err != nil {
		return settings.Plain(picture, err)
	}
	if err := writeClasses(k, program, picture); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "wrote %s\nwrote keys below HKEY_CURRENT_USER\\Software\\Classes\n\nDemoscope is now listed "+
		"under Open with; choose it there once to make double-click use it.\n", printable(picture))
	return nil
}

// unregisterWindows removes the icon and the keys.
func unregisterWindows(s *streams, k classes, picture string) error {
	removed, err := removeClasses(k)
	if err != nil {
		return err
	}
	if removed {
		fmt.Fprintln(s.out, `removed the keys below HKEY_CURRENT_USER\Software\Classes`)
	}
	there, err := ownFile(picture)
	if err == nil && there {
		if err = settings.Plain(picture, atomicfile.Remove(picture)); err == nil {
			removed = true
			fmt.Fprintf(s.out, "removed %s\n", printable(picture))
		}
	}
	if err == nil && !removed {
		fmt.Fprintln(s.out, "nothing to remove")
	}
	return err
}
