package lsp

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// section is the name of our settings.
const section = "contextls"

// configure asks the client for the settings, and to be told when they change, if it can do so.
func (s *server) configure() {
	if s.info.registers {
		type registration struct {
			ID              string            `json:"id"`
			Method          string            `json:"method"`
			RegisterOptions map[string]string `json:"registerOptions"`
		}
		_, err := s.client.Call(s.ctx, "client/registerCapability", map[string]any{"registrations": []registration{
			{"contextls.settings", "workspace/didChangeConfiguration", map[string]string{"section": section}}}})
		s.logFailure(err, "the client will not tell of changed settings")
	}
	s.pull()
}

// pull takes in the client's present settings. Without any, those of initialize stay.
func (s *server) pull() {
	if !s.info.configuration {
		return
	}
	s.configuring.Lock()
	defer s.configuring.Unlock()
	raw, err := s.client.Call(s.ctx, "workspace/configuration", map[string]any{"items": []map[string]string{{"section": section}}})
	if err != nil {
		s.logFailure(err, "the client does not tell its settings")
		return
	}
	var sections []jsontext.Value
	if json.Unmarshal(raw, &sections, wireJSON) != nil || len(sections) == 0 || string(sections[0]) == "null" {
		return
	}
	s.apply(sections[0])
}

// didChangeConfiguration takes settings from what is sent, or asks for them where that is possible.
func (s *server) didChangeConfiguration(params []byte) {
	if s.info.configuration {
		go s.pull()
		return
	}
	p, ok := parse[struct {
		Settings map[string]jsontext.Value `json:"settings"`
	}](s, "workspace/didChangeConfiguration", params)
	if raw, given := p.Settings[section]; ok && given {
		go func() {
			s.configuring.Lock()
			defer s.configuring.Unlock()
			s.apply(raw)
		}()
	}
}

// apply takes in the client's settings; it needs the configuring lock.
func (s *server) apply(raw []byte) {
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

// load reads the settings of all folders, and tells of new problems. It reports whether a folder that
// was open already is to be read in another way.
func (s *server) load() (reread bool) {
	s.loading.Lock()
	defer s.loading.Unlock()
	s.mu.Lock()
	raw, roots, before := s.settings, s.roots, s.stamps
	s.mu.Unlock()
	base := s.opts.Sources.Load("", raw)
	problems := base.Problems
	folders, stamps := map[string]Settings{}, map[string]stamp{}
	for _, root := range roots {
		stamps[root] = stampOf(root)
		c := s.opts.Sources.Load(root, raw)
		folders[root] = c.Settings
		for _, p := range c.Problems {
			if !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
		if _, known := before[root]; known {
			was := s.engine.Settings(root)
			reread = reread || !c.Settings.readsAlike(&was)
		}
	}
	s.engine.Configure(base.Settings, folders)
	s.mu.Lock()
	fresh := slices.DeleteFunc(slices.Clone(problems), func(p string) bool { return slices.Contains(s.problems, p) })
	s.problems, s.stamps = problems, stamps
	s.mu.Unlock()
	for _, p := range fresh {
		s.client.showMessage(warningMessage, "contextls: setting "+p+"; it does not count")
	}
	return reread
}

// checkFile reads the settings again when a folder's own file of them is another one than before.
func (s *server) checkFile(root string) {
	now := stampOf(root)
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
