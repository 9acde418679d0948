package sql

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func only() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, only(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, only(), "testdata/resolve") }

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "create table a.b (c int, d [e] references f(g));", "create function f() returns x as $$ select * from y $$ language sql;",
		"with a as (select 1) select * from a, b c join `d`", "\\i x.sql\nsource y.sql;", "delimiter //\ncreate trigger t begin end//", "create index on a", "alter table a add b int, add c", "(((", "'", "$$", "$a$ $a$ do $$$$",
		"create table", "create type a as enum ('b')", "create or replace view a as", "create table \"\" (\"\" x)"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "sql", src, facts)
	})
}

func TestProject(t *testing.T) {
	for p, want := range map[string]string{
		"a.sql": "", "db/migrations/1.sql": "", "svc/db/postgres/V1.2/1.sql": "svc", "svc/app/q.sql": "svc/app", "app/schema/app/x.sql": "app/schema/app",
	} {
		if got := project(p); got != want {
			t.Errorf("project(%q) = %q, want %q", p, got, want)
		}
	}
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{"tests/a.sql": true, "db/a_test.sql": true, "latest/a.sql": false} {
		if got := Language().IsTest(p); got != want {
			t.Errorf("IsTest(%q) = %v", p, got)
		}
	}
}
