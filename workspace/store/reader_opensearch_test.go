package store_test

import (
	"slices"
	"testing"

	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// shelf is a real store with two repositories: one defines a package, the other uses it.
func shelf(t *testing.T) *store.Reader {
	t.Helper()
	config := storetest.Config(t)
	c, err := store.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Prepare(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	pkg := store.Package{Ecosystem: "pypi", Name: "tea"}
	for name, origin := range map[string]store.Origin{"team/tea": {Remote: "example.com/team/tea", Root: "1a"}, "team/shop": {}, "other/mug": {Root: "2b", Directory: "mugs"}} {
		of := repository(name, 1)
		of.Origin = origin
		storetest.Put(t, config, store.Repositories, name, of)
	}
	define := func(p store.Place, name, container, doc string, exported bool) store.Definition {
		d := function(p, name)
		d.Container, d.Doc, d.Exported, d.Package, d.Module, d.Words = container, doc, exported, &pkg, "tea.pot", "def "+name
		return d
	}
	test := define(at("team/tea", "tests/test_pot.py", 1, 0), "test_pour_slowly", "", "", true)
	test.Test = true
	words := define(at("other/mug", "mug.py", 1, 0), "drink", "", "", true)
	words.Package, words.Words = nil, "pour into slowly"
	storetest.Put(t, config, store.Definitions, "team/tea", define(at("team/tea", "tea/pot.py", 1, 0), "pour_slowly", "", "Fills a cup.", true),
		define(at("team/tea", "tea/pot.py", 1, 0), "washTeaPot", "Kitchen", "Cleans what was used.", true), define(at("team/tea", "tea/old.py", 1, 2), "HTTPServer2", "", "", false), test)
	storetest.Put(t, config, store.Definitions, "other/mug", words)
	storetest.Put(t, config, store.Packages, "team/tea", store.DefinedPackage{Place: at("team/tea", "pyproject.toml", 1, 0), Package: store.Package{Ecosystem: "pypi", Name: "tea", Version: "1.4.0"}})
	use := func(repository, path, name string, count int, lines ...int) store.Use {
		return store.Use{Place: at(repository, path, 1, 0), Package: store.Package{Ecosystem: "pypi", Name: "tea", Version: "1.3"}, Module: "tea", Name: name, Count: count, Lines: lines, In: "serve"}
	}
	storetest.Put(t, config, store.Uses, "team/shop", use("team/shop", "b.py", "pour_slowly", 3, 4, 9, 11), use("team/shop", "a.py", "pour_slowly", 1, 7), use("team/shop", "a.py", "Kitchen.washTeaPot", 1, 8))
	storetest.Put(t, config, store.Uses, "other/mug", use("other/mug", "c.py", "pour_slowly", 2, 1, 2))
	return store.NewReader(c, slow)
}

// A real store answers as it is asked.
func TestQuestions(t *testing.T) {
	r := shelf(t)
	t.Run("Search", func(t *testing.T) { testSearch(t, r) })
	t.Run("Defined", func(t *testing.T) { testDefined(t, r) })
	t.Run("Uses", func(t *testing.T) { testUses(t, r) })
	if h, err := r.Health(t.Context()); err != nil || h.Repositories != 3 || h.Version == "" {
		t.Errorf("got %+v, %v", h, err)
	}
}

// own is who asks, by where it is from.
func own(remote, root, directory string) store.Own {
	return store.Own{Repository: "x", Origin: store.NewOrigin(remote, root, directory)}
}

// Words and parts of identifiers find definitions of the repositories that are asked for.
func testSearch(t *testing.T, r *store.Reader) {
	for _, tt := range []struct {
		query store.Query
		want  []string
	}{
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}}, []string{"pour_slowly", "drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Tests: true}, []string{"pour_slowly", "test_pour_slowly", "drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"TEAM/*", "x"}}, []string{"pour_slowly"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"other/mu?"}}, []string{"drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Except: store.Own{Repository: "team/tea"}}, []string{"drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Except: own("Example.com/team/tea", "", "")}, []string{"drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Except: own("example.com/a/fork", "1a", "")}, []string{"pour_slowly", "drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Except: own("", "1a", "")}, []string{"drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Tests: true, Except: own("", "1a", "tests")}, []string{"pour_slowly", "drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Except: own("example.com/other/mug", "2b", "")}, []string{"pour_slowly"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Except: own("", "2b", "cups")}, []string{"pour_slowly", "drink"}},
		{store.Query{Text: "pour slowly", Repositories: []string{"*"}, Limit: 1}, []string{"pour_slowly"}},
		{store.Query{Text: "tea pots", Repositories: []string{"*"}}, []string{"washTeaPot", "pour_slowly"}}, // the latter by its path
		{store.Query{Text: "washTeaPot", Repositories: []string{"*"}}, []string{"washTeaPot", "pour_slowly"}},
		{store.Query{Text: "http server", Repositories: []string{"*"}}, []string{"HTTPServer2"}},
		{store.Query{Text: `a"b\*:()`, Repositories: []string{`"\*`}}, nil},
	} {
		if tt.query.Limit == 0 {
			tt.query.Limit = 50
		}
		if got := names(t, r, tt.query); !slices.Equal(got, tt.want) {
			t.Errorf("%+v: got %q, want %q", tt.query, got, tt.want)
		}
	}
}

// A package is found with what names mean in it.
func testDefined(t *testing.T, r *store.Reader) {
	wanted := []store.Wanted{{store.Package{Ecosystem: "pypi", Name: "tea"}, []string{"pour_slowly", "Kitchen.washTeaPot", "brew", "test_pour_slowly"}}, {store.Package{Ecosystem: "npm", Name: "tea"}, []string{"pour"}}, {Package: store.Package{Ecosystem: "pypi", Name: "unused"}}}
	a, err := r.Defined(t.Context(), wanted, store.Own{})
	if err != nil || len(a.Found) != 1 || len(a.Found[0].Definitions) != 2 || a.Found[0].Version != "1.4.0" || a.Found[0].Repository != "team/tea" || a.Found[0].Definitions[1].Container != "Kitchen" {
		t.Errorf("got %+v, %v", a, err)
	}
	if a, err := r.Defined(t.Context(), wanted, store.Own{Repository: "team/tea"}); err != nil || len(a.Found) > 0 {
		t.Errorf("of itself: got %+v, %v", a, err)
	}
	if a, err := r.Defined(t.Context(), wanted, own("example.com/team/tea", "", "")); err != nil || len(a.Found) > 0 {
		t.Errorf("of itself by another name: got %+v, %v", a, err)
	}
}

// Uses of a name are found by repository, path and line, and counted where there are more.
func testUses(t *testing.T, r *store.Reader) {
	q := store.UsesOf{Packages: []store.Package{{Ecosystem: "pypi", Name: "tea"}}, Names: []string{"pour_slowly"}, Repositories: []string{"*"}, Limit: 50}
	ask := func(q store.UsesOf) (places []string, more int) {
		a, err := r.Uses(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range a.Found {
			places = append(places, u.Repository+"/"+u.Path+" "+u.Name)
		}
		return places, a.More
	}
	if got, _ := ask(q); !slices.Equal(got, []string{"other/mug/c.py pour_slowly", "team/shop/a.py pour_slowly", "team/shop/b.py pour_slowly"}) {
		t.Errorf("got %q", got)
	}
	q.Limit = 1
	if got, more := ask(q); len(got) != 1 || more != 2 {
		t.Errorf("got %q and %d more", got, more)
	}
	q.Except, q.Limit = own("", "2b", ""), 50
	if got, _ := ask(q); len(got) != 2 {
		t.Errorf("but for itself: %q", got)
	}
	q.Names, q.Repositories, q.Except = nil, []string{"team/*"}, store.Own{}
	if got, _ := ask(q); len(got) != 3 {
		t.Errorf("of the whole package: %q", got)
	}
}
