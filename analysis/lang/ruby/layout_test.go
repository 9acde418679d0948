package ruby

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

func use(spec string) *analysis.Import {
	return &analysis.Import{Specifier: spec, Names: []analysis.Binding{{Name: spec, Local: spec}}}
}

func TestLayout(t *testing.T) {
	gems := []string{"tea-1.9.0/lib/tea.rb", "tea-1.10.0/lib/tea.rb", "tea-1.10.0/lib/tea/green_leaf.rb", "tea-1.10.0/lib/tea/pot.rb", "tea-1.10.0/lib/tea/pot/lid.rb",
		"tea-milk-2.0.0-x86_64-linux/lib/tea/milk.rb", "activecup-3.0/lib/active_cup/base.rb", "net-http2-0.18.0/lib/net-http2.rb", "out.rb"}
	folder, home, system := fstest.MapFS{}, fstest.MapFS{}, fstest.MapFS{}
	for _, p := range gems {
		folder["app/vendor/bundle/ruby/3.1.0/gems/"+p] = &fstest.MapFile{}
		home["gems/"+p] = &fstest.MapFile{}
		system["gems/3.1.0/gems/"+p] = &fstest.MapFile{}
	}
	system["gems/3.0.0/gems/tea-1.11.0/lib/tea.rb"] = &fstest.MapFile{} // of an older Ruby
	l := layout()
	for _, tt := range []struct{ spec, gem, version, want string }{
		{"Tea::GreenLeaf", "tea", "", "tea 1.10.0 tea/green_leaf.rb"},
		{"::Tea::Pot::Lid", "tea", "", "tea 1.10.0 tea/pot/lid.rb"},
		{"Tea::Pot::SIZE", "tea", "", "tea 1.10.0 tea/pot.rb"},
		{"Tea::Unknown", "tea", "", "tea 1.10.0 tea.rb"},
		{"Tea", "tea", "1.9.0", "tea 1.9.0 tea.rb"},
		{"Tea", "tea", "1.8.0", "  "},
		{"Tea::Milk", "tea-milk", "2.0.0", "tea-milk 2.0.0-x86_64-linux tea/milk.rb"},
		{"ActiveCup::Base", "cups", "", "activecup 3.0 active_cup/base.rb"},
		{"NetHttp2", "net", "", "net-http2 0.18.0 net-http2.rb"},
		{"Tea::Honey", "tea-honey", "", "  "}, // which is not installed
		{"Tea::Pot", "tea-honey", "", "tea 1.10.0 tea/pot.rb"},
		{"Out", "out", "", "  "},
		{"Coffee", "coffee", "", "  "},
	} {
		for where, m := range map[string]analysis.InstalledModule{
			"the folder":        l.Find(folder, false, "app/lib/x.rb", use(tt.spec), analysis.Package{Name: tt.gem, Version: tt.version}),
			"a person's home":   l.Find(home, true, "app/lib/x.rb", use(tt.spec), analysis.Package{Name: tt.gem, Version: tt.version}),
			"the system's gems": l.Find(system, true, "app/lib/x.rb", use(tt.spec), analysis.Package{Name: tt.gem, Version: tt.version}),
		} {
			file := ""
			if len(m.Files) == 1 {
				_, file, _ = strings.Cut(m.Files[0], "/lib/")
			}
			if got := m.Package.Name + " " + m.Package.Version + " " + file; got != tt.want || !m.Loose {
				t.Errorf("%s in %s: %q, want %q", tt.spec, where, got, tt.want)
			}
		}
	}
	if m := l.Find(folder, false, "other/x.rb", use("Tea"), analysis.Package{Name: "tea"}); len(m.Files) > 0 {
		t.Errorf("gems of another directory: %v", m.Files)
	}
	if m := l.Find(folder, false, "app/x.rb", &analysis.Import{Specifier: "tea", Star: true}, analysis.Package{Name: "tea"}); len(m.Files) > 0 {
		t.Errorf("a require leads to names: %v", m.Files)
	}
}

func TestFollow(t *testing.T) {
	folder := fstest.MapFS{}
	for _, p := range []string{"tea.rb", "tea/pot.rb", "tea/errors.rb", "other.rb"} {
		folder["gems/tea-1.0/lib/"+p] = &fstest.MapFile{}
	}
	folder["gems/tea-1.0/private.rb"] = &fstest.MapFile{}
	l := layout()
	for _, tt := range []struct {
		from string
		imp  *analysis.Import
		want string
	}{
		{"tea.rb", &analysis.Import{Specifier: "tea/errors", Star: true}, "[tea/errors.rb]"},
		{"tea.rb", &analysis.Import{Specifier: "./tea/pot.rb", Star: true}, "[tea/pot.rb]"},
		{"tea/pot.rb", &analysis.Import{Specifier: "tea/errors", Star: true}, "[]"},
		{"tea/pot.rb", use("Tea::Errors"), "[tea/errors.rb]"},
		{"tea.rb", &analysis.Import{Specifier: "nothing", Star: true}, "[]"},
	} {
		got := l.Follow(folder, "gems/tea-1.0/lib/"+tt.from, tt.imp).Files
		if text := strings.ReplaceAll(fmt.Sprint(got), "gems/tea-1.0/lib/", ""); text != tt.want {
			t.Errorf("%s of %s: %s, want %s", tt.imp.Specifier, tt.from, text, tt.want)
		}
	}
}

func TestShared(t *testing.T) {
	env := map[string]string{"GEM_HOME": "/g", "GEM_PATH": "/p:/g", "HOME": "/home/me"}
	want := "[/g /p /home/me/.gem /home/me/.local/share/gem /home/me/.rbenv /var/lib /usr/local/lib/ruby /usr/lib/ruby /usr/share]"
	l := layout()
	if got := fmt.Sprint(l.Shared(func(key string) string { return env[key] })); got != want {
		t.Errorf("shared: %s, want %s", got, want)
	}
	for p, want := range map[string]bool{"gems/tea-1.0/lib/tea.rb": true, "ruby/3.1.0/gems": true, "rubygems-integration/all": true, "versions/3.1.0": true,
		"doc/x": false, "dpkg/status": false, "credentials": false} {
		if l.Owns(p, true) != want {
			t.Errorf("%s is a package manager's: %v", p, !want)
		}
	}
}

// An import knows its gem, and the version that the nearest lock says.
func TestPackageOfImport(t *testing.T) {
	r := newResolver(analysis.NewTree([]analysis.File{
		{Path: "Gemfile", Manifest: []byte("gem 'rails'\ngem \"yajl-ruby\"\n")},
		{Path: "Gemfile.lock", Manifest: []byte("GEM\n  specs:\n    activerecord (7.1.2)\n      activemodel (= 7.1.2)\n    nokogiri (1.16.0-x86_64-linux)\n    rails (7.1.2)\n")},
		{Path: "a.rb"}, {Path: "sub/Gemfile.lock", Manifest: []byte("    activerecord (6.0.1)\n")}, {Path: "sub/a.rb"},
	}))
	for _, tt := range []struct {
		from string
		imp  *analysis.Import
		want string
	}{
		{"a.rb", use("ActiveRecord::Base"), "{rubygems activerecord 7.1.2 }"},
		{"sub/a.rb", use("ActiveRecord::Base"), "{rubygems activerecord 6.0.1 }"},
		{"a.rb", use("ActiveSupport"), "{rubygems rails 7.1.2 }"},
		{"a.rb", use("Yajl::Parser"), "{rubygems yajl-ruby  }"},
		{"a.rb", use("Nokogiri::XML"), "{rubygems nokogiri 1.16.0 }"},
		{"a.rb", &analysis.Import{Specifier: "nokogiri/html", Star: true}, "{rubygems nokogiri 1.16.0 }"},
		{"a.rb", use("String"), "<nil>"},
		{"a.rb", use("Unknown"), "<nil>"},
	} {
		got := "<nil>"
		if p := r.Resolve(tt.from, tt.imp).Package; p != nil {
			got = fmt.Sprintf("{%s %s %s %s}", p.Ecosystem, p.Name, p.Version, p.As)
		}
		if got != tt.want {
			t.Errorf("%s of %s is of %s, want %s", tt.imp.Specifier, tt.from, got, tt.want)
		}
	}
}
