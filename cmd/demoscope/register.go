package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"demoscope/assets/icon"
	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

type registerCmd struct {
	Remove bool `help:"Remove the registration"`
	Print  bool `help:"Print the files instead of writing them"`

	For     string `default:"" enum:",linux,macos,windows" hidden:"" help:"Target system, with --to"`
	To      string `type:"path" hidden:"" help:"Write the files into this folder for a package, and register nothing"`
	Program string `hidden:"" help:"Installed path of the program, with --to"`
}

// Help describes the files.
func (*registerCmd) Help() string {
	return "Linux: writes a .desktop file, demo file types and an icon to $XDG_DATA_HOME or ~/.local/share, so that " +
		"double-clicking a demo plays it. It runs no commands; it prints the ones that update the desktop.\n\n" +
		"Windows: writes keys below HKEY_CURRENT_USER\\Software\\Classes and an icon, so that Open with offers " +
		"Demoscope. The default program for demos stays as it is.\n\n" +
		"macOS: writes ~/Applications/Demoscope.app, which opens your library. Finder can't pass it files; use " +
		"open -a Demoscope --args FILE.\n\n" +
		"register leaves existing files that Demoscope did not write unchanged."
}

// registeredMark is in each file that register writes; files of other programs do not have it.
const registeredMark = "Written by demoscope register, which can also remove it."

// maxRegistered is the size of the largest file that may be one of register's, in bytes.
const maxRegistered = 64 << 10

// desktopFile is a file that makes a desktop know the program.
type desktopFile struct {
	path string // below the folder for the user's data
	data []byte
	runs bool // it is a program
}

// demoType is a type of file of the desktop.
type demoType struct {
	name, what string
	extensions []string
}

var demoTypes = []demoType{
	{"application/x-quake-demo", "Quake demo", []string{"dem"}},
	{"application/x-quakeworld-demo", "QuakeWorld demo", []string{"qwd", "mvd"}},
	{"application/x-quake2-demo", "Quake II demo", []string{"dm2", "mvd2"}},
	{"application/x-quake3-demo", "Quake III demo", []string{"dm3", numberedDemo}},
}

// desktopFiles returns the files for the program at a path.
func desktopFiles(program string) []desktopFile {
	var names strings.Builder
	var types bytes.Buffer
	fmt.Fprintf(&types, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- %s -->\n<mime-info "+
		"xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n", registeredMark)
	for _, t := range demoTypes {
		names.WriteString(t.name + ";")
		fmt.Fprintf(&types, "  <mime-type type=\"%s\">\n    <comment>%s</comment>\n    <icon name=\"demoscope\"/>\n",
			t.name, t.what)
		for _, ext := range t.extensions {
			fmt.Fprintf(&types, "    <glob pattern=\"*.%s\"/>\n    <glob pattern=\"*.%[1]s.gz\"/>\n", ext)
		}
		types.WriteString("  </mime-type>\n")
	}
	types.WriteString("</mime-info>\n")
	entry := fmt.Sprintf(`# %s
[Desktop Entry]
Type=Application
Version=1.0
Name=Demoscope
Comment=%s
Exec=%s play -- %%F
Icon=demoscope
Terminal=false
StartupWMClass=demoscope
Categories=Game;AudioVideo;Player;
MimeType=%s
`, registeredMark, description, quoteExec(program), names.String())
	return []desktopFile{
		{"applications/demoscope.desktop", []byte(entry), false},
		{"mime/packages/demoscope.xml", types.Bytes(), false},
		{"icons/hicolor/scalable/apps/demoscope.svg", icon.SVG(), false},
	}
}

// quoteExec quotes an argument as the Desktop Entry Specification has it: for the program that starts it, and
// then as any text of such a file.
func quoteExec(arg string) string {
	arg = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`, `%`, `%%`).Replace(arg)
	return `"` + strings.ReplaceAll(arg, `\`, `\\`) + `"`
}

// Validate refuses flags that do not fit together.
func (c *registerCmd) Validate() error {
	if c.To != "" && (c.For == "" || c.Remove || c.Print) || c.To == "" && (c.For != "" || c.Program != "") {
		return errors.New("--to, --for and --program must be used together, without other flags")
	}
	return nil
}

// pack writes the files as a package has them: all users', so that register --remove leaves them alone.
func (c *registerCmd) pack() error {
	var files []desktopFile
	switch c.For {
	case "linux":
		files = desktopFiles(c.Program)
	case "macos":
		// the program itself is there
		files = slices.DeleteFunc(bundleFiles(c.Program), func(f desktopFile) bool { return f.runs })
	default:
		files = []desktopFile{{path: "demoscope.ico", data: icon.ICO()}}
		for _, side := range []int{16, 256} {
			var b bytes.Buffer
			if err := png.Encode(&b, icon.Draw(side)); err != nil {
				return err
			}
			files = append(files, desktopFile{path: fmt.Sprintf("icon%d.png", side), data: b.Bytes()})
		}
	}
	for _, f := range files {
		path := filepath.Join(c.To, f.path)
		if err := atomicfile.MkdirShared(filepath.Dir(path)); err != nil {
			return settings.Plain(path, err)
		}
		data := bytes.ReplaceAll(f.data, []byte(registeredMark), []byte(packedMark))
		if err := atomicfile.Write(path, data, 0o644); err != nil {
			return settings.Plain(path, err)
		}
	}
	return nil
}

// packedMark replaces registeredMark in files of packages.
const packedMark = "Part of the Demoscope package."

func (c *registerCmd) Run(s *streams) error {
	if c.To != "" {
		return c.pack()
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	switch runtime.GOOS {
	case "windows":
		return c.runWindows(s, program)
	case "darwin":
		return c.runMac(s, program)
	}
	if c.Print {
		printFiles(s, desktopFiles(program))
		return nil
	}
	home, err := settings.DataHome()
	if err != nil {
		return fmt.Errorf("no folder for desktop files: %w", err)
	}
	if c.Remove {
		return removeDesktopFiles(s, home)
	}
	return writeDesktopFiles(s, home, program)
}

// printFiles prints files instead of writing them.
func printFiles(s *streams, files []desktopFile) {
	for _, f := range files {
		text := fmt.Sprintf("(an icon of %d bytes)", len(f.data))
		if utf8.Valid(f.data) {
			text = printableLines(string(f.data))
		}
		fmt.Fprintf(s.out, "%s:\n%s\n", f.path, text)
	}
}

// lasting returns an error for a program that cannot be registered: in the words of what it is written into.
func lasting(program, where string) error {
	if strings.ContainsAny(program, "\n\r\x00") || !filepath.IsAbs(program) {
		return fmt.Errorf("%q is not allowed in %s", program, where)
	}
	if strings.Contains(program, string(filepath.Separator)+"go-build") {
		return errors.New(
			"go run builds a temporary program: use go build, and register the installed program")
	}
	return nil
}

// writeDesktopFiles writes the files for a program, all or none.
func writeDesktopFiles(s *streams, home, program string) error {
	if err := lasting(program, "a .desktop file"); err != nil {
		return err
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

// removeDesktopFiles removes the files that are ours.
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

// ownFile reports whether register has written a file. Its error says that another file is in its place.
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

// sayDesktop prints what is left to run, since Demoscope runs nothing.
func sayDesktop(s *streams, home string) {
	fmt.Fprintln(s.out, "\nTo update the desktop, run:")
	for _, line := range [][2]string{{"update-desktop-database", "applications"}, {"update-mime-database", "mime"}} {
		fmt.Fprintf(s.out, "  %s '%s'\n", line[0], printable(strings.ReplaceAll(filepath.Join(home, line[1]),
			"'", `'\''`)))
	}
}
