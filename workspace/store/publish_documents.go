package store

import (
	"context"
)

// send sends the documents of a file.
func (s *scan) send(d FileDocuments) error {
	place := Place{Repository: s.Repository, Life: Life{From: s.result.Generation}, Path: d.File.Path}
	for i := range d.Definitions {
		d.Definitions[i].Place = place
		if err := s.add("index", Definitions, place, i, d.Definitions[i]); err != nil {
			return err
		}
	}
	for i := range d.Uses {
		d.Uses[i].Place = place
		if err := s.add("index", Uses, place, i, d.Uses[i]); err != nil {
			return err
		}
	}
	for i := range d.Packages {
		d.Packages[i].Place = place
		if err := s.add("index", Packages, place, i, d.Packages[i]); err != nil {
			return err
		}
	}
	d.File.Place = place
	return s.add("index", Files, place, 0, d.File)
}

// replace marks the documents of a file as those that count until this scan does.
func (s *scan) replace(ctx context.Context, lose func(error), old publishedFile) error {
	s.result.Deleted.add(old.Counts)
	if s.Show != nil {
		return nil
	}
	if err := s.begin(ctx, lose); err != nil {
		return err
	}
	s.gone = append(s.gone, old)
	return s.each(old, "update", map[string]any{"doc": map[string]any{"until": s.result.Generation}})
}

// each does something to all documents that there are of a file, to the file's own last.
func (s *scan) each(old publishedFile, action string, document any) error {
	place := Place{Life: old.Life, Path: old.Path}
	for _, of := range []struct {
		kind  Kind
		count int
	}{{Definitions, old.Counts.Definitions}, {Uses, old.Counts.Uses}, {Packages, old.Counts.Packages}, {Files, 1}} {
		for i := range of.count {
			if err := s.add(action, of.kind, place, i, document); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *scan) add(action string, kind Kind, p Place, n int, document any) error {
	return s.sender.add(action, kind, idOf(s.Repository, p, n), s.Repository, document)
}
