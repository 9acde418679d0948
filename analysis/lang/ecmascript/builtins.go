package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// builtin reports whether a specifier names a module that comes with a runtime.
func builtin(spec string) bool {
	if scheme, _, ok := strings.Cut(spec, ":"); ok {
		switch scheme {
		case "node", "bun", "deno", "cloudflare", "npm", "jsr", "http", "https", "data":
			return true
		}
	}
	switch spec {
	case "assert", "assert/strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants",
		"crypto", "dgram", "diagnostics_channel", "dns", "dns/promises", "domain", "events", "fs", "fs/promises",
		"http", "http2", "https", "inspector", "inspector/promises", "module", "net", "os", "path", "path/posix",
		"path/win32", "perf_hooks", "process", "punycode", "querystring", "readline", "readline/promises", "repl",
		"stream", "stream/consumers", "stream/promises", "stream/web", "string_decoder", "sys", "timers",
		"timers/promises", "tls", "trace_events", "tty", "url", "util", "util/types", "v8", "vm", "wasi",
		"worker_threads", "zlib", "bun":
		return true
	}
	return false
}

// provider is the package that makes a virtual module, "" where that is not known.
func provider(spec string) string {
	for _, p := range []struct{ prefix, pkg string }{
		{"virtual:pwa-", "vite-plugin-pwa"},
		{"virtual:uno.css", "unocss"},
		{"virtual:svg-icons-", "vite-plugin-svg-icons"},
		{"virtual:generated-pages", "vite-plugin-pages"},
		{"virtual:generated-layouts", "vite-plugin-vue-layouts"},
		{"virtual:react-router/", "@react-router/dev"},
		{"virtual:group-icons", "vitepress-plugin-group-icons"},
		{"astro:", "astro"},
		{"$app/", "@sveltejs/kit"},
		{"$env/", "@sveltejs/kit"},
		{"$service-worker", "@sveltejs/kit"},
		{"@docusaurus/", "@docusaurus/core"},
		{"@theme/", "@docusaurus/core"},
		{"@theme-original/", "@docusaurus/core"},
	} {
		if strings.HasPrefix(spec, p.prefix) {
			return p.pkg
		}
	}
	return ""
}

// undeclared is what a name holds that the file neither declares nor imports: what the package declares for all of its files, else something of
// the language. What libraryType and call know is no question; nor is what stands in nearly every file, which would have to be looked up there.
func undeclared(name string) analysis.TypeExpr {
	switch name {
	case "window", "self":
		return analysis.Global("Window")
	case "document":
		return analysis.Global("Document")
	case "Object", "JSON", "Reflect",
		"console", "Math", "String", "Number", "Boolean", "Date", "Error", "Symbol", "process", "require", "module", "exports", "expect":
		return analysis.Foreign
	}
	if _, known := libraryType(name, nil); known {
		return analysis.Foreign
	}
	return analysis.Global(name)
}
