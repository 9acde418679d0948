package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/contextls/contextls/lsp/engine"
)

// slow is from when on a call is worth a line in the log of one who does not debug.
const slow = time.Second

// observe logs a call to a tool once it is done, with the bytes of its texts; negative ones stand for an
// error. What was asked and answered is not logged.
func (s *Server) observe(ctx context.Context, tool string) (traced context.Context, done func(bytes int)) {
	log := s.opts.Workspace.Log
	if !log.Enabled(ctx, slog.LevelInfo) {
		return ctx, func(int) {}
	}
	trace, start := &engine.Trace{}, time.Now()
	return engine.WithTrace(ctx, trace), func(bytes int) {
		level, took := slog.LevelDebug, time.Since(start)
		if took >= slow {
			level = slog.LevelInfo
		}
		var stages []string
		for _, s := range trace.Stages() {
			stages = append(stages, fmt.Sprintf("%s %.1f", s.Name, float64(s.Took)/float64(time.Millisecond)))
		}
		log.Log(ctx, level, "call", "tool", tool, "ms", took.Milliseconds(), "snapshot", trace.Snapshot(), "bytes", max(bytes, 0),
			"failed", bytes < 0, "stages", strings.Join(stages, ", "))
	}
}
