package parse

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/contextls/contextls/analysis"
)

// The status bytes of an answer.
const (
	statusBegun = iota // the worker has the whole request: what it dies of from now on may be the file
	statusFacts
	statusError
)

// maxFrame is the longest source or answer that is believed, in bytes.
const maxFrame = 256 << 20

// Work answers requests from r on w until r ends. It is a worker process' whole life.
func Work(r io.Reader, w io.Writer, languages []*analysis.Language) error {
	in, out := bufio.NewReaderSize(r, 1<<16), bufio.NewWriterSize(w, 1<<16)
	for {
		id, err := readFrame(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		src, err := readFrame(in)
		if err != nil {
			return err
		}
		if err := out.WriteByte(statusBegun); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		status, body := extract(languages, string(id), src)
		if err := out.WriteByte(status); err != nil {
			return err
		}
		if err := writeFrame(out, body); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

func extract(languages []*analysis.Language, id string, src []byte) (status byte, body []byte) {
	for _, lang := range languages {
		if lang.ID != id {
			continue
		}
		facts, err := lang.Extract(src)
		if err != nil {
			return statusError, []byte(err.Error())
		}
		return statusFacts, analysis.Encode(facts)
	}
	return statusError, fmt.Appendf(nil, "no language %q", id)
}

func writeFrame(w *bufio.Writer, data []byte) error {
	var length [binary.MaxVarintLen64]byte
	if _, err := w.Write(length[:binary.PutUvarint(length[:], uint64(len(data)))]); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

func readFrame(r *bufio.Reader) ([]byte, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	if n > maxFrame {
		return nil, fmt.Errorf("frame of %d bytes", n)
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, err
	}
	return data, nil
}
