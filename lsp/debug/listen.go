package debug

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// Listen listens at an address, HOST:PORT, of the loopback interface: 127.0.0.1, ::1 or localhost, which is
// 127.0.0.1 here. Port 0 takes one that is free. The error of any other host says so.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("%q is not HOST:PORT: %w", addr, err)
	}
	if strings.EqualFold(host, "localhost") {
		host = "127.0.0.1" // whatever the name resolves to
	}
	if !isLoopback(host) {
		return nil, fmt.Errorf("%q: the debug page is served on 127.0.0.1, ::1 or localhost only", addr)
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}

// Serve serves the page until the context ends, and closes the listener.
func Serve(ctx context.Context, l net.Listener, state func() State) error {
	server := &http.Server{Handler: Handler(state), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// guard refuses what could come from another machine or from a web page, and what is to change something.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !ofLoopback(r.Host):
			http.Error(w, "the host is not this machine", http.StatusForbidden)
		case !fromHere(r.Header.Get("Sec-Fetch-Site")):
			http.Error(w, "another site asks", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "it can only be looked at", http.StatusMethodNotAllowed)
		default:
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("X-Frame-Options", "DENY")
			w.Header().Set("Cache-Control", "no-store")
			next.ServeHTTP(w, r)
		}
	})
}

// ofLoopback reports whether a Host header names the loopback interface. A name that an attacker has made
// resolve to it does not.
func ofLoopback(header string) bool {
	host, _, err := net.SplitHostPort(header)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(header, "["), "]") // without a port
	}
	return strings.EqualFold(host, "localhost") || isLoopback(host)
}

// fromHere reports whether a browser says that a person, or this page, asks; other clients say nothing.
func fromHere(site string) bool { return site == "" || site == "none" || site == "same-origin" }
