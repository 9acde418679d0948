//go:build unix

package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// A node that dies in the middle of a scan leaves the state before, and takes the next scan; a scan that is patient enough goes on
// when the node is back.
func TestNodeDiesInScan(t *testing.T) {
	s, n := newShop(t), storetest.OwnNode(t)
	const name = "team/power"
	s.publish(t, publication(name, before()...))

	dies := func(then func()) store.Publication {
		p := publication(name, after()...)
		all := p.Documents
		p.Documents = func(ctx context.Context, visit func(store.FileDocuments) error) error {
			seen := 0
			return all(ctx, func(d store.FileDocuments) error {
				if seen++; seen == 4 { // something has been sent by now
					n.Kill(t)
					then()
				}
				return visit(d)
			})
		}
		return p
	}
	p := dies(func() {})
	p.Lease = time.Second
	_, err := s.direct(t).Publish(t.Context(), p)
	if host := strings.TrimPrefix(n.URL, "http://"); err == nil || !strings.Contains(err.Error(), host+" does not answer: ") || !strings.Contains(err.Error(), "(tried for ") {
		t.Errorf("got %v", err)
	}
	n.Start(t)
	s.wantState(t, name, before())
	if r := s.repository(t, name); r.Lease == nil || r.Settled() {
		t.Errorf("the scan was not in its middle: %+v", r)
	}
	publishPatiently(t, s.direct(t), publication(name, after()...))
	s.wantSettled(t, name, after())

	s.publish(t, publication(name, before()...))
	p = dies(func() { n.Start(t) })
	p.Lease = time.Hour // it takes as long as it takes
	if _, err := store.Patient(s.direct(t)).Publish(t.Context(), p); err != nil {
		t.Errorf("a node that comes back: %v", err)
	}
	s.wantSettled(t, name, after())
}

// A node whose disk fills takes no more documents, by itself, until there is room.
func TestNodeDiskFills(t *testing.T) {
	s := newShop(t)
	storetest.OwnNode(t)
	const name = "team/disk"
	s.publish(t, publication(name, before()...))

	const disk = "cluster.routing.allocation.disk."
	watermarks := func(value, free any) {
		s.ask(t, "PUT", "/_cluster/settings", map[string]any{"transient": map[string]any{disk + "threshold_enabled": value, disk + "watermark.low": free, disk + "watermark.high": free,
			disk + "watermark.flood_stage": free, "cluster.info.update.interval": map[bool]any{true: "10s"}[value != nil]}}, nil)
	}
	t.Cleanup(func() { watermarks(nil, nil) })
	mayCreate := func() bool {
		var answer struct{ Persistent, Transient map[string]string }
		s.ask(t, "GET", "/_cluster/settings?flat_settings=true", nil, &answer)
		const setting = "cluster.blocks.create_index"
		return answer.Persistent[setting] != "true" && answer.Transient[setting] != "true"
	}
	blocked := func() bool {
		var answer map[string]struct {
			Settings map[string]any `json:"settings"`
		}
		s.ask(t, "GET", "/"+s.config.Prefix+"-definitions/_settings?flat_settings=true", nil, &answer)
		for _, of := range answer {
			return of.Settings["index.blocks.read_only_allow_delete"] == "true"
		}
		return false
	}
	watermarks(true, "999tb") // are to be free
	for !blocked() || mayCreate() {
		time.Sleep(100 * time.Millisecond)
	}
	_, err := s.direct(t).Publish(t.Context(), publication(name, after()...))
	for _, want := range []string{s.config.Prefix + "-", "takes no more documents", "its disk is too full", "free some room", "flood-stage watermark"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	s.wantState(t, name, before())
	elsewhere := s.config
	elsewhere.Prefix += "-new"
	c, err := store.Open(elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Prepare(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "takes no more documents: its disk is too full") {
		t.Errorf("where there is no store yet: %v", err)
	}
	watermarks(true, "1b")
	for blocked() || !mayCreate() {
		time.Sleep(100 * time.Millisecond)
	}
	publishPatiently(t, s.direct(t), publication(name, after()...))
	s.wantSettled(t, name, after())
}
