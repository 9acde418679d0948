package problem

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

func newTestList() (*List, *bytes.Buffer) {
	var out bytes.Buffer
	return NewList(slog.New(slog.NewTextHandler(&out, nil))), &out
}

func TestReport(t *testing.T) {
	l, out := newTestList()
	for i := range maxKept + 5 {
		l.Report(fmt.Sprint("problem ", i))
	}
	l.Report("problem 7")
	all := l.All()
	if len(all) != maxKept || all[0].Message != "problem 7" || all[0].Count != 2 || all[0].Last.IsZero() || all[1].Message != "problem 24" {
		t.Errorf("kept %d: %+v", len(all), all)
	}
	if n := strings.Count(out.String(), `problem="problem 7"`); n != 1 || !strings.Contains(out.String(), "stack=") {
		t.Errorf("logged %d times:\n%s", n, out)
	}
}

// A panic is told with where it happened, and without what it may quote.
func TestRecover(t *testing.T) {
	l, _ := newTestList()
	none := []int{}
	for _, do := range []func(){
		func() { _ = none[len(none)] },
		func() { panic("PASSWORD=hunter2") },
		func() { panic(fmt.Errorf("in %s", "PASSWORD=hunter2")) },
		func() {},
	} {
		func() {
			defer l.Recover("a test")
			do()
		}()
	}
	var texts []string
	for _, p := range l.All() {
		texts = append(texts, p.Message)
	}
	got := strings.Join(texts, "\n")
	for _, want := range []string{
		"index out of range [0] with length 0", "a value of type string", "a value of type *",
		"a test panicked in problem.TestRecover.func1 (problem_test.go:",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
	if len(texts) != 3 || strings.Contains(got, "hunter2") {
		t.Errorf("reported\n%s", got)
	}
}

func TestNil(t *testing.T) {
	var l *List
	l.Report("nobody takes it")
	func() {
		defer l.Recover("a test")
		panic("recovered all the same")
	}()
	if all := l.All(); all != nil {
		t.Errorf("kept %+v", all)
	}
}

func TestConcurrent(t *testing.T) {
	l, _ := newTestList()
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			l.Report(fmt.Sprint(i % 5))
			l.All()
		})
	}
	all.Wait()
	for _, p := range l.All() {
		if p.Count != 10 {
			t.Errorf("%+v", p)
		}
	}
}
