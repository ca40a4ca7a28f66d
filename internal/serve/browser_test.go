package serve

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// The scripts of the page are tested in Chromium, with a program in the place of ours that only notes what it is told.

// stubGo is that program, in the place of Go's own script. What a test does is put behind it, as the body of
// a function that returns what is compared.
const stubGo = `
"use strict";
const told = [];
globalThis.Go = class {
  importObject = {};
  async run() {
    globalThis.opening = element("loading").innerText;
    told.push(["begins", ...this.argv.slice(this.argv.indexOf("--"))]);
    globalThis.demoscope.program = {
      open: (p) => told.push(["open", p]), again: () => told.push(["again"]), say: (t) => told.push(["say", t]),
      answer: (t) => told.push(["answer", t]), type: (t) => told.push(["type", t]), enter: () => told.push(["enter"]),
    };
    return new Promise((done) => { globalThis.end = () => { this.exit(0); done(); }; });
  }
};
const element = (id) => document.getElementById(id), sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (what) => { for (let i = 0; i < 400 && !what(); i++) await sleep(50); };
const drop = async (...names) => {
  const data = new DataTransfer();
  for (const n of names) data.items.add(new File(["content of " + n], n));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  await sleep(100);
};
const content = (path) => new Promise((done) => fs.open(path, 0, 0, (_, fd) => {
  const bytes = new Uint8Array(1000);
  fs.read(fd, bytes, 0, 1000, 0, (_, n) => done(new TextDecoder().decode(bytes.subarray(0, n))));
}));
const rows = () => [...document.querySelectorAll("#list li")].map((l) =>
  l.innerText.replace(/\s+/g, " ") + " -> " + l.querySelector("a").hash);
addEventListener("load", async () => {
  let result;
  try { result = await test(); } catch (err) { result = String(err); }
  if (result !== undefined) fetch("/result", { method: "POST", body: JSON.stringify(result) });
});
async function test() {
`

// browse opens a page of a handler with a link, does what a test says, and compares what that returns with
// want, which is JSON.
func browse(t *testing.T, serve func(page string) http.Handler, link, does, want string) {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("Chromium is not installed: the scripts of the page are not tested")
	}
	page := filepath.Join(t.TempDir(), "page")
	if err := os.CopyFS(page, os.DirFS("page")); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"wasm_exec.js": stubGo + does + "\n}\n",
		"demoscope.wasm": "\x00asm\x01\x00\x00\x00", "demoscope1.mvd": "the sample"} {
		if err := os.WriteFile(filepath.Join(page, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	handler, result := serve(page), make(chan string, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/result" {
			handler.ServeHTTP(w, r)
			return
		}
		if body, err := io.ReadAll(r.Body); err == nil {
			result <- string(body)
		}
	}))
	defer s.Close()
	// not the test's own folder: what the browser leaves behind writes there a while longer
	profile, err := os.MkdirTemp("", "page")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile)
	var said bytes.Buffer
	c := exec.Command(browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+profile,
		"--window-size=640,360", s.URL+"/#"+link)
	c.Stderr, c.WaitDelay = &said, time.Second // those that it has begun may have it open longer
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	text := ""
	select {
	case text = <-result:
	case <-time.After(time.Minute):
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	if text == "" {
		t.Fatalf("nothing came of it: %s", said.Bytes())
	}
	var got, expected any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, expected) {
		t.Errorf("%s\nwant %s", text, want)
	}
}

// served is our own server, with the demos of newServer.
func served(t *testing.T) func(page string) http.Handler {
	return func(page string) http.Handler {
		_, h := newServer(t)
		root, err := os.OpenRoot(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { root.Close() })
		h.o.Page = root
		return h
	}
}

// static is a server that knows nothing of the page, with demos in files.
func static(t *testing.T, demos ...string) func(page string) http.Handler {
	return func(page string) http.Handler {
		for _, name := range demos {
			file := filepath.Join(page, "files", filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("demo"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return http.FileServer(http.Dir(page))
	}
}

// TestPageList: what is in a ZIP is shown by the button before it, and found by what is typed; each row leads
// to what it names.
func TestPageList(t *testing.T) {
	browse(t, served(t), "t=5", `
  await until(() => rows().length > 0);
  const all = [rows()];
  document.querySelector("button.fold").click();
  all.push(rows(), document.activeElement.className + " " + document.activeElement.getAttribute("aria-expanded"));
  document.activeElement.click();
  all.push(rows().length);
  const filter = element("filter");
  for (const text of ["TWO", "final", "nobody"]) {
    filter.value = text;
    filter.oninput();
    all.push(rows());
  }
  return [...all, element("more").innerText];
`, `[
	["2024/b +é.mvd 1 KB -> #demo=2024/b+%2B%C3%A9.mvd&t=5",
		"a.dem 1 KB -> #demo=a.dem&t=5", "▸ final.zip 2 demos, 1 KB -> #demo=final.zip&t=5"],
	["2024/b +é.mvd 1 KB -> #demo=2024/b+%2B%C3%A9.mvd&t=5",
		"a.dem 1 KB -> #demo=a.dem&t=5", "▾ final.zip 2 demos, 1 KB -> #demo=final.zip&t=5",
		"one.dem -> #demo=final.zip/one.dem&t=5", "2/two.mvd -> #demo=final.zip/2/two.mvd&t=5"],
	"fold true",
	3,
	["final.zip 2 demos, 1 KB -> #demo=final.zip&t=5", "2/two.mvd -> #demo=final.zip/2/two.mvd&t=5"],
	["▸ final.zip 2 demos, 1 KB -> #demo=final.zip&t=5"],
	[],
	"No matching demos."]`)
}

// TestPageLink: a link leads to a demo, to one in an archive, and to one in a folder that is named like one,
// whether the server tells what it has or not.
func TestPageLink(t *testing.T) {
	opens := func(file string) string {
		return `
  await until(() => told.length > 0 || element("message").textContent);
  return [told, told.length > 0 ? await content("/files/` + file + `") : "", element("message").textContent];
`
	}
	folder := static(t, "cup.zip/a.dem", "cup.zip/final.ZIP")
	for link, file := range map[string]string{"cup.zip/a.dem": "cup.zip/a.dem",
		"cup.zip/final.ZIP/2/b.dem": "cup.zip/final.ZIP"} {
		browse(t, folder, "demo="+link, opens(file), `[[["begins", "--", "/files/`+link+`"]], "demo", ""]`)
	}
	browse(t, folder, "demo=cup.zip/none.dem", opens(""), `[[], "", "cup.zip/none.dem: not found on the server"]`)
	browse(t, served(t), "demo=final.zip/one.dem", opens("a.dem"),
		`[[["begins", "--", "/files/final.zip/one.dem"]], "0123456789abcdef", ""]`)
}

// TestPageSample: the sample beside the page is loaded when the program reads it.
func TestPageSample(t *testing.T) {
	for _, serve := range []func(string) http.Handler{served(t), static(t)} {
		browse(t, serve, "demo=sample", `
  await until(() => told.length > 0);
  const loaded = () => performance.getEntriesByType("resource").some((r) => r.name.endsWith(".mvd"));
  const before = loaded();
  const none = await new Promise((done) => fs.open("/sample/demoscope1.bsp", 0, 0, (err) => done(err?.code)));
  return [told, before, await content("/sample/demoscope1.mvd"), loaded(), none];
`, `[[["begins", "--", ""]], false, "the sample", true, "ENOENT"]`)
	}
}

// TestPageDrop: several demos are played one after another. What the page says later is said by the program,
// in the picture of which the page covers nothing.
func TestPageDrop(t *testing.T) {
	browse(t, served(t), "", `
  await until(() => !element("start").hidden);
  await drop("x.txt");
  const first = element("message").innerText;
  drop("b10.dem", "dm4.bsp", "b9.mvd", "notes.txt", "final.zip", "run.DZ", "old.qwz");
  await until(() => told.length > 0);
  const list = await content("/tmp/dropped.m3u8");
  await drop("more.txt");
  await drop("dm6.bsp");
  await drop("c.dem");
  const box = element("notice").getBoundingClientRect();
  return [first, opening, element("loading").innerText, list.split("\n"), told, box.width * box.height,
    await content("/dropped/maps/dm6.bsp")];
`, `["No demos in these files.", "Opening the demo…", "", ["/dropped/b9.mvd", "/dropped/b10.dem",
	"/dropped/final.zip", "/dropped/old.qwz", "/dropped/run.DZ"],
	[["begins", "--", "/tmp/dropped.m3u8"], ["say", "No demos in these files."], ["again"], ["open", "/dropped/c.dem"]],
	0, "content of dm6.bsp"]`)
}

// TestPageBack: the browser's way back leads from a demo to the page, and so does the end of the program.
func TestPageBack(t *testing.T) {
	for _, way := range []string{"history.back();", "end();"} {
		browse(t, served(t), "", `
  await until(() => !element("start").hidden);
  if (sessionStorage.getItem("second")) return [told, location.hash, element("start").hidden];
  sessionStorage.setItem("second", "yes");
  element("sample").click();
  await until(() => told.length > 0);
  if (!element("start").hidden) return "the page is still there";
  `+way+`
  await sleep(3000);
  return "nothing happens";
`, `[[], "", false]`)
	}
}

// TestPageDropEarly: what is dropped while the program is still loading is the last word when it begins.
func TestPageDropEarly(t *testing.T) {
	slow := func(page string) http.Handler {
		h := served(t)(page)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".wasm") {
				time.Sleep(time.Second) // in which the browser drops
			}
			h.ServeHTTP(w, r)
		})
	}
	browse(t, slow, "", `
  await until(() => !element("start").hidden);
  drop("a.dem");
  await drop("b.dem");
  await drop("x.txt");
  await until(() => told.length > 1);
  return [told, element("notice").innerText];
`, `[[["begins", "--", "/dropped/b.dem"], ["say", "No demos in these files."]], ""]`)
}

// TestPageCopy: a link is said to be copied once the browser has copied it, and else to be where it is; in
// all cases it is in the address bar.
func TestPageCopy(t *testing.T) {
	browse(t, served(t), "demo=a.dem", `
  await until(() => told.length > 0);
  const all = [];
  const refuses = async () => { throw new DOMException("Write permission denied.", "NotAllowedError"); };
  for (const copies of [async () => {}, refuses, null]) {
    const copied = [];
    const value = copies ? { writeText: (text) => { copied.push(text); return copies(); } } : undefined;
    Object.defineProperty(navigator, "clipboard", { configurable: true, value });
    for (const path of ["/files/a.dem", "/dropped/b.dem"]) {
      told.length = 0;
      const says = demoscope.copyLink("t=5", path);
      await sleep(100);
      all.push([says, ...told, location.hash, copied.pop() === (copies ? location.href : undefined)]);
    }
  }
  return all;
`, `[
	["Link in the address bar", ["answer", "Link copied"], "#demo=a.dem&t=5", true],
	["Link in the address bar; to open it, the demo is needed, too",
		["answer", "Link copied; to open it, the demo is needed, too"], "#t=5", true],
	["Link in the address bar", "#demo=a.dem&t=5", true],
	["Link in the address bar; to open it, the demo is needed, too", "#t=5", true],
	["Link in the address bar", "#demo=a.dem&t=5", true],
	["Link in the address bar; to open it, the demo is needed, too", "#t=5", true]]`)
}

// TestPageTyping: with fingers alone what is typed in the program is typed into a field, which lies where the
// program draws the line and waits to be tapped; else there is none.
func TestPageTyping(t *testing.T) {
	for fingers, want := range map[string]string{
		"true":  `[true, [320, 60], "", "ab", [["type", "abc"], ["enter"]], true]`,
		"false": `[true, [0, 0], "", "", [], true]`} {
		browse(t, served(t), "demo=a.dem", `
  const media = matchMedia.bind(window);
  globalThis.matchMedia = (q) => q === "(hover: none) and (pointer: coarse)" ? { matches: `+fingers+` } : media(q);
  await until(() => told.length > 0);
  told.length = 0;
  const field = element("typed"), before = field.hidden;
  demoscope.typing("", 0.1, 0.1, 0.5, 0.2);
  demoscope.typing("ab", 0.25, 0.1, 0.5, 0.2);
  const box = field.getBoundingClientRect();
  const middle = [(box.left + box.width / 2) / innerWidth, (box.top + box.height / 2) / innerHeight];
  const has = document.activeElement.id, text = field.value;
  if (!field.hidden) {
    field.value += "c";
    field.dispatchEvent(new InputEvent("input"));
    for (const key of ["c", "Enter"]) field.dispatchEvent(new KeyboardEvent("keydown", { key }));
  }
  demoscope.typing(null);
  return [before, [640, 300].map((size, i) => Math.round(size * middle[i])), has, text, told, field.hidden];
`, want)
	}
}
