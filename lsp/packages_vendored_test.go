//go:build cgo

package lsp

import "testing"

// The packages of Composer, Bundler and Mix lie in the folder.
func TestPackFromVendor(t *testing.T) {
	for what, tt := range map[string]struct{ folder, target, id, want string }{
		"a class and its constants": {`
-- composer.json --
{"require": {"acme/tea": "^1"}}
-- app.php --
<?php
namespace App;
use Acme\Tea\Pot;
use Acme\Tea\Missing;
use function Acme\Tea\brew;
class App extends Pot { function serve() { brew(Pot::SIZE, Missing::X); } }
-- vendor/composer/installed.json --
{"packages": [
        {
            "name": "acme/tea",
            "version": "v1.4.0",
        }
]}
-- vendor/composer/autoload_psr4.php --
<?php
return array(
    'Acme\\Tea\\' => array($vendorDir . '/acme/tea/src'),
);
-- vendor/composer/autoload_files.php --
<?php
return array(
    '0a' => $vendorDir . '/acme/tea/functions.php',
);
-- vendor/acme/tea/src/Pot.php --
<?php
namespace Acme\Tea;
/** Holds tea. */
class Pot { const SIZE = 3; function unused() {} }
-- vendor/acme/tea/functions.php --
<?php
namespace Acme\Tea;
function brew(int $cups, $more): void {}
function other() {}
`, "app.php", "package:composer/acme/tea@v1.4.0", `class Pot  // Holds tea.
    const SIZE = 3
function brew(int $cups, $more): void
`},
		"constants, their methods, and what makes them": {`
-- Gemfile.lock --
    tea (1.4.0)
-- app.rb --
pot = Tea::Pot.new(3)
Tea::Pot.clean(pot)
Tea.brew
Tea::Unknown.call
raise Tea::Cold
-- vendor/bundle/ruby/3.1.0/gems/tea-1.4.0/lib/tea.rb --
require 'tea/errors'
# Makes tea.
module Tea
  def self.brew(cups = 1); end
  class Other
    def self.brew; end
  end
end
-- vendor/bundle/ruby/3.1.0/gems/tea-1.4.0/lib/tea/pot.rb --
module Tea
  class Pot
    class Lid
      def initialize; end
      def self.clean; end
    end
    def initialize(cups); end
    def self.clean(pot); end
    def pour; end
  end
end
-- vendor/bundle/ruby/3.1.0/gems/tea-1.4.0/lib/tea/errors.rb --
module Tea
  class Cold < StandardError; end
end
`, "app.rb", "package:rubygems/tea@1.4.0", `module Tea  # Makes tea.
    def self.brew(cups = 1)
    class Cold < StandardError
    class Pot
        def initialize(cups)
        def self.clean(pot)
`},
		"modules and their functions": {`
-- .ignore --
deps
-- mix.exs --
defp deps, do: [{:tea, "~> 1.0"}]
-- lib/app.ex --
defmodule App do
  alias Tea.Pot
  import Tea, only: [brew: 1]
  def serve, do: brew(Pot.new(3))
end
-- deps/tea/hex_metadata.config --
{<<"version">>,<<"1.4.0">>}.
-- deps/tea/lib/tea.ex --
defmodule Tea do
  @doc "Makes tea."
  def brew(pot), do: pot
  def other, do: 1
end
-- deps/tea/lib/tea/pot.ex --
defmodule Tea.Pot do
  defstruct [:cups]
  defmodule Lid do
    def new(), do: 1
  end
  def new(cups), do: cups
  defp new(cups, _more), do: cups
end
`, "lib/app.ex", "package:hex/tea@1.4.0", `defmodule Tea
    def brew(pot)  # Makes tea.
defmodule Tea.Pot
    def new(cups)
`},
	} {
		s := served(t, write(t, tt.folder), false, "")
		r := s.pack(map[string]any{"targets": s.target(tt.target)})
		if item := r.item(tt.id); item == nil || item.Content != tt.want {
			t.Errorf("%s: got %+v in %v", what, item, r.ofPackages())
		}
		for _, w := range r.Warnings {
			t.Errorf("%s: warning %s", what, w)
		}
	}
}
