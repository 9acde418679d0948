package analysis

// Stored is a part of something that is kept, to be read piece by piece as it is asked for.
type Stored struct {
	read          func(at, n int, room []byte) []byte
	first, length int
}

// NewStored is all of what read gives n bytes of from a place on, in room where that is large enough; nil where they are lost.
func NewStored(length int, read func(at, n int, room []byte) []byte) Stored {
	return Stored{read, 0, length}
}

// StoredBytes are bytes that are there.
func StoredBytes(data []byte) Stored {
	return NewStored(len(data), func(at, n int, _ []byte) []byte { return data[at : at+n : at+n] })
}

// Len is how many bytes there are.
func (s Stored) Len() int { return s.length }

// Read gives n bytes from a place on, in room where that is large enough; nil where they are lost, or not there.
func (s Stored) Read(at, n int, room []byte) []byte {
	if at < 0 || n < 0 || at > s.length-n {
		return nil
	}
	if n == 0 {
		return []byte{}
	}
	return s.read(s.first+at, n, room)
}

// Part are n bytes from a place on, or as many as there are.
func (s Stored) Part(at, n int) Stored {
	at = min(max(at, 0), s.length)
	return Stored{s.read, s.first + at, min(max(n, 0), s.length-at)}
}

// Split are the first n bytes and the rest.
func (s Stored) Split(n int) (Stored, Stored) { return s.Part(0, n), s.Part(n, s.length) }
