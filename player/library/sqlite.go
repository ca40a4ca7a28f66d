//go:build !js

package library

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"demoscope/internal/atomicfile"
	"demoscope/internal/binenc"
	"demoscope/internal/settings"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/weapon"
)

const (
	// lockName is the lock file that guards the deletion of the other files.
	lockName = "library.lock"
	// dataVersion is incremented when the meaning of the saved data changes, or more is found in a demo, while the
	// tables and the shape of the facts stay the same.
	dataVersion = 20
	// maxPages is the maximum size of the file in pages of 4 KiB. Each demo of the corpus takes 2 KB.
	maxPages = 1 << 20
	// busy is how long a process waits for another one to write.
	busy = 10 * time.Second
)

// storeName returns the name of the database file. SQLite adds more files next to it, see storeFiles. Each version of
// the program has its own file, so that two versions may run at once.
func storeName() string { return fmt.Sprintf("library-%08x.sqlite", version()) }

// unused is the age at which the file of another version is removed.
const unused = 30 * 24 * time.Hour

// storeFiles are the suffixes of the files that SQLite uses.
var storeFiles = [...]string{"", "-wal", "-shm", "-journal"}

// schema creates the tables. A row of files is a file in a folder, a row of demos is a content, and a row of places
// says which file has which content. A demo without a place is gone; its row stays for a while, so that other processes
// learn that. A process that loaded before floor may have missed some. A row of others is a content that a [Reader] has
// read, and a row of seen is the file that had it.
const schema = `
CREATE TABLE state(one INTEGER PRIMARY KEY CHECK(one = 1), seq INTEGER NOT NULL, floor INTEGER NOT NULL);
INSERT INTO state VALUES(1, 0, 0);
CREATE TABLE files(id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
 changed INTEGER NOT NULL, whole INTEGER NOT NULL, away INTEGER NOT NULL DEFAULT 0);
CREATE TABLE demos(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, seq INTEGER NOT NULL,
 size INTEGER NOT NULL, format TEXT NOT NULL, protocol INTEGER NOT NULL, game TEXT NOT NULL,
 gamedir TEXT NOT NULL, mode TEXT NOT NULL, servermode TEXT NOT NULL,
 maps TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, length REAL NOT NULL,
 players TEXT NOT NULL, others TEXT NOT NULL, teams TEXT NOT NULL, result TEXT NOT NULL,
 complete INTEGER NOT NULL, recorder TEXT NOT NULL, deaths INTEGER NOT NULL, damage TEXT NOT NULL,
 damage_at REAL NOT NULL, error TEXT NOT NULL, hits BLOB NOT NULL, best TEXT NOT NULL);
CREATE INDEX demos_seq ON demos(seq);
CREATE TABLE facts(demo INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE places(id INTEGER PRIMARY KEY, file INTEGER NOT NULL, member BLOB NOT NULL, demo INTEGER NOT NULL,
 UNIQUE(file, member));
CREATE INDEX places_demo ON places(demo);
CREATE TABLE others(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, facts BLOB, summary BLOB);
CREATE TABLE seen(id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
 changed INTEGER NOT NULL, format TEXT NOT NULL, packing TEXT NOT NULL, key BLOB NOT NULL);
`

// version returns the version of the file. It depends on the tables, the shapes of facts and summaries, the numbers of
// patterns and weapons that facts refer to, and dataVersion.
func version() int32 {
	facts, summary := binenc.Shape(reflect.TypeFor[pattern.Facts]()), binenc.Shape(reflect.TypeFor[report.Info]())
	sum := crc32.ChecksumIEEE(fmt.Appendf(nil, "%s %d %d %d %d %d", schema, facts, summary, pattern.KindCount,
		weapon.NumKinds, dataVersion))
	return int32(sum>>1) | 1
}

// sqliteStore is a store in a SQLite file.
type sqliteStore struct {
	path string
	db   *sql.DB
	file fs.FileInfo // of the open file
}

// openStore opens the store in a folder, and creates both if necessary. It replaces a file that is damaged or of
// another version. It also replaces the file of bad, a store that turned out to be damaged, unless another process has
// already done so.
func openStore(dir string, bad store) (store, error) {
	if err := atomicfile.MkdirAll(dir); err != nil {
		return nil, settings.Plain(dir, err)
	}
	path := filepath.Join(dir, storeName())
	for _, name := range storeFiles {
		if info, err := os.Lstat(path + name); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is not a file", path+name) // opening a pipe may block forever
		}
	}
	// If two processes find an unusable file, only one replaces it.
	unlock, err := atomicfile.Lock(filepath.Join(dir, lockName), busy)
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, err
	}
	if err == nil {
		defer unlock()
	}
	if _, err := os.Lstat(path); err != nil {
		removeUnused(dir)
	}
	if !isFile(bad, path) {
		k, err := openFile(path)
		if err == nil {
			return k, nil
		}
		if !damaged(err) {
			return nil, err
		}
	}
	for _, name := range storeFiles {
		if err := atomicfile.Remove(path + name); err != nil {
			return nil, settings.Plain(dir, err)
		}
	}
	return openFile(path)
}

// removeUnused removes the files of other versions that have not been used for a long time.
func removeUnused(dir string) {
	names, err := filepath.Glob(filepath.Join(dir, "library*.sqlite"))
	if err != nil {
		return
	}
	for _, path := range names {
		used := filepath.Base(path) == storeName()
		for _, name := range storeFiles {
			info, err := os.Lstat(path + name)
			used = used || err == nil && (!info.Mode().IsRegular() || time.Since(info.ModTime()) < unused)
		}
		for _, name := range storeFiles {
			if !used {
				_ = atomicfile.Remove(path + name) // an error is harmless
			}
		}
	}
}

// isFile reports whether a store is the file at a path.
func isFile(s store, path string) bool {
	k, ok := s.(*sqliteStore)
	if !ok {
		return false
	}
	now, err := os.Stat(path)
	return err == nil && os.SameFile(now, k.file)
}

// errVersion is the error for a file of another version.
var errVersion = errors.New("library data of another version")

func openFile(path string) (*sqliteStore, error) {
	// The name is a URI of SQLite, in which these characters are special.
	file := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
	if !strings.HasPrefix(file, "/") {
		file = "/" + file // C:/...
	}
	db, err := sql.Open("sqlite", fmt.Sprintf(
		"file://%s?_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&"+
			"_pragma=synchronous(NORMAL)&_pragma=trusted_schema(OFF)&_pragma=cell_size_check(ON)&"+
			"_pragma=max_page_count(%d)",
		file, busy.Milliseconds(), maxPages))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
	k := &sqliteStore{path: path, db: db}
	if err = k.prepare(); err == nil {
		k.file, err = os.Stat(path)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return k, nil
}

// maxConnections is the maximum number of goroutines that read the store at once.
const maxConnections = 4

// prepare creates the tables of a new file, and checks those of an old one.
func (k *sqliteStore) prepare() error {
	var v int32
	if err := k.db.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return err
	}
	if v == version() {
		var ok string
		if err := k.db.QueryRow("SELECT name FROM sqlite_master WHERE name = 'demos'").Scan(&ok); err != nil {
			return errVersion
		}
		return nil
	}
	var tables int
	if err := k.db.QueryRow("SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return err
	}
	if v != 0 || tables > 0 {
		return errVersion
	}
	return k.transact(func(tx *sql.Tx) error {
		if _, err := tx.Exec(schema); err != nil {
			return err
		}
		_, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version()))
		return err
	})
}

// damaged reports whether an error means that the saved data is unusable and must be created again.
func damaged(err error) bool {
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH,
			sqlite3.SQLITE_FORMAT:
			return true
		}
		return false
	}
	return errors.Is(err, errVersion) || errors.Is(err, errCorrupt)
}

// errCorrupt is the error for inconsistent saved data.
var errCorrupt = errors.New("the library is damaged")

// asCorrupt adds errCorrupt to an error of reading a row, unless the error comes from SQLite or a closed connection.
// Otherwise the row is missing, or a value has the wrong type.
func asCorrupt(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return fmt.Errorf("%w: %w", errCorrupt, err)
}

func (k *sqliteStore) transact(do func(*sql.Tx) error) error {
	tx, err := k.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (k *sqliteStore) changed() (seq int64, err error) {
	// Another process may have replaced the file.
	if !isFile(k, k.path) {
		return 0, errCorrupt
	}
	if err = k.db.QueryRow("SELECT seq FROM state").Scan(&seq); err != nil {
		return 0, asCorrupt(err)
	}
	return seq, nil
}

// rowColumns are the columns of a row, in the order in which rowScanner.scan reads them.
const rowColumns = "id, key, seq, size, format, protocol, game, gamedir, mode, servermode, maps, title, date, " +
	"length, players, others, teams, result, complete, recorder, deaths, damage, damage_at, error, hits, best"

func (k *sqliteStore) load(since int64) (rows []*Row, seq int64, err error) {
	tx, err := k.db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, 0, err
	}
	defer tx.Rollback() // nothing was written
	var floor int64
	if err := tx.QueryRow("SELECT seq, floor FROM state").Scan(&seq, &floor); err != nil {
		return nil, 0, asCorrupt(err)
	}
	if seq == since {
		return nil, seq, nil
	}
	if since != 0 && since < floor {
		return nil, 0, errMissed
	}
	list, err := tx.Query("SELECT "+rowColumns+" FROM demos WHERE seq > ? ORDER BY id", since)
	if err != nil {
		return nil, 0, err
	}
	defer list.Close()
	index := map[int64]*Row{}
	var s rowScanner
	for list.Next() {
		r, err := s.scan(list)
		if err != nil {
			return nil, 0, err
		}
		rows = append(rows, r)
		index[r.ID] = r
	}
	if err := list.Err(); err != nil {
		return nil, 0, err
	}
	places, err := tx.Query("SELECT p.demo, f.path, p.member, f.modified FROM demos d JOIN places p ON p.demo = "+
		"d.id JOIN files f ON f.id = p.file WHERE d.seq > ? AND f.away = 0 ORDER BY p.demo, p.id", since)
	if err != nil {
		return nil, 0, err
	}
	defer places.Close()
	for places.Next() {
		var id, modified int64
		var path, member []byte
		if err := places.Scan(&id, &path, &member, &modified); err != nil {
			return nil, 0, asCorrupt(err)
		}
		if r := index[id]; r != nil {
			r.Places = append(r.Places, Place{string(path), string(member), time.Unix(0, modified)})
		}
	}
	if err := places.Err(); err != nil {
		return nil, 0, err
	}
	for _, r := range rows {
		if len(r.Places) > 0 {
			r.finish()
		}
	}
	return rows, seq, nil
}

// maxInterned is the maximum number of strings that rows share.
const maxInterned = 1 << 16

// rowScanner reads rows.
type rowScanner struct {
	interned map[string]string
}

// intern returns the same string for equal texts, because many demos share their map, mode or players.
func (s *rowScanner) intern(text string) string {
	if known, ok := s.interned[text]; ok {
		return known
	}
	if s.interned == nil || len(s.interned) > maxInterned {
		s.interned = map[string]string{}
	}
	s.interned[text] = text
	return text
}

func (s *rowScanner) scan(list *sql.Rows) (*Row, error) {
	r := &Row{}
	var key, hits, maps, players, others, teams, best sql.RawBytes
	var seq int64
	var complete bool
	if err := list.Scan(&r.ID, &key, &seq, &r.Size, &r.Format, &r.Protocol, &r.Game, &r.GameDir, &r.Mode, &r.ServerMode,
		&maps, &r.Title, &r.serverDate, &r.Length,
		&players, &others, &teams, &r.Result, &complete, &r.Recorder, &r.Deaths, &r.Damage, &r.DamageAt, &r.Error,
		&hits, &best); err != nil {
		return nil, asCorrupt(err)
	}
	r.Complete = complete
	if len(key) != len(r.Key) || len(hits) != 2*len(r.Hits) {
		return nil, errCorrupt
	}
	copy(r.Key[:], key)
	for i := range r.Hits {
		r.Hits[i] = binary.LittleEndian.Uint16(hits[2*i:])
	}
	for _, f := range [...]struct {
		from sql.RawBytes
		to   any
	}{{maps, &r.Maps}, {players, &r.Players}, {others, &r.others}, {teams, &r.Teams}, {best, &r.Best}} {
		if len(f.from) == 0 {
			continue
		}
		if err := json.Unmarshal(f.from, f.to); err != nil {
			return nil, fmt.Errorf("%w: %w", errCorrupt, err)
		}
	}
	for _, text := range [...]*string{&r.Format, &r.Game, &r.GameDir, &r.Mode, &r.ServerMode, &r.Title, &r.Recorder} {
		*text = s.intern(*text)
	}
	for i := range r.Maps {
		r.Maps[i] = s.intern(r.Maps[i])
	}
	for i := range r.Players {
		r.Players[i].Name, r.Players[i].Team = s.intern(r.Players[i].Name), s.intern(r.Players[i].Team)
	}
	return r, nil
}

func (k *sqliteStore) files(folder string) (map[string]known, error) {
	// All paths below a folder sort between the folder with a separator and the folder with the next character.
	from := folder
	if !endsInSeparator(from) {
		from += string(filepath.Separator)
	}
	to := from[:len(from)-1] + string(rune(filepath.Separator+1))
	list, err := k.db.Query(
		"SELECT id, path, size, modified, changed, whole, away FROM files WHERE path >= ? AND path < ? OR path = ?",
		[]byte(from), []byte(to), []byte(folder))
	if err != nil {
		return nil, err
	}
	defer list.Close()
	all := map[string]known{}
	for list.Next() {
		var f known
		var path []byte
		if err := list.Scan(&f.id, &path, &f.size, &f.modified, &f.changed, &f.whole, &f.away); err != nil {
			return nil, asCorrupt(err)
		}
		all[string(path)] = f
	}
	return all, list.Err()
}

func (k *sqliteStore) paths(found func(id int64, path string)) error {
	list, err := k.db.Query("SELECT id, path FROM files")
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		var id int64
		var path []byte
		if err := list.Scan(&id, &path); err != nil {
			return asCorrupt(err)
		}
		found(id, string(path))
	}
	return list.Err()
}

func (k *sqliteStore) knows(key Key) (bool, error) {
	var one int
	err := k.db.QueryRow("SELECT 1 FROM demos d JOIN facts f ON f.demo = d.id WHERE d.key = ?", key[:]).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (k *sqliteStore) facts(id int64) (*pattern.Facts, error) {
	var data []byte
	err := k.db.QueryRow("SELECT data FROM facts WHERE demo = ?", id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := new(pattern.Facts)
	return f, unpack(data, f)
}

// savedOf are the columns with the saved facts and summary of the content k.key.
const savedOf = "coalesce((SELECT facts FROM others WHERE key = k.key), (SELECT f.data FROM demos d JOIN facts f ON " +
	"f.demo = d.id WHERE d.key = k.key)), (SELECT summary FROM others WHERE key = k.key)"

func (k *sqliteStore) result(key Key) (t result, err error) {
	t.key = key
	err = k.db.QueryRow("SELECT "+savedOf+" FROM (SELECT ? AS key) k", key[:]).Scan(&t.facts, &t.summary)
	return t, err
}

func (k *sqliteStore) resultOf(f *File) (t result, err error) {
	key := t.key[:0]
	err = k.db.QueryRow("SELECT key, format, packing, "+savedOf+" FROM seen k WHERE path = ? AND size = ? AND "+
		"modified = ? AND changed = ?", []byte(f.Path), f.Size, f.Modified.UnixNano(), f.Changed).Scan(&key, &t.format,
		&t.packing, &t.facts, &t.summary)
	if copy(t.key[:], key); errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return t, err
}

const (
	// maxOthers bounds the bytes of facts and summaries in others; the oldest are deleted first.
	maxOthers = 128 << 20
	// maxSeen bounds the rows of seen.
	maxSeen = 1 << 17
)

func (k *sqliteStore) saveResults(list []result) error {
	return k.transact(func(tx *sql.Tx) error {
		for i := range list {
			t := &list[i]
			if len(t.facts)+len(t.summary) > 0 {
				if _, err := tx.Exec("INSERT INTO others(key, facts, summary) VALUES(?, nullif(?, x''), "+
					"nullif(?, x'')) ON CONFLICT(key) DO UPDATE SET facts = coalesce(excluded.facts, facts), "+
					"summary = coalesce(excluded.summary, summary)", t.key[:], t.facts, t.summary); err != nil {
					return err
				}
			}
			if f := &t.file; f.Path != "" {
				if _, err := tx.Exec("INSERT OR REPLACE INTO seen(path, size, modified, changed, format, packing, "+
					"key) VALUES(?, ?, ?, ?, ?, ?, ?)", []byte(f.Path), f.Size, f.Modified.UnixNano(), f.Changed,
					t.format, t.packing, t.key[:]); err != nil {
					return err
				}
			}
		}
		return trim(tx, maxOthers, maxSeen)
	})
}

// trim deletes the oldest rows of others beyond a number of bytes, and the oldest rows of seen beyond a number of
// files.
func trim(tx *sql.Tx, bytes, files int64) error {
	if _, err := tx.Exec("DELETE FROM others WHERE id IN (SELECT id FROM (SELECT id, sum(ifnull(length(facts), 0) + "+
		"ifnull(length(summary), 0)) OVER (ORDER BY id DESC) AS size FROM others) WHERE size > ?)", bytes); err != nil {
		return err
	}
	_, err := tx.Exec("DELETE FROM seen WHERE id <= (SELECT max(id) FROM seen) - ?", files)
	return err
}

func (k *sqliteStore) close() error { return k.db.Close() }

func (k *sqliteStore) write(b *batch) error {
	err := k.transact(func(tx *sql.Tx) error {
		w := writer{tx: tx, touched: map[int64]bool{}}
		if err := tx.QueryRow("UPDATE state SET seq = seq + 1 RETURNING seq").Scan(&w.seq); err != nil {
			return asCorrupt(err)
		}
		return w.batch(b)
	})
	var e *sqlite.Error
	var pages int
	if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_FULL && k.db.QueryRow("PRAGMA page_count").Scan(
		&pages) == nil && pages > maxPages-maxPages/64 {
		return fmt.Errorf("%w: %w", errCorrupt, err) // the file is full, not the disk
	}
	return err
}

// keepGone is the number of transactions for which the row of a removed demo is kept.
const keepGone = 1000

func (k *sqliteStore) tidy() error {
	return k.transact(func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM facts WHERE demo IN (SELECT id FROM demos WHERE NOT EXISTS (SELECT 1 FROM " +
			"places WHERE demo = demos.id))"); err != nil {
			return err
		}
		gone, err := tx.Exec("DELETE FROM demos WHERE seq <= (SELECT seq FROM state) - ? AND NOT EXISTS (SELECT 1 "+
			"FROM places WHERE demo = demos.id)", keepGone)
		if err != nil {
			return err
		}
		if n, err := gone.RowsAffected(); err != nil || n == 0 {
			return err
		}
		_, err = tx.Exec("UPDATE state SET floor = seq - ?", keepGone)
		return err
	})
}

// writer writes a batch.
type writer struct {
	tx      *sql.Tx
	seq     int64
	touched map[int64]bool // demos whose places have changed
}

func (w *writer) batch(b *batch) error {
	for _, id := range b.removed {
		if err := w.clear(id); err != nil {
			return err
		}
		if _, err := w.tx.Exec("DELETE FROM files WHERE id = ?", id); err != nil {
			return err
		}
	}
	for _, list := range [...]struct {
		ids  []int64
		away int
	}{{b.away, 1}, {b.back, 0}} {
		for _, id := range list.ids {
			if err := w.touch(id); err != nil {
				return err
			}
			if _, err := w.tx.Exec("UPDATE files SET away = ? WHERE id = ?", list.away, id); err != nil {
				return err
			}
		}
	}
	for i := range b.read {
		if err := w.file(&b.read[i]); err != nil {
			return err
		}
	}
	for id := range w.touched {
		if _, err := w.tx.Exec("UPDATE demos SET seq = ? WHERE id = ?", w.seq, id); err != nil {
			return err
		}
	}
	return nil
}

// touch marks the demos of a file as changed.
func (w *writer) touch(file int64) error {
	list, err := w.tx.Query("SELECT demo FROM places WHERE file = ?", file)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		var id int64
		if err := list.Scan(&id); err != nil {
			return asCorrupt(err)
		}
		w.touched[id] = true
	}
	return list.Err()
}

// clear removes the places of a file.
func (w *writer) clear(file int64) error {
	if err := w.touch(file); err != nil {
		return err
	}
	_, err := w.tx.Exec("DELETE FROM places WHERE file = ?", file)
	return err
}

func (w *writer) file(r *readFile) error {
	var id int64
	err := w.tx.QueryRow(`INSERT INTO files(path, size, modified, changed, whole) VALUES(?, ?, ?, ?, 0)
		ON CONFLICT(path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
			changed = excluded.changed, whole = 0, away = 0 RETURNING id`,
		[]byte(r.file.Path), r.file.Size, r.file.Modified.UnixNano(), r.file.Changed).Scan(&id)
	if err != nil {
		return err
	}
	if r.first {
		if err := w.clear(id); err != nil {
			return err
		}
	}
	for i := range r.demos {
		if err := w.demo(id, &r.demos[i]); err != nil {
			return err
		}
	}
	if r.last {
		_, err = w.tx.Exec(
			"UPDATE files SET whole = 1 WHERE id = ?1 AND (SELECT count(*) FROM places WHERE file = ?1) = ?2",
			id, r.members)
	}
	return err
}

// demo writes a demo of a file. A demo that was known and has been forgotten meanwhile is left out. The file is then
// incomplete, and the next scan reads it again.
func (w *writer) demo(file int64, d *readDemo) (err error) {
	var id int64
	if d.row == nil {
		err = w.tx.QueryRow("SELECT d.id FROM demos d JOIN facts f ON f.demo = d.id WHERE d.key = ?",
			d.key[:]).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
	} else {
		id, err = w.row(d)
	}
	if err != nil {
		return err
	}
	w.touched[id] = true
	_, err = w.tx.Exec("INSERT INTO places(file, member, demo) VALUES(?, ?, ?) ON CONFLICT(file, member) DO UPDATE "+
		"SET demo = excluded.demo", file, []byte(d.member), id)
	return err
}

// row writes the row and the facts of a demo.
func (w *writer) row(d *readDemo) (id int64, err error) {
	r := d.row
	hits := make([]byte, 0, 2*len(r.Hits))
	for _, n := range r.Hits {
		hits = binary.LittleEndian.AppendUint16(hits, n)
	}
	var failed error
	text := func(v any) string {
		data, err := json.Marshal(v)
		failed = cmp.Or(failed, err)
		return string(data)
	}
	args := []any{
		d.key[:], w.seq, r.Size, r.Format, r.Protocol, r.Game, r.GameDir, r.Mode, r.ServerMode, text(r.Maps), r.Title,
		r.serverDate, r.Length,
		text(r.Players), text(r.others), text(r.Teams), r.Result, r.Complete, r.Recorder, r.Deaths, r.Damage,
		r.DamageAt, r.Error, hits, text(r.Best),
	}
	if failed != nil {
		return 0, failed
	}
	err = w.tx.QueryRow(insertRow, args...).Scan(&id)
	if err != nil {
		return 0, err
	}
	if d.facts == nil {
		return id, nil
	}
	_, err = w.tx.Exec("INSERT OR REPLACE INTO facts(demo, data) VALUES(?, ?)", id, d.facts)
	return id, err
}

// insertRow is the statement that writes all columns of a row except its ID.
var insertRow = func() string {
	columns := strings.Split(strings.TrimPrefix(rowColumns, "id, "), ", ")
	set := make([]string, 0, len(columns))
	for _, c := range columns[1:] {
		set = append(set, c+" = excluded."+c)
	}
	return fmt.Sprintf("INSERT INTO demos(%s) VALUES(?%s) ON CONFLICT(key) DO UPDATE SET %s RETURNING id",
		strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1), strings.Join(set, ", "))
}()
