"use strict";

// The files that the program sees: a tree of what was dropped on the page and of what its server has, which can only be read.
// Contents stay where they are, on disk or at the server, until they are asked for. It has the shape of Node's fs, which programs
// in Go look for.
const files = (() => {
  const block = 1 << 18; // bytes that are fetched at once where less is asked for
  const kept = 64; // blocks

  const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const writing = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;

  let inodes = 0;
  const newFolder = () => ({ inode: ++inodes, children: new Map(), size: 0 });
  const root = newFolder();
  for (const name of ["home", "tmp"]) root.children.set(name, newFolder()); // which programs expect
  const open = new Map(); // nodes and places by descriptor
  let descriptors = 100;
  const blocks = new Map(); // promises of bytes by node and number, the least used first

  const fail = (code) => Object.assign(new Error(code), { code });
  const parts = (path) => path.split("/").filter((p) => p !== "" && p !== ".");

  // find returns the node at a path, or throws.
  function find(path) {
    let node = root;
    for (const p of parts(path)) {
      if (!node.children) throw fail("ENOTDIR");
      node = node.children.get(p);
      if (!node) throw fail("ENOENT");
    }
    return node;
  }

  // put puts a file into the tree, in the place of one that is there.
  function put(path, node) {
    const names = parts(path);
    if (names.length === 0 || names.includes("..")) return false;
    let folder = root;
    for (const p of names.slice(0, -1)) {
      let next = folder.children.get(p);
      if (!next) folder.children.set(p, (next = newFolder()));
      if (!next.children) return false;
      folder = next;
    }
    const last = names[names.length - 1];
    if (folder.children.get(last)?.children) return false;
    folder.children.set(last, { inode: ++inodes, ...node });
    return true;
  }

  for (const name of ["demoscope1.bsp", "demoscope1.mvd"]) put("/sample/" + name, { url: name }); // the sample, beside the page

  // fetched returns bytes of a node from begin to end, which lie in it.
  async function fetched(node, begin, end) {
    if (!node.blob) {
      const answer = await fetch(node.url, { headers: { Range: `bytes=${begin}-${end - 1}` } });
      if (answer.status === 206) return new Uint8Array(await answer.arrayBuffer());
      if (!answer.ok) throw fail("EIO");
      node.blob = await answer.blob(); // a server that knows no parts has sent all of it
    }
    return new Uint8Array(await node.blob.slice(begin, end).arrayBuffer());
  }

  // whole fetches a file of which nobody has said how large it is.
  async function whole(node) {
    const answer = await fetch(node.url);
    if (!answer.ok) throw fail(answer.status === 404 ? "ENOENT" : "EIO");
    node.blob = await answer.blob();
    node.size = node.blob.size;
  }

  // read returns some bytes of a node from a place on, at least one before its end.
  async function read(node, at, length) {
    const end = Math.min(node.size, at + length);
    if (end <= at) return new Uint8Array(0);
    if (end - at >= block) return fetched(node, at, end);
    const number = Math.floor(at / block), key = node.inode + ":" + number;
    let promise = blocks.get(key);
    blocks.delete(key);
    promise ??= fetched(node, number * block, Math.min(node.size, (number + 1) * block));
    blocks.set(key, promise);
    if (blocks.size > kept) blocks.delete(blocks.keys().next().value);
    try {
      return (await promise).subarray(at - number * block, end - number * block);
    } catch (err) {
      blocks.delete(key);
      throw err;
    }
  }

  const stat = (node) => ({
    dev: 1, ino: node.inode, mode: node.children ? 0o40555 : 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size: node.size ?? 0, blksize: 4096,
    blocks: Math.ceil(node.size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !!node.children,
  });

  // later answers as Node does: not before the call has returned.
  const later = (callback, work) =>
    Promise.resolve().then(work).then((v) => callback(null, v), (err) => callback(err.code ? err : fail("EIO")));
  const never = (code) => (...args) => later(args[args.length - 1], () => { throw fail(code); });

  const said = { 1: "", 2: "" };
  const decoder = new TextDecoder();
  const handlers = { 1: (line) => console.log(line), 2: (line) => console.warn(line) };
  function write(fd, bytes) {
    if (!handlers[fd]) throw fail("EROFS");
    const lines = (said[fd] + decoder.decode(bytes)).split("\n");
    said[fd] = lines.pop();
    lines.forEach((l) => handlers[fd](l));
    return bytes.length;
  }

  globalThis.fs = {
    constants,
    open: (path, flags, mode, callback) => later(callback, async () => {
      if (flags & writing) throw fail("EROFS");
      const node = find(path);
      if (node.size === undefined) await whole(node);
      if (flags & constants.O_DIRECTORY && !node.children) throw fail("ENOTDIR");
      open.set(++descriptors, { node, at: 0 });
      return descriptors;
    }),
    close: (fd, callback) => later(callback, () => { if (fd > 2 && !open.delete(fd)) throw fail("EBADF"); }),
    read: (fd, buffer, offset, length, position, callback) => later(callback, async () => {
      const f = open.get(fd);
      if (!f) { if (fd === 0) return 0; throw fail("EBADF"); }
      if (f.node.children) throw fail("EISDIR");
      const bytes = await read(f.node, position ?? f.at, length);
      buffer.set(bytes, offset);
      if (position === null || position === undefined) f.at += bytes.length;
      return bytes.length;
    }),
    write: (fd, buffer, offset, length, position, callback) => later(callback, () => write(fd, buffer.subarray(offset, offset + length))),
    writeSync: write,
    stat: (path, callback) => later(callback, () => stat(find(path))),
    lstat: (path, callback) => later(callback, () => stat(find(path))),
    fstat: (fd, callback) => later(callback, () => { if (!open.has(fd)) throw fail("EBADF"); return stat(open.get(fd).node); }),
    readdir: (path, callback) => later(callback, () => {
      const node = find(path);
      if (!node.children) throw fail("ENOTDIR");
      return [...node.children.keys()];
    }),
    readlink: never("EINVAL"),
    fsync: (fd, callback) => later(callback, () => undefined),
  };
  for (const name of ["chmod", "chown", "fchmod", "fchown", "ftruncate", "lchown", "link", "mkdir", "rename", "rmdir", "symlink", "truncate", "unlink", "utimes"]) {
    globalThis.fs[name] = never("EROFS");
  }
  globalThis.process = {
    getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: () => { throw fail("ENOSYS"); }, pid: -1, ppid: -1,
    umask: () => { throw fail("ENOSYS"); }, cwd: () => "/", chdir: () => { throw fail("ENOSYS"); },
  };
  globalThis.path = { resolve: (...p) => "/" + parts(p.join("/")).join("/") };

  const look = (path) => { try { return find(path); } catch { return null; } };
  return { put, handlers, has: (path) => look(path) !== null, isFile: (path) => !!look(path) && !look(path).children };
})();
