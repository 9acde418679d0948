package debug

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/contextls/contextls/budget/render"
)

//go:embed page.html
var pageHTML string

// Handler answers / with the page and /debug/pprof/ with Go's profiles. state is called for each look at
// the page, from any goroutine.
func Handler(state func() State) http.Handler {
	page := template.Must(template.New("page").Funcs(template.FuncMap{
		"ms":  func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) },
		"ago": func(t time.Time) string { return time.Since(t).Round(time.Second).String() },
		"at":  func(t time.Time) string { return t.Format("15:04:05.000") },
	}).Parse(pageHTML))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		var out bytes.Buffer
		if err := page.Execute(&out, state()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		_, _ = io.WriteString(w, render.Visible(out.String())) // who is gone does not read it
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return guard(mux)
}
