package workspace

// Refusal says why a path must not be shown, "" when it may be: it is what leaves a file out of a
// snapshot, and for a path that is not there (any more) what its name says.
func (s *Snapshot) Refusal(rel string) string {
	if reason := s.Reason(rel); reason != "" {
		return reason
	}
	return s.folder.disk.Check(rel)
}
