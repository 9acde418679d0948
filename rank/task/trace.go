package task

import "strings"

// frame is one line of a stack trace that says where a call was.
type frame struct {
	path    string
	line    int
	name    string // of the function, without what it is in; "" where the line does not say it
	message string // of the error, where it stands beside its first frame
	last    bool   // in its language the innermost frame comes last
}

// maxBetween is how many lines may stand between two frames of a trace: those of the code there, or of the functions.
const maxBetween = 3

// frameLine reads a line of a trace, if it is one, and reports it; other lines end the trace when there are too many of them.
func (r *reader) frameLine(line string) bool {
	if strings.Contains(line, "Traceback (") {
		r.endTrace()
		return true // it says nothing of its own
	}
	called := r.called
	var alone bool
	if r.called, alone = readCall(line); alone {
		return true
	}
	f, ok := readFrame(line)
	if !ok {
		if r.between++; r.between > maxBetween {
			r.endTrace()
		}
		r.echo = r.between == 1 && len(r.frames) > 0 && r.frames[0].last && line != strings.TrimLeft(line, " \t") && !reportsError(line)
		return false
	}
	r.echo = false
	if len(r.frames) > 0 && r.frames[0].last != f.last {
		r.endTrace()
	}
	if f.name == "" {
		f.name = called
	}
	r.between = 0
	r.frames = append(r.frames, f)
	if f.message != "" {
		r.piece(f.message, quoted, "")
		r.pastTitle = true
	}
	return true
}

// endTrace notes the files of a trace, the innermost first.
func (r *reader) endTrace() {
	if len(r.frames) == 0 {
		return
	}
	r.traces++
	title := !r.pastTitle
	r.pastTitle = true // a bare trace has no title
	weight := wordWeights[quoted] * pathWordWeight
	for i, f := range r.frames {
		if f.last {
			f = r.frames[len(r.frames)-1-i]
		}
		base := f.path[strings.LastIndexByte(f.path, '/')+1:]
		r.word(base[:strings.LastIndexByte(base, '.')+1]+" "+f.name, weight)
		weight = max(weight*frameWordDecay, wordWeights[fenced]/2)
		known := len(r.task.Paths)
		if r.notePath(f.path, f.line, frameWeight, false); len(r.task.Paths) > known {
			r.task.Paths[known].Trace, r.task.Paths[known].Function = r.traces, f.name
		}
	}
	r.frames, r.pastTitle = r.frames[:0], !title
}

// readFrame reads a line as a frame of Python, Go, JavaScript, the JVM, .NET, Rust, Ruby, PHP, Elixir, a sanitizer or a debugger.
func readFrame(line string) (f frame, ok bool) {
	text := strings.TrimLeft(line, " \t>|")
	if place, found := strings.CutPrefix(text, `File "`); found {
		path, rest, _ := strings.Cut(place, `"`)
		_, name, _ := strings.Cut(rest, ", in ")
		return newFrame(path, rest, name, true)
	}
	if call, found := strings.CutPrefix(text, "at "); found {
		return calledAt(strings.TrimPrefix(call, "async "))
	}
	text = strings.TrimPrefix(text, "from ")
	for _, in := range []string{":in `", ":in '"} {
		if place, name, found := strings.Cut(text, in); found {
			name, message, _ := strings.Cut(name, "'")
			f, ok = newFrame(place, "", lastName(name), false)
			f.message = strings.TrimPrefix(message, ":")
			return f, ok
		}
	}
	if strings.HasPrefix(text, "#") {
		return numbered(text)
	}
	if place, offset, _ := strings.Cut(text, " "); strings.Contains(place, ".go:") && (strings.HasPrefix(offset, "+0x") || offset == "" && text != line) {
		return newFrame(place, "", "", false)
	}
	if place, call, found := strings.Cut(text, ": "); found && text != line {
		return placed(place, call)
	}
	return frame{}, false
}

// placed reads "(shop 1.0.2) lib/shop/cart.ex:9: Shop.Cart.add/2" of Elixir.
func placed(place, call string) (frame, bool) {
	if app, p, found := strings.Cut(place, ") "); found && strings.HasPrefix(app, "(") {
		place = p
	}
	if !strings.Contains(place, ".ex:") && !strings.Contains(place, ".exs:") && !strings.Contains(place, ".erl:") {
		return frame{}, false
	}
	return newFrame(place, "", lastName(withoutArity(call)), false)
}

// calledAt reads what follows "at": a place, or a function with its place in brackets or behind "in".
func calledAt(call string) (frame, bool) {
	if name, place, found := strings.Cut(call, ") in "); found { // .NET
		name, _, _ = strings.Cut(name, "(")
		return newFrame(strings.Replace(place, ":line ", ":", 1), "", lastName(name), false)
	}
	open := strings.LastIndexByte(call, '(')
	if open < 0 || !strings.HasSuffix(call, ")") {
		return newFrame(call, "", "", false)
	}
	name, place := strings.TrimSpace(call[:open]), call[open+1:len(call)-1]
	if strings.Contains(name, ".") && !strings.ContainsAny(place, `/\`) { // the JVM: the package is the directory
		name = name[strings.LastIndexByte(name, '/')+1:]
		parts := strings.Split(name, ".")
		return newFrame(strings.Join(append(parts[:max(0, len(parts)-2)], place), "/"), "", lastName(name), false)
	}
	name, _, _ = strings.Cut(name, " [as ")
	return newFrame(place, "", lastName(name), false)
}

// numbered reads "#0 /x.php(12): f()", "#0 0x1 in f () at x.c:12" and "#0 0x1 in f(int) /x.c:12:3".
func numbered(text string) (frame, bool) {
	_, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if name, place, found := strings.Cut(rest, " at "); found {
		name, _, _ = strings.Cut(name, " (")
		return newFrame(place, "", name[strings.LastIndexByte(name, ' ')+1:], false)
	}
	if place, call, found := strings.Cut(rest, "): "); found {
		path, number, _ := strings.Cut(place, "(")
		name, _, _ := strings.Cut(call, "(")
		return newFrame(path+":"+number, "", lastName(strings.ReplaceAll(name, "->", ".")), false)
	}
	if _, call, found := strings.Cut(rest, " in "); found && strings.HasPrefix(rest, "0x") {
		name, _, _ := strings.Cut(call, "(")
		name, _, _ = strings.Cut(name, " ")
		return newFrame(call[strings.LastIndexByte(call, ' ')+1:], "", lastName(name), false)
	}
	return frame{}, false
}

// newFrame is the frame of a place, if that is a file with a line.
func newFrame(place, rest, name string, last bool) (frame, bool) {
	if scheme, p, found := strings.Cut(place, "://"); found {
		place = p
		if strings.HasPrefix(scheme, "http") {
			_, place, _ = strings.Cut(p, "/")
		}
	}
	place = strings.Trim(place, " \t")
	if file, query, found := strings.Cut(place, "?"); found { // as of bundlers
		_, number, _ := strings.Cut(query, ":")
		place = file + ":" + number
	}
	p, line, ok := pathOf(strings.TrimPrefix(place, "/./"), rest)
	if !ok || line == 0 || strings.ContainsAny(p, " \t") {
		return frame{}, false
	}
	if !isIdentifier(name) {
		name = ""
	}
	return frame{path: p, line: line, name: name, last: last}, true
}

// lastName is the last part of a qualified name.
func lastName(name string) string {
	name = strings.TrimSpace(name)
	return name[strings.LastIndexAny(name, ".:\\# ")+1:]
}
