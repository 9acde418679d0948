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
		_, err := s.client.call(s.ctx, "client/registerCapability", map[string]any{"registrations": []registration{
			{"contextls.settings", "workspace/didChangeConfiguration", map[string]string{"section": section}}}})
		s.client.report(err, "the client will not tell of changed settings")
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
	raw, err := s.client.call(s.ctx, "workspace/configuration", map[string]any{"items": []map[string]string{{"section": section}}})
	if err != nil {
		s.client.report(err, "the client does not tell its settings")
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

// apply takes in settings; it needs the configuring lock.
func (s *server) apply(raw []byte) {
	settings, problems := ParseSettings(raw)
	before := s.engine.Settings()
	s.engine.Configure(settings)
	s.mu.Lock()
	fresh := slices.DeleteFunc(slices.Clone(problems), func(p string) bool { return slices.Contains(s.problems, p) })
	s.problems = problems
	s.mu.Unlock()
	for _, p := range fresh {
		s.client.showMessage(warningMessage, "contextls: setting "+p+"; its default is used")
	}
	if or(settings.MaxFileBytes, 0) != or(before.MaxFileBytes, 0) || !slices.Equal(settings.Ignore, before.Ignore) {
		s.restart(settings)
	}
	s.lens.poke()
}
