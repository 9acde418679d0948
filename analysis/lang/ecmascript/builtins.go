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

// global is what a name holds that the file neither declares nor imports: mostly something of the language, or of what runs it.
func global(name string) analysis.TypeExpr {
	switch name {
	case "window", "self":
		return analysis.Global("Window")
	case "Object", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Reflect", "Proxy", "Function", "Date", "RegExp",
		"Promise", "PromiseLike", "Map", "Set", "WeakMap", "WeakSet", "WeakRef", "ReadonlyMap", "ReadonlySet", "ReadonlyArray", "ArrayLike",
		"Iterable", "Iterator", "IterableIterator", "Generator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "AsyncGenerator",
		"Record", "Partial", "Required", "Readonly", "Pick", "Omit", "Exclude", "Extract", "NonNullable", "ReturnType", "Parameters",
		"ConstructorParameters", "InstanceType", "Awaited", "NoInfer", "ThisType", "Uppercase", "Lowercase", "Capitalize", "Uncapitalize",
		"Error", "TypeError", "RangeError", "SyntaxError", "AggregateError", "ArrayBuffer", "DataView", "Uint8Array", "Intl", "Atomics",
		"console", "document", "process", "global", "globalThis", "require", "module", "exports", "arguments", "Buffer", "performance", "navigator",
		"location", "history", "localStorage", "sessionStorage", "crypto", "fetch", "URL", "URLSearchParams", "Headers", "Request", "Response",
		"FormData", "Blob", "File", "AbortController", "AbortSignal", "Event", "EventTarget", "Node", "Element", "HTMLElement", "Document", "Text",
		"Comment", "Range", "Selection", "Location", "Storage", "Worker", "ReadableStream", "WritableStream", "TransformStream", "TextEncoder",
		"TextDecoder", "setTimeout", "clearTimeout", "setInterval", "clearInterval", "queueMicrotask", "structuredClone",
		"describe", "it", "test", "expect", "vi", "jest", "beforeEach", "afterEach", "beforeAll", "afterAll":
		return analysis.Foreign
	}
	return analysis.Global(name)
}
