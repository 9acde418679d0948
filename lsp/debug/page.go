package debug

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"github.com/contextls/contextls/budget/render"
)

const head = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>contextls</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color-scheme: light dark; }
  table { border-collapse: collapse; }
  th, td { padding: .1em 1em .1em 0; text-align: left; vertical-align: top; }
  h2 { margin-top: 1.5em; }
</style>
</head>
<body>
`

// Handler answers / with the page and /debug/pprof/ with Go's profiles. state is called for each look at
// the page, from any goroutine.
func Handler(state func() State) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		var p page
		p.state(state())
		_, _ = io.WriteString(w, render.Visible(p.String())) // who is gone does not read it
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return guard(mux)
}

// page is HTML that is being written. Package html/template would do it, too, but calls methods by names that it reads
// while it runs: the linker then has to keep every method of every type in the program, 4 MB of them.
type page struct{ strings.Builder }

func (p *page) state(s State) {
	p.WriteString(head)
	p.heading("h1", "contextls "+s.Version)
	fmt.Fprintf(p, "<p>Up for %s. <a href=\"/debug/pprof/\">Profiles</a></p>\n", time.Since(s.Started).Round(time.Second))

	p.heading("h2", "Problems")
	problems := p.table("None.", len(s.Problems), "Times", "Last", "What")
	for _, problem := range s.Problems {
		problems.row(fmt.Sprint(problem.Count), clock(problem.Last), problem.Message)
	}
	problems.end()

	p.heading("h2", "Folders")
	if len(s.Folders) == 0 {
		p.WriteString("<p>None is open.</p>\n")
	}
	for _, f := range s.Folders {
		var excluded []string
		for _, e := range f.Excluded {
			excluded = append(excluded, fmt.Sprintf("%d × %s", e.Count, e.Name))
		}
		p.heading("h3", f.Root)
		folder := p.table("", 1)
		folder.row("State", strings.Join(append([]string{f.State}, f.Degraded...), "\n"))
		folder.row("Files", fmt.Sprint(f.Files))
		folder.row("Snapshot", fmt.Sprintf("%s, number %d", f.Snapshot, f.Number))
		folder.row("Packs kept", fmt.Sprint(f.Packs))
		folder.row("Left out", cmp.Or(strings.Join(excluded, "\n"), "nothing"))
		folder.end()
	}

	p.heading("h2", "Caches and workers")
	caches := p.table("", 1)
	caches.row("Facts of contents", fmt.Sprint(s.Facts))
	caches.row("Parse workers", fmt.Sprintf("%d of %d, %d busy, %d lost so far", s.Workers.Alive, s.Workers.Most, s.Workers.Busy, s.Workers.Lost))
	caches.end()

	p.heading("h2", "Requests")
	requests := p.table("None yet.", len(s.Requests), "Done", "Method", "ID", "ms", "Bytes", "Snapshot", "Stages, in ms")
	for _, r := range s.Requests {
		var stages []string
		for _, stage := range r.Stages {
			stages = append(stages, stage.Name+" "+milliseconds(stage.Took))
		}
		size := fmt.Sprint(r.Bytes)
		if r.Code != 0 {
			size = fmt.Sprint("error ", r.Code)
		}
		requests.row(clock(r.Time), r.Method, r.ID, milliseconds(r.Took), size, r.Snapshot, strings.Join(stages, ", "))
	}
	requests.end()
	p.WriteString("</body>\n</html>\n")
}

func (p *page) heading(element, text string) {
	fmt.Fprintf(p, "\n<%s>%s</%[1]s>\n", element, html.EscapeString(text))
}

// table begins a table of so many rows, which is to be ended. Without rows there is only what says so.
func (p *page) table(none string, rows int, columns ...string) *table {
	if rows == 0 {
		fmt.Fprintf(p, "<p>%s</p>\n", html.EscapeString(none))
		return nil
	}
	p.WriteString("<table>\n")
	t := &table{p}
	if len(columns) > 0 {
		t.cells("th", columns)
	}
	return t
}

type table struct{ page *page }

func (t *table) row(cells ...string) { t.cells("td", cells) }

// cells writes a row; a line break in a cell stays one.
func (t *table) cells(element string, cells []string) {
	t.page.WriteString("<tr>")
	for _, cell := range cells {
		fmt.Fprintf(t.page, "<%s>%s</%[1]s>", element, strings.ReplaceAll(html.EscapeString(cell), "\n", "<br>"))
	}
	t.page.WriteString("</tr>\n")
}

func (t *table) end() {
	if t != nil {
		t.page.WriteString("</table>\n")
	}
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond))
}

func clock(t time.Time) string { return t.Format("15:04:05.000") }
