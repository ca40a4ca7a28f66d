package assets

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

var goodNames = []string{
	"maps/e1m1.bsp", "Maps/E1M1.BSP", "pak0.pak", "sound/misc/r_tele1.wav", "a b/c d.txt",
	"maps/console.bsp", "maps/auxiliary.bsp", "com10", "lpt", "maps/[tron].bsp", "maps/~x#.bsp",
	"progs/.hidden", "maps/caf\xe9.bsp", "maps/..x.bsp", "maps/x..y.bsp", strings.Repeat("a", 255),
}

var badNames = []struct{ name, reason string }{
	{"", "empty"},
	{strings.Repeat("a", 256), "longer"},
	{"/etc/passwd", "absolute"},
	{"//server/share/x", "absolute"},
	{"..", "element"},
	{"../x.bsp", ".. element"},
	{"maps/../../x.bsp", ".. element"},
	{"maps/..", ".. element"},
	{"./x", ". element"},
	{"maps/./x", ". element"},
	{"maps//x", "empty element"},
	{"maps/", "empty element"},
	{`maps\x.bsp`, "backslash"},
	{`..\..\x.bsp`, "backslash"},
	{"C:/x.bsp", "colon"},
	{"c:x.bsp", "colon"},
	{"maps/x.bsp:stream", "colon"},
	{"maps/x.bsp\x00.txt", "control"},
	{"maps/x\n.bsp", "control"},
	{"maps/x\x7f", "control"},
	{"maps/x.bsp.", "dot or a space"},
	{"maps./x.bsp", "dot or a space"},
	{"maps/x.bsp ", "dot or a space"},
	{"...", "dot or a space"},
	{"maps/*.bsp", `'*'`},
	{"maps/?.bsp", `'?'`},
	{"maps/a|b", `'|'`},
	{"con", "device"},
	{"CON.bsp", "device"},
	{"maps/Nul.bsp", "device"},
	{"nul .bsp", "device"},
	{"aux/x.bsp", "device"},
	{"com1", "device"},
	{"LPT9.tar.gz", "device"},
	{"maps/com¹.bsp", "device"},
	{"conin$", "device"},
	{"prn", "device"},
	{"CONOUT$", "device"},
	{"com0", "device"},
	{"maps/lpt³.bsp", "device"},
	{"LPT0.x", "device"},
	{"maps/a<b", `'<'`},
	{"maps/a>b", `'>'`},
	{"maps/a\"b", `'"'`},
	{"a\x1f", "control"},
}

func TestCleanName(t *testing.T) {
	for _, name := range goodNames {
		if got, err := cleanName(name); err != nil || got != name {
			t.Errorf("cleanName(%q) = %q, %v", name, got, err)
		}
	}
	for _, c := range badNames {
		_, err := cleanName(c.name)
		var refused *NameError
		if !errors.As(err, &refused) || !strings.Contains(refused.Reason, c.reason) {
			t.Errorf("cleanName(%q): %v, want a reason with %q", c.name, err, c.reason)
		}
		if _, err := cleanFolder(c.name); err == nil {
			t.Errorf("cleanFolder(%q) is allowed", c.name)
		}
	}
	for _, name := range []string{"a/b", ".git", "maps/x"} {
		if _, err := cleanFolder(name); err == nil {
			t.Errorf("cleanFolder(%q) is allowed", name)
		}
	}
	for _, name := range []string{"ctf", "qw", "Q3UT4", "rogue", "mod-1.2"} {
		if _, err := cleanFolder(name); err != nil {
			t.Errorf("cleanFolder(%q): %v", name, err)
		}
	}
}

// FuzzCleanName: whatever is let through stays inside of a folder by every
// rule that the standard library knows, and means itself.
func FuzzCleanName(f *testing.F) {
	for _, name := range goodNames {
		f.Add(name)
	}
	for _, c := range badNames {
		f.Add(c.name)
	}
	dir := f.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o644); err != nil {
		f.Fatal(err)
	}
	inside := filepath.Join(dir, "game")
	if err := os.Mkdir(inside, 0o755); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name string) {
		clean, err := cleanName(name)
		if err != nil {
			return
		}
		if clean != name || path.Clean(clean) != clean || !filepath.IsLocal(filepath.FromSlash(clean)) ||
			strings.Contains(clean, "..") && path.Join("/", clean) != "/"+clean {
			t.Fatalf("%q is let through as %q", name, clean)
		}
		joined := filepath.Join(inside, filepath.FromSlash(clean))
		if rel, err := filepath.Rel(inside, joined); err != nil || !filepath.IsLocal(rel) {
			t.Fatalf("%q leads to %q", name, joined)
		}
		if fold(fold(clean)) != fold(clean) || len(fold(clean)) != len(clean) {
			t.Fatalf("fold(%q) = %q", clean, fold(clean))
		}
	})
}
