"use strict";

// The page around the program: it gathers files, starts the program when there is a demo among them, and knows the address.
(() => {
  const element = (id) => document.getElementById(id);
  const start = element("start"), message = element("message"), loading = element("loading"), notice = element("notice");

  // What is a demo, and what a demo needs. Everything else that is dropped is left alone.
  const demoName = /\.(dem|qwd|mvd|dm2|mvd2|dm_?\d+)(\.gz)?$|\.zip$/i;
  const gameName = /\.(pak|pk3|bsp|lit|mdl|md2|md3|wal|wav|ogg|pcx|lmp|tga|jpg|skin|cfg|loc)$/i;
  const looseMap = /^[^/]+\.(bsp|lit)$/i;

  const served = "/files/", dropped = "/dropped/";
  let running = null; // the path of the demo that plays or is about to, "" for the sample, null for none
  let begins = ""; // the moment at which the program begins with it
  let pass = () => {}; // hands what is running to the program, which takes it by itself when it begins
  let late = false; // that was wanted when the program had begun, and could not be given it yet
  let maps = ""; // what the link says of maps

  // The program is loaded while somebody still chooses.
  const program = WebAssembly.compileStreaming(fetch("demoscope.wasm"));
  program.catch(() => {}); // it is said when it is wanted

  // say says something on the page, and over the picture for some seconds where the page is not to be seen.
  let silence = 0;
  function say(text) {
    message.textContent = text;
    notice.textContent = start.hidden ? text : "";
    clearTimeout(silence);
    silence = setTimeout(() => { notice.textContent = ""; }, 8000);
  }
  const encode = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%20/g, "+");
  // asURL returns the address of a file of the server, "" for what is no path below its folder.
  const asURL = (path) => {
    const parts = path.split("/");
    if (parts.some((p) => p === "" || p === "." || p === ".." || /[\\\0:]/.test(p))) return "";
    return "files/" + parts.map(encodeURIComponent).join("/");
  };

  // readLink returns what the address says: the demo, its maps, and the rest, which is the program's.
  function readLink() {
    const link = { demo: "", maps: [], moment: [] };
    for (const part of location.hash.slice(1).split("&")) {
      const [key, coded = ""] = part.split(/=(.*)/s);
      let value = coded;
      try { value = decodeURIComponent(coded.replace(/\+/g, " ")); } catch { /* the program says what is wrong with it */ }
      if (key === "demo") link.demo = value;
      else if (key === "map") link.maps.push(value);
      else if (part !== "") link.moment.push(part);
    }
    return link;
  }

  // known puts a file of the server into the tree. Of one that is packed on its way, or whose size is not said, no parts can be asked
  // for: it is kept as a whole.
  async function known(path, to) {
    const url = asURL(path);
    if (!url) throw new Error(`${path}: this is no path in the folder of demos`);
    const ask = async (method) => {
      const answer = await fetch(url, { method });
      if (!answer.ok) throw new Error(`${path}: the server has no such file`);
      return answer;
    };
    const { headers } = await ask("HEAD"), size = headers.get("Content-Length");
    if (size !== null && !headers.has("Content-Encoding")) return files.put(to, { url, size: Number(size) });
    const blob = await (await ask("GET")).blob();
    files.put(to, { blob, size: blob.size });
  }

  // play starts the program, or hands a demo to the one that has been started.
  async function play(path, moment) {
    const first = running === null;
    [running, begins] = [path, moment];
    if (!first) return pass();
    start.hidden = true;
    loading.textContent = "Loading the program";
    let module;
    try {
      module = await program;
    } catch (err) {
      return back(`The program cannot be loaded: ${err.message}`);
    }
    const go = new Go();
    // Of what is made before the first picture nearly all stays: collecting in it costs a tenth of the time until then. The
    // program goes back to the usual ways with its first picture, and before if it needs more than this.
    go.env = { HOME: "/home", TMPDIR: "/tmp", GOGC: "800", GOMEMLIMIT: "128MiB" };
    if (new URLSearchParams(location.search).has("trace")) go.env.DEMOSCOPE_TRACE = "1";
    go.argv = ["demoscope", "play"];
    for (const base of [dropped, served]) if (files.has(base)) go.argv.push("--basedir", base.slice(0, -1));
    if (begins) go.argv.push("--link=" + begins);
    go.argv.push("--", running);
    pass = () => { late = true; };
    const wrong = [];
    files.handlers[2] = (line) => {
      console.warn(line);
      wrong.push(line);
      if (wrong.length > 20) wrong.shift();
    };
    let status = 2;
    go.exit = (code) => { status = code; };
    try {
      const instance = await WebAssembly.instantiate(module, go.importObject);
      const ended = go.run(instance);
      loading.textContent = "";
      await ended;
    } catch (err) {
      wrong.push(String(err));
    }
    back(status === 0 ? "" : wrong.join("\n"));
  }

  // back shows the page again, anew: a program that has ended leaves its canvas and its listeners.
  function back(text) {
    if (text) sessionStorage.setItem("message", text);
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }

  // What the program asks of the page. It sets open, by which the page hands a demo to it, once it can take one.
  globalThis.demoscope = {
    set open(take) {
      pass = () => take(running);
      if (late) queueMicrotask(pass); // not within what the program does now
    },
    copyLink(moment, path) {
      const demo = path === "" ? "sample" : path.startsWith(served) ? path.slice(served.length) : "";
      const hash = "#" + (demo && "demo=" + encode(demo) + "&" + maps) + moment;
      history.replaceState(null, "", hash);
      const whole = location.href;
      navigator.clipboard?.writeText(whole).catch(() => {});
      if (!navigator.clipboard) return "The link to this moment is in the address bar";
      return demo ? "The link to this moment is copied" : "The link is copied; who opens it needs the demo, too";
    },
  };

  // take puts files into the tree and plays the first demo among them.
  async function take(list) {
    let demo = "", game = false;
    for (const { path, file } of list) {
      const isDemo = demoName.test(path);
      if (!isDemo && !gameName.test(path)) continue;
      const to = dropped + (looseMap.test(path) ? "maps/" : "") + path;
      if (!files.put(to, { blob: file, size: file.size })) continue;
      if (isDemo) demo ||= to;
      else game = true;
    }
    if (demo) {
      await play(demo, readLink().moment.join("&"));
    } else if (game && running) {
      await play(running, begins); // with its map now
    } else if (game) {
      say("The map is kept for the demo. Drop that now.");
    } else {
      say("There is no demo among these files.");
    }
  }

  // entries lists the files of a dropped file or folder, with their paths.
  async function entries(entry, path, list) {
    if (list.length >= 20000) return;
    if (entry.isFile) {
      const file = await new Promise((done, failed) => entry.file(done, failed)).catch(() => null);
      if (file) list.push({ path: path + entry.name, file });
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed)).catch(() => []);
      if (some.length === 0) return;
      for (const e of some) await entries(e, path + entry.name + "/", list);
    }
  }

  // The program's window takes drops, too: the page's come first.
  addEventListener("dragover", (e) => { e.preventDefault(); document.body.classList.add("dragged"); }, true);
  addEventListener("dragleave", () => document.body.classList.remove("dragged"), true);
  addEventListener("drop", async (e) => {
    e.preventDefault();
    e.stopImmediatePropagation();
    document.body.classList.remove("dragged");
    const tops = [...e.dataTransfer.items].map((i) => i.kind === "file" && (i.webkitGetAsEntry?.() ?? i.getAsFile())).filter(Boolean);
    const list = [];
    for (const t of tops) {
      if (t instanceof File) list.push({ path: t.name, file: t });
      // A folder itself is no part of the paths: what is in it is as if that had been dropped.
      else if (t.isDirectory && tops.length === 1) {
        const inside = [];
        await entries(t, "", inside);
        for (const f of inside) list.push({ path: f.path.slice(t.name.length + 1), file: f.file });
      } else await entries(t, "", list);
    }
    await take(list);
  }, true);

  const chosen = element("chosen");
  element("choose").onclick = () => chosen.click();
  chosen.onchange = () => take([...chosen.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  element("sample").onclick = () => play("", "");

  // size returns bytes for people.
  const size = (n) => (n < 1e6 ? `${Math.max(1, Math.round(n / 1e3))} KB` : `${(n / 1e6).toFixed(1)} MB`);

  const shown = 500; // rows; a filter finds the others
  function fill(demos, more) {
    const list = element("list"), moment = readLink().moment, words = element("filter").value.toLowerCase().split(/\s+/);
    const found = demos.filter((f) => words.every((w) => f.name.toLowerCase().includes(w)));
    list.replaceChildren(...found.slice(0, shown).map((f) => {
      const row = document.createElement("li"), link = document.createElement("a"), bytes = document.createElement("span");
      link.href = "#" + ["demo=" + encode(f.name), ...moment].join("&");
      link.textContent = f.name;
      bytes.textContent = size(f.size);
      link.append(bytes);
      row.append(link);
      return row;
    }));
    const left = found.length - Math.min(found.length, shown);
    element("more").textContent = left > 0 ? `${left} more: type a part of the name` : more ? "The folder has more files than are listed." : found.length === 0 ? "No demo has that name." : "";
  }

  // served lists the folder of the server, if there is one. Elsewhere the page works with what the address names.
  async function look() {
    const answer = await fetch("files.json").catch(() => null);
    if (!answer?.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) return;
    const { files: all, more } = await answer.json();
    for (const f of all) {
      const url = asURL(f.name);
      if (url) files.put(served + f.name, { url, size: f.size });
    }
    const demos = all.filter((f) => demoName.test(f.name)).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    if (demos.length === 0) return;
    element("demos").hidden = false;
    element("filter").oninput = () => fill(demos, more);
    fill(demos, more);
  }

  async function begin() {
    say(sessionStorage.getItem("message") ?? "");
    sessionStorage.removeItem("message");
    const link = readLink();
    if (!link.demo) start.hidden = false;
    if (!link.demo && link.moment.length > 0) say("This link is of a moment of a demo: drop that demo, or choose it, and it begins there.");
    await look().catch((err) => say(`The list of demos cannot be read: ${err.message}`));
    if (!link.demo || running !== null) return; // something may have been dropped meanwhile
    const moment = link.moment.join("&");
    maps = link.maps.map((m) => "map=" + encode(m) + "&").join("");
    if (link.demo === "sample") return play("", moment);
    try {
      const file = link.demo.replace(/(\.zip)\/.*$/i, "$1"); // of a demo in an archive that
      if (!files.has(served + file)) await known(file, served + file);
      for (const m of link.maps) {
        const name = m.split("/").pop();
        // Without one that is not there the demo plays all the same: the program says which map it has not.
        await known(m, dropped + (looseMap.test(name) ? "maps/" : "") + name).catch((err) => console.warn(err.message));
      }
    } catch (err) {
      if (running === null) start.hidden = false;
      return say(err.message);
    }
    if (running === null) play(served + link.demo, moment);
  }

  addEventListener("hashchange", () => location.reload());
  begin();
})();
