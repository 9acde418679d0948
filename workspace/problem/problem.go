package problem

import (
	"fmt"
	"log/slog"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxKept is how many different problems are kept, the last ones that happened.
const maxKept = 20

// Problem is one thing that went wrong, however often.
type Problem struct {
	Message string
	Count   int       // how often it happened, from 1
	Last    time.Time // when it happened last
}

// List counts problems and keeps the last ones. It is safe for concurrent use. A nil List takes reports
// and keeps none.
type List struct {
	log *slog.Logger

	mu   sync.Mutex
	kept []Problem // the one that happened last comes last
}

// NewList makes an empty list, which logs each problem with a stack when it happens for the first time.
func NewList(log *slog.Logger) *List { return &List{log: log} }

// Report counts a problem. The same problem has to have the same text each time.
func (l *List) Report(message string) {
	if l == nil {
		return
	}
	now := time.Now()
	l.mu.Lock()
	p := Problem{Message: message}
	i := slices.IndexFunc(l.kept, func(p Problem) bool { return p.Message == message })
	if i >= 0 {
		p = l.kept[i]
		l.kept = slices.Delete(l.kept, i, i+1)
	} else if len(l.kept) == maxKept {
		l.kept = slices.Delete(l.kept, 0, 1)
	}
	p.Count, p.Last = p.Count+1, now
	l.kept = append(l.kept, p)
	l.mu.Unlock()
	if i < 0 {
		l.log.Error("a problem of the program itself; please report it", "problem", message, "stack", string(debug.Stack()))
	}
}

// Panicked reports a panic, with what was being done and the value recovered. It is to be called by the
// deferred function that recovers, while the stack is still that of the panic.
func (l *List) Panicked(doing string, value any) { l.Report(describe(doing, value)) }

// Recover is to be deferred: it ends a panic and reports it.
func (l *List) Recover(doing string) {
	if value := recover(); value != nil {
		l.Panicked(doing, value)
	}
}

// All are the problems that are kept, the one that happened last first.
func (l *List) All() []Problem {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Clone(l.kept)
	slices.Reverse(all)
	return all
}

// describe says where something panicked and with what. Only the runtime's own errors are known to quote
// no text of files; of other values the type has to do.
func describe(doing string, value any) string {
	what := fmt.Sprintf("a value of type %T", value)
	if err, ok := value.(runtime.Error); ok {
		what = err.Error()
	}
	return fmt.Sprintf("%s panicked %s: %s", doing, origin(), what)
}

// origin is the function and line that panicked: the first frame below the last one of the runtime's
// panicking.
func origin() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicking && !inRuntime {
			return fmt.Sprintf("in %s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
		if !more {
			return "somewhere"
		}
	}
}
