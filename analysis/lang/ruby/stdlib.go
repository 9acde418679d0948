package ruby

import "strings"

// requirable is what can be required because it comes with Ruby, by its first name: the standard library
// and the default and bundled gems.
const requirable = `English abbrev base64 benchmark bigdecimal bundler cgi continuation coverage csv date debug delegate
	did_you_mean digest drb enumerator erb error_highlight etc expect fcntl fiber fiddle fileutils find forwardable getoptlong io
	ipaddr irb json kconv logger matrix minitest mkmf monitor mutex_m net nkf objspace observer open-uri open3 openssl optionparser
	optparse ostruct pathname pp prettyprint prime prism pstore psych pty racc rake random rational rbconfig rdoc readline reline
	resolv resolv-replace rinda ripper ruby2_keywords rubygems securerandom set shellwords singleton socket stringio strscan
	syslog tempfile test-unit thread time timeout tmpdir tsort un unicode_normalize uri weakref win32ole yaml zlib`

// constants are those that Ruby and its standard library define at the top level.
const constants = `ARGF ARGV ArgumentError Array BasicObject Benchmark BigDecimal Binding Bundler CGI CSV Class ClosedQueueError
	Comparable Complex ConditionVariable Coverage DATA DRb Data Date DateTime Delegator DidYouMean Digest Dir ENV EOFError ERB
	Encoding EncodingError English Enumerable Enumerator Errno ErrorHighlight Etc Exception FalseClass Fcntl Fiber FiberError Fiddle
	File FileTest FileUtils Find Float FloatDomainError Forwardable FrozenError GC Gem GetoptLong Hash IO IOError IPAddr IRB
	IndexError Integer Interrupt IPSocket JSON Kernel KeyError Kconv LoadError LocalJumpError Logger Marshal MatchData Math Matrix Method
	Minitest Module Monitor MonitorMixin Mutex Mutex_m NKF NameError Net NilClass NoMatchingPatternError
	NoMatchingPatternKeyError NoMemoryError NoMethodError NotImplementedError Numeric Object ObjectSpace Observable Open3 OpenSSL
	OpenStruct OptParse OptionParser PP PStore PTY Pathname Prime Prism Proc Process Psych Queue RDoc RUBYGEMS_ACTIVATION_MONITOR
	RUBY_COPYRIGHT RUBY_DESCRIPTION RUBY_ENGINE RUBY_ENGINE_VERSION RUBY_PATCHLEVEL RUBY_PLATFORM RUBY_RELEASE_DATE RUBY_REVISION
	RUBY_VERSION Racc Ractor Rake Random Range RangeError Rational RbConfig Readline Refinement Regexp RegexpError Reline Resolv
	Rinda Ripper Ruby RubyVM RuntimeError STDERR STDIN STDOUT ScriptError SecureRandom SecurityError Set Shellwords Signal
	SignalException SimpleDelegator Singleton SizedQueue Socket SocketError StandardError StopIteration String StringIO
	StringScanner Struct Symbol SyntaxError Syslog SystemCallError SystemExit SystemStackError TCPServer TCPSocket
	TOPLEVEL_BINDING TSort Tempfile Thread ThreadError ThreadGroup Time Timeout TracePoint TrueClass TypeError UDPSocket
	UNIXServer UNIXSocket URI UnboundMethod UncaughtThrowError UnicodeNormalize WIN32OLE Warning WeakRef YAML ZeroDivisionError Zlib
	Addrinfo BasicSocket CLEAN CLOBBER DelegateClass JRUBY_VERSION OpenURI RakeFileUtils SortedSet`

// families are the gems that are known under names other than their own, each with what of theirs is
// required and the constants that they define.
const families = `
	rails: rails active_support active_record active_model active_job active_storage action_controller action_view action_dispatch
	action_mailer action_cable action_pack action_text action_mailbox abstract_controller Rails ActiveSupport ActiveRecord
	ActiveModel ActiveJob ActiveStorage ActionController ActionView ActionDispatch ActionMailer ActionCable ActionText
	ActionMailbox AbstractController
	actionpack: action_controller action_dispatch abstract_controller ActionController ActionDispatch AbstractController
	actionview: action_view ActionView
	railties: rails Rails
	eventmachine: eventmachine em EM EventMachine
	rspec-core: rspec RSpec
	rspec-rails: rspec RSpec
	test-unit: test Test
	ruby-progressbar: ProgressBar
	cool.io: cool.io coolio Coolio
	msgpack: MessagePack
	sass-embedded: sass Sass
	aws-sdk: Aws
	language_server-protocol: LanguageServer
	unicode-display_width: unicode/display_width Unicode
	factory_bot_rails: factory_bot FactoryBot`

// family is what a gem is known under beside its own name.
func family(gem string) []string {
	_, rest, found := strings.Cut(families, "\t"+gem+": ")
	if !found {
		return nil
	}
	if next := strings.IndexByte(rest, ':'); next >= 0 {
		rest = rest[:strings.LastIndexByte(rest[:next], '\n')]
	}
	return strings.Fields(rest)
}

// builtins are what Ruby itself has.
type builtins struct {
	library   map[string]bool // what can be required, up to the first slash
	constants map[string]bool
}

func readBuiltins() *builtins { return &builtins{set(requirable), set(constants)} }

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
