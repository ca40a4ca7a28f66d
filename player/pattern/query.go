package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"demoscope/player/report"
)

// Op is how a number is compared.
type Op uint8

// The comparisons.
const (
	AtLeast Op = iota // >=
	AtMost            // <=
	More              // >
	Less              // <
	Equal             // =
)

var ops = [...]string{AtLeast: ">=", AtMost: "<=", More: ">", Less: "<", Equal: "="}

// Condition is what a number of a hit must be.
type Condition struct {
	Measure Measure
	Op      Op
	Value   float64
}

// holds reports whether a number is what the condition asks for. Times are those of clocks that
// are rounded to milliseconds.
func (c *Condition) holds(v float64) bool {
	if c.Measure.Unit() == "s" {
		v = report.Thousandths(v)
	}
	switch c.Op {
	case AtLeast:
		return v >= c.Value
	case AtMost:
		return v <= c.Value
	case More:
		return v > c.Value
	case Less:
		return v < c.Value
	}
	return v == c.Value
}

// Key is what a filter asks of.
type Key uint8

// The filters.
const (
	KeyPlayer Key = iota
	KeyVictim
	KeyWeapon
	KeyMap
	KeyGame
	KeyItem
	KeyFrom
	KeyThrough
	KeyWarmUp
	KeyMode
	KeyTeam
	KeyRecorder
	KeyDate
	KeyLength
	KeyResult
	KeyChat
	KeyFile
	KeyFormat
	KeyDamaged
	KeyUnreadable

	keyCount
)

// keys are the names of the filters, and what they say.
var keys = [keyCount]struct {
	name, what, example string
	values              []string // nil for any text
}{
	KeyPlayer:  {"player", "part of the player's name", "player:milton", nil},
	KeyVictim:  {"victim", "part of a victim's name", `victim:"the king"`, nil},
	KeyWeapon:  {"weapon", "rl, gl, lg, rail, ssg, ... or part of the weapon's name", "weapon:rl", nil},
	KeyMap:     {"map", "map name; * matches any text", "map:dm*", nil},
	KeyGame:    {"game", "quake, quakeworld, quake2, quake3, or part of the game folder", "game:quake3", nil},
	KeyItem:    {"item", "item or flag", "item:ra", nil},
	KeyFrom:    {"from", "where the flag was taken: base or field", "from:base", []string{"base", "field"}},
	KeyThrough: {"through", "deaths: a run continues after a death", "through:deaths", []string{"deaths"}},
	KeyWarmUp:  {"warmup", "yes: include warm-up and time after matches", "warmup:yes", []string{"yes", "no"}},

	KeyMode: {"mode", "1on1, 2on2, 4on4, ffa, ctf, race, single, ... or the server's name for it",
		"mode:4on4", nil},
	KeyTeam:     {"team", "part of a team's name", "team:pol", nil},
	KeyRecorder: {"recorder", "part of the recorder's name", "recorder:milton", nil},
	KeyDate:     {"date", "recording date: date:2024, date:2024-06, date>=2024-06-16", "date:2024-06", nil},
	KeyLength:   {"length", "length of the demo: length>10min, length<=5:30", "length>10min", nil},
	KeyResult:   {"result", "part of the listed result", `result:"2 : 8"`, nil},
	KeyChat:     {"chat", "word in the chat; * matches any text: chat:*gg*", "chat:gg", nil},
	KeyFile:     {"file", "part of the file's path", "file:eql", nil},
	KeyFormat:   {"format", "dem, qwd, mvd, dm2, mvd2 or dm3", "format:mvd", nil},
	KeyDamaged: {"damaged", "yes: damaged or unreadable demos", "damaged:yes",
		[]string{"yes", "no"}},

	KeyUnreadable: {"unreadable", "yes: unreadable files", "unreadable:yes", []string{"yes", "no"}},
}

// OfDemo reports whether a filter asks of a demo as a whole, of what its [Facts] do not tell: who
// asks a query of facts has asked that before. See [demoscope/player/library.Filter].
func (k Key) OfDemo() bool { return k >= KeyMode && k != KeyChat }

// String returns the name of a filter, such as "player".
func (k Key) String() string { return keys[k%keyCount].name }

// What says in words what a filter asks for.
func (k Key) What() string { return keys[k%keyCount].what }

// Values returns what a filter may be, nil for any text.
func (k Key) Values() []string { return slices.Clone(keys[k%keyCount].values) }

// Keys returns all filters.
func Keys() (list []Key) {
	for k := range keyCount {
		list = append(list, k)
	}
	return list
}

// Filter lets through hits of which something has a value. Values are in lower case.
type Filter struct {
	Key   Key
	Value string
	Not   bool
	// Op is how a date or a length is compared; [Equal] for a date lets through all that begin with
	// Value, as 2024-06.
	Op Op
	// Number is the value of a length, in seconds.
	Number float64
}

// Query is a question to [Facts].
type Query struct {
	// Kinds are the patterns that are looked for: one, or all that are not too common.
	Kinds []Kind
	// Named is set if the query names its pattern.
	Named      bool
	Conditions []Condition
	// Within is in how many seconds a run must have as many kills as are asked for, 0 if it
	// does not matter.
	Within  float64
	Filters []Filter
	// Texts must all be in what was said, in lower case.
	Texts []string
	// Words must all be in what is listed of a demo, in lower case: see [ParseList].
	Words []string
}

const (
	// maxQuery and maxTerms bound a query: bytes, and its parts.
	maxQuery, maxTerms = 4096, 64
)

// SyntaxError is why a query cannot be understood.
type SyntaxError struct {
	Query   string
	Offset  int // bytes before what is wrong
	Length  int // bytes of it
	Message string
}

func (e *SyntaxError) Error() string { return e.Message }

// Caret returns the query, and below it marks under what is wrong.
func (e *SyntaxError) Caret() string {
	line := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, e.Query)
	before := utf8.RuneCountInString(e.Query[:e.Offset])
	wide := max(1, utf8.RuneCountInString(e.Query[e.Offset:e.Offset+e.Length]))
	return line + "\n" + strings.Repeat(" ", before) + "^" + strings.Repeat("~", wide-1)
}

// Parse reads a query: a pattern, and after it in any order conditions ("kills>=3"), filters
// ("player:milton", or "-player:milton" for all others), "within 5s" for a run, and texts in
// quotes for chat. Without a pattern all are looked for that are not too common. The error is a
// [*SyntaxError].
func Parse(query string) (*Query, error) {
	p := &parser{text: query, query: &Query{}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.query, nil
}

// ParseList reads a query that a list of demos is filtered by while it is typed: as [Parse], but
// words that are nothing of the language are sought in what is listed of the demos (their maps, players,
// files), and so is a text in quotes unless the pattern is chat. What is not finished is left out: a
// filter without a value, and of a text the quote at its end.
func ParseList(query string) (*Query, error) {
	p := &parser{text: query, query: &Query{}, list: true}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.query, nil
}

// OfDemo returns the filters of the query that ask of a demo as a whole: see [Key.OfDemo].
func (q *Query) OfDemo() (list []Filter) {
	for _, f := range q.Filters {
		if f.Key.OfDemo() {
			list = append(list, f)
		}
	}
	return list
}

type parser struct {
	text  string
	at    int
	query *Query
	list  bool // words may stand for themselves
	chat  bool // there is a filter chat:
}

func (p *parser) fail(from, to int, format string, args ...any) error {
	from = min(from, len(p.text))
	return &SyntaxError{p.text, from, max(0, min(to, len(p.text))-from), fmt.Sprintf(format, args...)}
}

func (p *parser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n') {
		p.at++
	}
}

func (p *parser) parse() error {
	if len(p.text) > maxQuery {
		p.text = p.text[:0]
		return p.fail(0, 0, "query longer than %d bytes", maxQuery)
	}
	if !utf8.ValidString(p.text) {
		p.text = strings.ToValidUTF8(p.text, "?")
		return p.fail(0, len(p.text), "query is not valid UTF-8")
	}
	for n := 0; ; n++ {
		p.space()
		if p.at >= len(p.text) {
			break
		}
		if n == maxTerms {
			return p.fail(p.at, len(p.text), "more than %d parts", maxTerms)
		}
		if err := p.term(); err != nil {
			return err
		}
	}
	return p.finish()
}

// word reads a word of letters, in lower case.
func (p *parser) word() string {
	from := p.at
	for p.at < len(p.text) && (p.text[p.at]|0x20 >= 'a' && p.text[p.at]|0x20 <= 'z') {
		p.at++
	}
	return strings.ToLower(p.text[from:p.at])
}

// free reads a word that stands for itself in the filter of a list, and reports whether it was one.
func (p *parser) free() bool {
	rest := p.text[p.at:]
	if end := strings.IndexAny(rest, " \t\n"); end >= 0 {
		rest = rest[:end]
	}
	word := strings.ToLower(rest)
	letters := strings.TrimPrefix(word, "-")
	name, after := lettersOf(letters)
	before := strings.TrimLeft(p.text[p.at+len(rest):], " \t\n")
	switch {
	case strings.HasPrefix(after, ":"):
		if slices.Contains(keyNames(), name) {
			if after != ":" || strings.HasPrefix(p.text[p.at+len(rest):], "\"") {
				return false
			}
			p.at += len(rest) // not finished
			return true
		}
	case letters != word: // a minus stands before filters alone
	case after == "" && (before == "" || strings.IndexByte("<>=", before[0]) < 0):
		if slices.Contains(names(), name) || name == "within" && before != "" && before[0] >= '0' && before[0] <= '9' {
			return false
		}
	case after == "" || strings.IndexByte("<>=", after[0]) >= 0:
		if isNumber(name) {
			return false
		}
	}
	p.at += len(rest)
	p.query.Words = append(p.query.Words, word)
	return true
}

// lettersOf splits a word behind the letters that it begins with.
func lettersOf(word string) (letters, after string) {
	n := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
	if n < 0 {
		n = len(word)
	}
	return word[:n], word[n:]
}

// isNumber reports whether a name is one that a comparison stands behind.
func isNumber(name string) bool {
	return name == "within" || slices.Contains(measureNames(), name) || name == KeyDate.String() ||
		name == KeyLength.String()
}

// IsTerm reports whether a text looks like a part of a query, and hardly like the name of a file: a filter, a
// number with its comparison or, since shells take < and > for themselves, without, a pattern, or a text in quotes.
func IsTerm(text string) bool {
	word := strings.ToLower(text)
	name, after := lettersOf(strings.TrimPrefix(word, "-"))
	switch {
	case strings.HasPrefix(word, "\""):
		return true
	case strings.HasPrefix(after, ":"):
		return slices.Contains(keyNames(), name)
	case after == "":
		return word == name && (isNumber(name) || slices.Contains(names(), name))
	}
	return word == name+after && strings.IndexByte("<>=", after[0]) >= 0 && isNumber(name)
}

func (p *parser) term() error {
	from := p.at
	if p.list && p.text[p.at] != '"' && p.free() {
		return nil
	}
	if p.text[p.at] == '"' {
		text, err := p.quoted()
		if err != nil {
			return err
		}
		if text == "" && p.list {
			return nil
		}
		if text == "" {
			return p.fail(from, p.at, "empty text in quotes")
		}
		p.query.Texts = append(p.query.Texts, strings.ToLower(text))
		return nil
	}
	not := p.text[p.at] == '-'
	if not {
		p.at++
	}
	begin := p.at
	word := p.word()
	if word == "" {
		_, n := utf8.DecodeRuneInString(p.text[p.at:])
		return p.fail(from, p.at+n,
			"expected a pattern, a condition (kills>=3), a filter (player:NAME) or a text in quotes")
	}
	if p.at < len(p.text) && p.text[p.at] == ':' {
		return p.filter(word, begin, not)
	}
	if not {
		return p.fail(from, p.at, "expected a filter after the minus, as in -player:NAME")
	}
	end := p.at
	p.space()
	if p.at < len(p.text) && strings.IndexByte("<>=", p.text[p.at]) >= 0 {
		return p.condition(word, begin, end)
	}
	if word == "within" {
		v, err := p.number("s", "within")
		if err != nil {
			return err
		}
		p.query.Within = v
		return nil
	}
	p.at = end
	for k := range KindCount {
		if k.String() != word {
			continue
		}
		if p.query.Named {
			return p.fail(begin, end, "second pattern after %s", p.query.Kinds[0])
		}
		p.query.Named, p.query.Kinds = true, []Kind{k}
		return nil
	}
	return p.fail(begin, end, "unknown pattern %q%s; patterns: %s", word, closest(word, names()),
		strings.Join(names(), ", "))
}

// names are those of all patterns.
func names() (list []string) {
	for k := range KindCount {
		list = append(list, k.String())
	}
	return list
}

func measureNames() (list []string) {
	for m := range MeasureCount {
		list = append(list, m.String())
	}
	return list
}

func keyNames() (list []string) {
	for k := range keyCount {
		list = append(list, k.String())
	}
	return list
}

// closest proposes the name that a word was meant to be, if there is one.
func closest(word string, list []string) string {
	if best := Nearest(word, list); best != "" {
		return fmt.Sprintf(" (did you mean %s?)", best)
	}
	return ""
}

// NearestEdits is in how many letters two words differ that are too far apart for [Nearest].
const NearestEdits = 3

// Nearest returns the name that a word was meant to be: one that begins with it, or else the first of
// those that differ in the fewest letters, "" if none is near.
func Nearest(word string, list []string) string {
	best, least := "", NearestEdits
	for _, name := range list {
		if d := edits(word, name); d < least && d < len(name) {
			best, least = name, d
		}
		if len(word) >= 3 && strings.HasPrefix(name, word) {
			best, least = name, 0
		}
	}
	return best
}

// edits returns how many letters differ between two words.
func edits(a, b string) int {
	const longest = 16
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// quoted reads a text in quotes.
func (p *parser) quoted() (string, error) {
	from := p.at
	end := strings.IndexByte(p.text[p.at+1:], '"')
	if end < 0 && p.list {
		text := p.text[p.at+1:]
		p.at = len(p.text)
		return text, nil
	}
	if end < 0 {
		p.at = len(p.text)
		return "", p.fail(from, p.at, "missing closing quote")
	}
	text := p.text[p.at+1 : p.at+1+end]
	p.at += end + 2
	return text, nil
}

func (p *parser) filter(word string, begin int, not bool) error {
	key := Key(slices.Index(keyNames(), word))
	if int(key) >= int(keyCount) {
		return p.fail(begin, p.at, "unknown filter %q%s; filters: %s", word, closest(word, keyNames()),
			strings.Join(keyNames(), ", "))
	}
	p.at++
	from := p.at
	var value string
	if p.at < len(p.text) && p.text[p.at] == '"' {
		var err error
		if value, err = p.quoted(); err != nil {
			return err
		}
	} else {
		for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
			p.at++
		}
		value = p.text[from:p.at]
	}
	value = strings.ToLower(value)
	if value == "" && p.list {
		return nil
	}
	if value == "" {
		return p.fail(begin, p.at, "missing value after %s, as in %s", word, keys[key].example)
	}
	if v := keys[key].values; v != nil && !slices.Contains(v, value) {
		return p.fail(from, p.at, "%s must be %s", word, strings.Join(v, " or "))
	}
	switch key {
	case KeyChat:
		if not {
			return p.fail(begin-1, p.at, "chat: can't be negated")
		}
		p.query.Texts = append(p.query.Texts, value)
		p.chat = true
		return nil
	case KeyDate:
		return p.date(value, from, not, Equal)
	case KeyLength:
		return p.fail(begin, p.at, "length needs a number, as in %s", keys[key].example)
	}
	p.query.Filters = append(p.query.Filters, Filter{Key: key, Value: value, Not: not, Op: Equal})
	return nil
}

// date adds a filter of a date, or its beginning.
func (p *parser) date(value string, from int, not bool, op Op) error {
	const form = "0000-00-00"
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	wrong := len(value) >= 7 && value[5:7] > "12" || len(value) == len(form) && value[8:] > "31"
	for i := range len(value) {
		if wrong || len(value) > len(form) || (form[i] == '0') != digit(value[i]) || form[i] == '-' && value[i] != '-' {
			return p.fail(from, p.at, "invalid date (try 2024, 2024-06 or 2024-06-16)")
		}
	}
	if !p.list && len(value) != 4 && len(value) != 7 && len(value) != len(form) {
		return p.fail(from, p.at, "invalid date (try 2024, 2024-06 or 2024-06-16)")
	}
	p.query.Filters = append(p.query.Filters, Filter{Key: KeyDate, Value: value, Not: not, Op: op})
	return nil
}

func (p *parser) condition(word string, begin, end int) error {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte("<>=", p.text[p.at]) >= 0 {
		p.at++
	}
	op := Op(slices.Index(ops[:], p.text[from:p.at]))
	if int(op) >= len(ops) {
		return p.fail(from, p.at, "invalid comparison %q (use >= <= > < =)", p.text[from:p.at])
	}
	switch word {
	case KeyDate.String():
		behind := p.at
		p.space()
		at := p.at
		if p.list && (at == len(p.text) || at > behind && (p.text[at] < '0' || p.text[at] > '9')) {
			return nil // not finished, and another word behind it
		}
		for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
			p.at++
		}
		if p.at == at {
			return p.fail(begin, p.at, "missing date, as in date>=2024-06")
		}
		return p.date(p.text[at:p.at], at, false, op)
	case KeyLength.String():
		v, err := p.number("s", word)
		if err == nil {
			p.query.Filters = append(p.query.Filters, Filter{Key: KeyLength, Op: op, Number: v})
		}
		return err
	}
	m := Measure(slices.Index(measureNames(), word))
	within := word == "within"
	if within && (op == AtMost || op == Less) {
		v, err := p.number("s", word)
		p.query.Within = v
		return err
	}
	if int(m) >= int(MeasureCount) {
		return p.fail(begin, end, "unknown number %q%s; numbers: %s", word, closest(word, measureNames()),
			strings.Join(measureNames(), ", "))
	}
	v, err := p.number(m.Unit(), word)
	if err != nil {
		return err
	}
	p.query.Conditions = append(p.query.Conditions, Condition{m, op, v})
	return nil
}

// units are what may stand behind a number, by the unit that it is counted in, and how much it
// is of that.
var units = map[string]map[string]float64{
	"":      {"": 1, "u": 1, "units": 1},
	"s":     {"": 1, "s": 1, "ms": 0.001, "m": 60, "min": 60, "h": 3600},
	"deg":   {"": 1, "deg": 1},
	"deg/s": {"": 1, "deg/s": 1, "deg": 1},
	"%":     {"": 1, "%": 1},
}

// number reads a number with its unit, or a time as 5:00.
func (p *parser) number(unit, of string) (float64, error) {
	p.space()
	from := p.at
	for p.at < len(p.text) && (p.text[p.at] >= '0' && p.text[p.at] <= '9' || p.text[p.at] == '.') {
		p.at++
	}
	v, err := strconv.ParseFloat(p.text[from:p.at], 64)
	if err != nil || v > 1e9 {
		for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
			p.at++
		}
		example := ""
		if unit == "s" {
			example = ", such as 5s or 400ms"
			if of == KeyLength.String() {
				example = ", such as 10min or 5:30"
			}
		}
		return 0, p.fail(from, p.at, "%s: expected a number%s", of, example)
	}
	begin := p.at
	if unit == "s" && p.at < len(p.text) && p.text[p.at] == ':' {
		return p.clock(v, of)
	}
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
		p.at++
	}
	factor, ok := units[unit][strings.ToLower(p.text[begin:p.at])]
	if !ok {
		may := []string{}
		for name := range units[unit] {
			if name != "" {
				may = append(may, name)
			}
		}
		slices.Sort(may)
		return 0, p.fail(begin, p.at, "unit of %s must be %s", of, strings.Join(may, " or "))
	}
	return v * factor, nil
}

// clock reads what stands behind the first number of a time as 5:30 or 1:05:30.
func (p *parser) clock(v float64, of string) (float64, error) {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
		p.at++
	}
	parts := strings.Split(p.text[begin+1:p.at], ":")
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		if unfinished := p.list && part == ""; !unfinished && (err != nil || n < 0 || n > 59) || len(parts) > 2 {
			return 0, p.fail(begin, p.at, "%s: invalid time (try 5:30 or 1:05:30)", of)
		}
		v = 60*v + float64(n)
	}
	return v, nil
}

// finish completes the query, and checks that its parts fit.
func (p *parser) finish() error {
	q := p.query
	if p.list && !p.chat && (!q.Named || q.Kinds[0] != Chat) {
		q.Words, q.Texts = append(q.Words, q.Texts...), nil
	}
	if !q.Named {
		if len(q.Texts) > 0 {
			q.Named, q.Kinds = true, []Kind{Chat}
		} else {
			for k := range KindCount {
				if !k.Describe().everything {
					q.Kinds = append(q.Kinds, k)
				}
			}
		}
	}
	if !q.Named {
		if q.Within > 0 || len(q.Conditions) > 0 {
			return p.fail(0, len(p.text), "numbers need a pattern; patterns: %s", strings.Join(names(), ", "))
		}
		return nil
	}
	kind := q.Kinds[0]
	d := kind.Describe()
	if len(q.Texts) > 0 && kind != Chat {
		return p.fail(strings.IndexByte(p.text, '"'), len(p.text), "texts in quotes need the pattern chat")
	}
	if q.Within > 0 && kind != Run {
		at := strings.Index(strings.ToLower(p.text), "within")
		return p.fail(at, at+len("within"), "within needs the pattern run")
	}
	for i := range q.Conditions {
		m := q.Conditions[i].Measure
		if !slices.Contains(d.Measures, m) {
			at := max(0, strings.Index(strings.ToLower(p.text), m.String()))
			return p.fail(at, at+len(m.String()), "%s has no number %s; it has %s", kind, m, d.numbers())
		}
	}
	asked := q.Conditions
	for _, usual := range d.usual {
		said := slices.ContainsFunc(asked, func(c Condition) bool {
			return c.Measure == usual.Measure || slices.Contains(d.instead, c.Measure)
		})
		if kind == Run && usual.Measure == Gap && q.Within > 0 {
			said = true
		}
		if !said {
			q.Conditions = append(q.Conditions, usual)
		}
	}
	return nil
}

// numbers lists the numbers of a pattern.
func (d *Description) numbers() string {
	var list []string
	for _, m := range d.Measures {
		list = append(list, m.String())
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Usual says in a query's words what holds unless a query says something of the same numbers.
func (d *Description) Usual() string {
	var list []string
	for _, c := range d.usual {
		list = append(list, c.String())
	}
	text := strings.Join(list, " ")
	if len(d.instead) == 0 {
		return text
	}
	var instead []string
	for _, m := range d.instead {
		instead = append(instead, m.String())
	}
	return text + " unless " + strings.Join(instead, " or ") + " is given"
}

// String returns the condition as a query has it.
func (c Condition) String() string {
	return c.Measure.String() + ops[c.Op] + strconv.FormatFloat(c.Value, 'g', -1, 64) + c.Measure.Unit()
}
