package workspace

import (
	"encoding/binary"
	"fmt"

	"github.com/contextls/contextls/analysis"
)

// packer writes what is kept on disk: numbers as varints, texts after their length.
type packer struct{ data []byte }

func (p *packer) num(n int64) { p.data = binary.AppendVarint(p.data, n) }

func (p *packer) flag(b bool) {
	if b {
		p.num(1)
	} else {
		p.num(0)
	}
}

func (p *packer) text(s string) {
	p.num(int64(len(s)))
	p.data = append(p.data, s...)
}

// unpacker reads what a packer wrote. What is not there is read as nothing, and bad from then on.
type unpacker struct {
	data  []byte
	bad   bool
	names map[string]string // of texts of which few differ
}

func (u *unpacker) num() int64 {
	n, size := binary.Varint(u.data)
	if size <= 0 {
		u.bad, u.data = true, nil
		return 0
	}
	u.data = u.data[size:]
	return n
}

func (u *unpacker) flag() bool { return u.num() == 1 }

// count is a number of elements that take at least size bytes each: what cannot be there is not allocated.
func (u *unpacker) count(size int) int {
	n := u.num()
	if n < 0 || n > int64(len(u.data)/size) {
		u.bad, u.data = true, nil
		return 0
	}
	return int(n)
}

func (u *unpacker) bytes(n int) []byte {
	if n < 0 || n > len(u.data) {
		u.bad, u.data = true, nil
		return nil
	}
	part := u.data[:n]
	u.data = u.data[n:]
	return part
}

func (u *unpacker) text() string { return string(u.bytes(u.count(1))) }

// name is a text of which few differ: equal ones are one value.
func (u *unpacker) name() string {
	part := u.bytes(u.count(1))
	if s, known := u.names[string(part)]; known {
		return s
	}
	if u.names == nil {
		u.names = map[string]string{}
	}
	s := string(part)
	u.names[s] = s
	return s
}

// end says what is wrong with what was read, which was all.
func (u *unpacker) end() error {
	if u.bad || len(u.data) > 0 {
		return fmt.Errorf("%w: what was kept is not whole", analysis.ErrCorrupt)
	}
	return nil
}
