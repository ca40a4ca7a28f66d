package torture

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Row counts the runs of one format and drive.
type Row struct {
	Outcomes [outcomes]uint64 `json:"outcomes"` // by Outcome
	Bytes    uint64           `json:"bytes"`    // of all inputs together
	CPU      time.Duration    `json:"cpu"`      // of all runs together, nanoseconds
	// Slowest is the longest run, MostMemory the one that allocated most, with the
	// numbers of the runs.
	Slowest    time.Duration `json:"slowest"`
	SlowestRun uint64        `json:"slowest_run"`
	Most       uint64        `json:"most_allocated"`
	MostRun    uint64        `json:"most_allocated_run"`
}

// Runs returns how many there were.
func (r *Row) Runs() (n uint64) {
	for _, o := range r.Outcomes {
		n += o
	}
	return n
}

func (r *Row) add(o *Row) {
	for i := range r.Outcomes {
		r.Outcomes[i] += o.Outcomes[i]
	}
	r.Bytes += o.Bytes
	r.CPU += o.CPU
	if o.Slowest > r.Slowest {
		r.Slowest, r.SlowestRun = o.Slowest, o.SlowestRun
	}
	if o.Most > r.Most {
		r.Most, r.MostRun = o.Most, o.MostRun
	}
}

// Ledger counts what became of runs.
type Ledger struct {
	Began   time.Time `json:"began"`
	Ended   time.Time `json:"ended"`
	Seed    uint64    `json:"seed"`
	Version string    `json:"version,omitempty"` // of the program that was tested
	Inputs  uint64    `json:"inputs"`
	Next    uint64    `json:"next"` // run after the last
	// Rows are by format and drive: "dem index".
	Rows map[string]*Row `json:"rows"`
	// Finds are how often there was each.
	Finds map[string]int `json:"finds,omitempty"`
}

func newLedger() *Ledger { return &Ledger{Rows: map[string]*Row{}, Finds: map[string]int{}} }

// row returns the row of a format and a drive.
func (l *Ledger) row(format, drive string) *Row {
	key := format + " " + drive
	if l.Rows[key] == nil {
		l.Rows[key] = &Row{}
	}
	return l.Rows[key]
}

// count adds a run.
func (l *Ledger) count(in *Input, drive string, run uint64, o Outcome, u used) {
	one := Row{Bytes: uint64(len(in.Data)), CPU: u.cpu, Slowest: u.cpu, SlowestRun: run, Most: u.alloc, MostRun: run}
	one.Outcomes[o] = 1
	l.row(in.Format, drive).add(&one)
}

// Add adds another ledger.
func (l *Ledger) Add(o *Ledger) {
	if l.Began.IsZero() || !o.Began.IsZero() && o.Began.Before(l.Began) {
		l.Began = o.Began
	}
	if o.Ended.After(l.Ended) {
		l.Ended = o.Ended
	}
	l.Inputs += o.Inputs
	l.Next = max(l.Next, o.Next)
	for key, r := range o.Rows {
		if l.Rows[key] == nil {
			l.Rows[key] = &Row{}
		}
		l.Rows[key].add(r)
	}
	for key, n := range o.Finds {
		l.Finds[key] += n
	}
}

// Runs returns how many runs there were.
func (l *Ledger) Runs() (n uint64) {
	for _, r := range l.Rows {
		n += r.Runs()
	}
	return n
}

// Write replaces the ledger's file.
func (l *Ledger) Write(path string) error {
	data, err := json.MarshalIndent(l, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// ReadLedgers returns the sum of the ledgers in a folder.
func ReadLedgers(dir string) (*Ledger, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.ledger.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("there is no ledger in %s", dir)
	}
	sum := newLedger()
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		l := newLedger()
		if err := json.Unmarshal(data, l); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		sum.Add(l)
	}
	return sum, nil
}

// Print writes the ledger as a table, a line for each format and drive.
func (l *Ledger) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	line := func(format, drive string, r *Row) {
		n := max(1, r.Runs())
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.3f\t%.0f\t%.0f\t\n", format, drive, r.Runs(), r.Outcomes[Whole],
			r.Outcomes[Damaged], r.Outcomes[Refused], r.Outcomes[Found],
			float64(r.CPU.Microseconds())/float64(n)/1000, float64(r.Slowest.Milliseconds()), float64(r.Most)/1e6)
	}
	fmt.Fprint(t,
		"format\tdrive\truns\twhole\tdamaged\trefused\tfinds\tmean CPU ms\tmost CPU ms\tmost MB allocated\t\n")
	sums := map[string]*Row{}
	var all Row
	for _, key := range slices.Sorted(maps.Keys(l.Rows)) {
		format, drive, _ := strings.Cut(key, " ")
		line(format, drive, l.Rows[key])
		if sums[format] == nil {
			sums[format] = &Row{}
		}
		sums[format].add(l.Rows[key])
		all.add(l.Rows[key])
	}
	for _, format := range slices.Sorted(maps.Keys(sums)) {
		line(format, "(all)", sums[format])
	}
	line("all", "(all)", &all)
	if err := t.Flush(); err != nil {
		return err
	}
	took := l.Ended.Sub(l.Began)
	fmt.Fprintf(w, "%d runs with %d inputs, %.0f CPU seconds, from %s to %s\n", l.Runs(), l.Inputs, all.CPU.Seconds(),
		l.Began.Format(time.DateTime), l.Began.Add(took).Format(time.DateTime))
	for _, key := range slices.Sorted(maps.Keys(l.Finds)) {
		fmt.Fprintf(w, "found %d times: %s\n", l.Finds[key], key)
	}
	return nil
}
