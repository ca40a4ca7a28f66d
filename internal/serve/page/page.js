"use strict";

// The page around the program: it gathers files, starts the program when there is a demo among them, and knows the address.
(() => {
  const element = (id) => document.getElementById(id);
  const start = element("start"), message = element("message"), loading = element("loading"), notice = element("notice");

  // What is a demo, and what a demo needs. Everything else that is dropped is left alone.
  const demoName = /\.(dem|qwd|qwz|mvd|dm2|mvd2|dm_?\d+)(\.gz)? *$|\.(zip|dz)$/i;
  const gameName = /\.(pak|pk3|bsp|lit|mdl|md2|md3|wal|wav|ogg|pcx|lmp|tga|jpg|skin|cfg|loc)$|(^|\/)compress\.dat$/i;
  const looseMap = /^[^/]+\.(bsp|lit)$/i;

  const served = "/files/", dropped = "/dropped/";
  let running = null; // the path of the demo that plays or is about to, "" for the sample, null for none
  let begins = ""; // the moment at which the program begins with it
  let program = null; // what the program offers to the page, once it can be told something
  let later = null; // what is to be done with it then
  let maps = ""; // what the link says of maps
  let above = false; // the page lies behind what is shown, in the browser's history

  // The program is loaded while somebody still chooses.
  const loaded = WebAssembly.compileStreaming(fetch("demoscope.wasm"));
  loaded.catch(() => {}); // it is said when it is wanted

  // say says something on the page or, where that is not to be seen, in the program's picture, which knows where there is room.
  // Until there is a picture it stands in its place.
  function say(text) {
    message.textContent = text;
    notice.textContent = "";
    if (!start.hidden || !text) return;
    if (program) program.say(text);
    else notice.textContent = text;
  }
  const encode = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%20/g, "+");
  // asURL returns the address of a file of the server, "" for what is no path below its folder.
  const asURL = (path) => {
    const parts = path.split("/");
    if (parts.some((p) => p === "" || p === "." || p === ".." || p.includes("\0"))) return "";
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
    if (!url) throw new Error(`${path}: not a path in the demo folder`);
    const ask = async (method) => {
      const answer = await fetch(url, { method });
      // Some servers show a folder, or a page that says that there is nothing.
      if (!answer.ok || answer.headers.get("Content-Type")?.startsWith("text/html")) throw new Error(`${path}: not found on the server`);
      return answer;
    };
    const { headers } = await ask("HEAD"), size = headers.get("Content-Length");
    if (size !== null && !headers.has("Content-Encoding")) return files.put(to, { url, size: Number(size) });
    const blob = await (await ask("GET")).blob();
    files.put(to, { blob, size: blob.size });
  }

  // reach makes a demo of the server known, or the archive that it is in: what is named like one may also be a folder.
  async function reach(demo) {
    const archives = [...demo.matchAll(/\.(zip|dz)(?=\/)/gi)].map((m) => demo.slice(0, m.index + m[0].length)).reverse();
    const paths = [demo, ...archives];
    if (paths.some((p) => files.isFile(served + p))) return;
    let wrong = null;
    for (const path of paths) {
      try {
        return await known(path, served + path);
      } catch (err) {
        wrong ??= err;
      }
    }
    throw wrong;
  }

  // tell does something with the program, which takes by itself what is running when it begins.
  function tell(deed) {
    if (program) deed(program);
    else later = deed;
  }

  // play starts the program, or hands a demo to the one that has been started.
  async function play(path, moment) {
    const first = running === null;
    [running, begins] = [path, moment];
    if (!first) return tell((p) => p.open(path));
    start.hidden = true;
    if (!readLink().demo) { // from which the browser's way back leads to this page
      history.pushState(null, "", location.href);
      above = true;
    }
    loading.textContent = "Loading Demoscope…";
    let module;
    try {
      module = await loaded;
    } catch (err) {
      return back(`Can't load Demoscope: ${err.message}`);
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
    later = null; // it begins with the last of what was wanted
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
      loading.textContent = "Opening the demo…"; // until there is a picture
      await go.run(instance);
    } catch (err) {
      wrong.push(String(err));
    }
    back(status === 0 ? "" : wrong.join("\n"));
  }

  // back shows the page again, anew: a program that has ended leaves its canvas and its listeners.
  function back(text) {
    if (text) sessionStorage.setItem("message", text);
    if (above) return history.back();
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }

  // What the program asks of the page. It sets program once it can take a demo.
  globalThis.demoscope = {
    // typing shows the line that is being typed, null for none, and where it is drawn, in parts of the picture.
    typing,
    // open plays a demo or a list of them, again plays what is shown with the maps that there are now, and say says something. Answer
    // does so in the place of what was said of the last command. Type replaces the line that is being typed, and enter ends it.
    set program(offers) {
      program = offers;
      loading.textContent = "";
      const said = notice.textContent, deed = later;
      queueMicrotask(() => { // not within what the program does now
        deed?.(program);
        if (said) say(said);
      });
    },
    copyLink(moment, path) {
      const demo = path === "" ? "sample" : path.startsWith(served) ? path.slice(served.length) : "";
      const hash = "#" + (demo && "demo=" + encode(demo) + "&" + maps) + moment;
      history.replaceState(null, "", hash);
      const says = (where) => (demo ? `Link ${where}` : `Link ${where}; to open it, the demo is needed, too`);
      // The browser answers later, and may refuse; then what is said first stays true.
      navigator.clipboard?.writeText(location.href).then(() => program.answer(says("copied")), () => {});
      return says("in the address bar");
    },
  };

  // With fingers alone a line of the program is typed into a field of the page: when that is tapped, and not before, a keyboard comes up,
  // which covers half of the screen.
  const field = element("typed");
  function typing(text, x, y, w, h) {
    if (!matchMedia("(hover: none) and (pointer: coarse)").matches) return;
    field.hidden = text === null;
    if (text === null) return field.blur();
    if (field.value !== text) field.value = text;
    for (const [side, part] of Object.entries({ left: x, top: y + h / 2, width: w, height: h })) field.style[side] = 100 * part + "%";
  }
  field.oninput = () => program?.type(field.value);
  field.onkeydown = (e) => {
    if (e.key === "Enter" && !e.isComposing) program?.enter();
  };

  // listOf returns a list of demos as a file, which the program plays one after another.
  function listOf(demos) {
    const path = "/tmp/dropped.m3u8", blob = new Blob([demos.filter((d) => !/[\r\n]/.test(d)).join("\n")]);
    files.put(path, { blob, size: blob.size });
    return path;
  }

  const inOrder = (a, b) => a.localeCompare(b, undefined, { numeric: true });

  // take puts files into the tree and plays the demos among them.
  async function take(list) {
    const demos = [];
    let game = false;
    for (const { path, file } of list) {
      const isDemo = demoName.test(path);
      if (!isDemo && !gameName.test(path)) continue;
      const to = dropped + (looseMap.test(path) ? "maps/" : "") + path;
      if (!files.put(to, { blob: file, size: file.size })) continue;
      if (isDemo) demos.push(to);
      else game = true;
    }
    demos.sort(inOrder);
    if (demos.length > 0) {
      await play(demos.length > 1 ? listOf(demos) : demos[0], readLink().moment.join("&"));
    } else if (game && running !== null) {
      if (program) program.again();
      else later ??= (p) => p.again();
    } else if (game) {
      say("Map loaded. Now drop the demo.");
    } else {
      say("No demos in these files.");
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
  const unfolded = new Set(); // names of archives whose demos are listed

  // rowOf returns a row of the list: a file, or a demo in an archive.
  function rowOf(path, text, says, moment) {
    const row = document.createElement("li"), link = document.createElement("a"), name = document.createElement("b"), about = document.createElement("span");
    link.href = "#" + ["demo=" + encode(path), ...moment].join("&");
    name.textContent = text;
    about.textContent = says;
    link.append(name, about);
    row.append(link);
    return row;
  }

  // fold returns what shows the demos of an archive, and hides them again.
  function fold(name, again) {
    const button = document.createElement("button"), open = unfolded.has(name);
    button.type = "button";
    button.className = "fold";
    button.textContent = open ? "▾" : "▸";
    button.setAttribute("aria-expanded", open);
    button.setAttribute("aria-label", "Demos in " + name);
    button.onclick = () => {
      if (!unfolded.delete(name)) unfolded.add(name);
      again();
      document.querySelector(`button.fold[aria-label="${CSS.escape("Demos in " + name)}"]`)?.focus();
    };
    return button;
  }

  function fill(demos, more) {
    const moment = readLink().moment, words = element("filter").value.toLowerCase().split(/\s+/);
    const fits = (text) => words.every((w) => text.toLowerCase().includes(w));
    const rows = [];
    for (const f of demos) {
      const inside = f.demos?.length > 1 || f.more ? f.demos ?? [] : [], whole = fits(f.name);
      const found = whole ? [] : inside.filter((d) => fits(f.name + "/" + d));
      if (!whole && found.length === 0) continue;
      rows.push(() => {
        const many = inside.length > 0 ? `${inside.length}${f.more ? " or more" : ""} demos, ` : "";
        const row = rowOf(f.name, f.name, many + size(f.size), moment);
        if (many && whole) row.prepend(fold(f.name, () => fill(demos, more)));
        return row;
      });
      for (const d of whole && unfolded.has(f.name) ? inside : found) {
        rows.push(() => {
          const row = rowOf(f.name + "/" + d, d, "", moment);
          row.className = "inside";
          return row;
        });
      }
    }
    element("list").replaceChildren(...rows.slice(0, shown).map((make) => make()));
    const left = rows.length - Math.min(rows.length, shown);
    element("more").textContent = left > 0 ? `${left} more: type part of a name` : more ? "The folder has more files than are listed." : rows.length === 0 ? "No matching demos." : "";
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
    const demos = all.filter((f) => demoName.test(f.name)).sort((a, b) => inOrder(a.name, b.name));
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
    if (!link.demo && link.moment.length > 0) say("This link points to a moment in a demo. Drop or choose the demo to play it from there.");
    await look().catch((err) => say(`Can't read the list of demos: ${err.message}`));
    if (!link.demo || running !== null) return; // something may have been dropped meanwhile
    const moment = link.moment.join("&");
    maps = link.maps.map((m) => "map=" + encode(m) + "&").join("");
    if (link.demo === "sample") return play("", moment);
    try {
      await reach(link.demo);
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

  for (const way of ["hashchange", "popstate"]) addEventListener(way, () => location.reload());
  begin();
})();
