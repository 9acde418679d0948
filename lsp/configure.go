package lsp

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/lsp/settings"
)

// section is the name of our settings.
const section = "contextls"

// configure asks the client for the settings, and to be told when they change, if it can do so.
func (s *server) configure() {
	if s.info.registers {
		s.background("asking to be told of settings", s.register)
	}
	if !s.info.configuration {
		return // those of initialize stay
	}
	s.pull(s.revision.Add(1), nil)
}

// register asks to be told when settings change.
func (s *server) register() {
	type registration struct {
		ID              string            `json:"id"`
		Method          string            `json:"method"`
		RegisterOptions map[string]string `json:"registerOptions"`
	}
	_, _ = s.ask("client/registerCapability", map[string]any{"registrations": []registration{
		{"contextls.settings", "workspace/didChangeConfiguration", map[string]string{"section": section}}}},
		func(err error) bool {
			s.logFailure(err, "the client will not tell of changed settings")
			return true
		})
}

// A client that gives no answer is asked again after as long as it may take for one, and twice as long each time it
// goes on, up to lastAsk.
const lastAsk = 5 * time.Minute

// ask asks the client until it answers, be it with an error. Each time that it does not, failed is told why, and
// says whether to ask again.
func (s *server) ask(method string, params any, failed func(error) bool) (raw []byte, err error) {
	for wait := cmp.Or(s.opts.callLimit, rpc.DefaultCallLimit); ; wait = min(2*wait, lastAsk) {
		raw, err = s.client.Call(s.ctx, method, params)
		var refused *jsonrpc2.Error
		if err == nil || !failed(err) || errors.As(err, &refused) || errors.Is(err, rpc.ErrClosed) {
			return raw, err
		}
		select {
		case <-time.After(wait):
		case <-s.ctx.Done():
			return nil, s.ctx.Err()
		}
	}
}

// pull asks for the client's settings and takes in what it answers. Until it does, what it has sent counts, nil for
// nothing.
func (s *server) pull(revision int64, sent []byte) {
	raw, err := s.ask("workspace/configuration", map[string]any{"items": []map[string]string{{"section": section}}}, func(err error) bool {
		s.logFailure(err, "the client does not tell its settings")
		s.apply(revision, sent)
		sent = nil
		return s.revision.Load() == revision // else it was asked again since
	})
	if err != nil {
		return
	}
	var sections []jsontext.Value
	if protocol.Unmarshal(raw, &sections) == nil && len(sections) > 0 && string(sections[0]) != "null" {
		s.apply(revision, sections[0])
	}
}

// didChangeConfiguration asks for the settings where that is possible, or takes those that are sent.
func (s *server) didChangeConfiguration(params []byte) {
	p, _ := parse[struct {
		Settings map[string]jsontext.Value `json:"settings"`
	}](s, "workspace/didChangeConfiguration", params)
	sent, revision := p.Settings[section], s.revision.Add(1)
	if s.info.configuration {
		s.background("asking for settings", func() { s.pull(revision, sent) })
	} else {
		s.background("taking in settings", func() { s.apply(revision, sent) })
	}
}

// apply takes in settings of the client, nil for none, unless later ones are in use already: answers may
// come in another order than the questions.
func (s *server) apply(revision int64, raw []byte) {
	if raw == nil {
		return
	}
	s.configuring.Lock()
	defer s.configuring.Unlock()
	if revision < s.configured {
		return
	}
	s.configured = revision
	s.mu.Lock()
	s.settings = raw
	s.mu.Unlock()
	s.reconfigure()
}

// reconfigure takes in what all that say settings say now; it needs the configuring lock.
func (s *server) reconfigure() {
	if s.load() {
		s.restart()
	}
	s.lens.poke()
}

// load reads the settings of all folders, and tells of new problems: the person once for each key of a source, the log
// of what else is wrong with it. It reports whether a folder that
// was open already is to be read in another way.
func (s *server) load() (reread bool) {
	s.loading.Lock()
	defer s.loading.Unlock()
	s.mu.Lock()
	raw, roots, before := s.settings, s.roots, s.stamps
	s.mu.Unlock()
	client, err := settingsObject(raw)
	base := s.opts.Sources.Load("", client)
	problems := base.Problems
	if err != nil {
		problems = append([]string{err.Error()}, problems...)
	}
	folders, stamps := map[string]settings.Values{}, map[string]settings.Stamp{}
	for _, root := range roots {
		stamps[root] = settings.StampOf(root)
		c := s.opts.Sources.Load(root, client)
		folders[root] = c.Values
		for _, p := range c.Problems {
			if !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
		if _, known := before[root]; known {
			was := s.engine.Settings(root)
			reread = reread || !c.Values.ReadsLike(&was)
		}
	}
	s.engine.Configure(base.Values, folders)
	bySubject := map[string][]string{}
	for _, p := range problems {
		subject := s.opts.Sources.Subject(p)
		bySubject[subject] = append(bySubject[subject], p)
	}
	s.mu.Lock()
	told := s.mistakes
	s.mistakes, s.stamps = bySubject, stamps
	s.mu.Unlock()
	for subject, mistakes := range bySubject {
		before, known := told[subject]
		for i, p := range mistakes {
			text := "contextls: setting " + p + "; it does not count"
			switch {
			case !known && i == 0:
				s.client.showMessage(warningMessage, text)
			case !slices.Contains(before, p): // somebody types, or several folders say several things
				s.client.logMessage(warningMessage, text)
			}
		}
	}
	return reread
}

// settingsObject decodes what a client sets; null and nothing are no settings.
func settingsObject(raw []byte) (object map[string]any, err error) {
	return protocol.Decode[map[string]any](raw)
}

// checkFile reads the settings again when a folder's own file of them is another one than before.
func (s *server) checkFile(root string) {
	now := settings.StampOf(root)
	s.mu.Lock()
	before, known := s.stamps[root]
	s.mu.Unlock()
	if !known || before == now {
		return
	}
	s.configuring.Lock()
	defer s.configuring.Unlock()
	s.reconfigure()
}
