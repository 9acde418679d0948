package analysis

import "slices"

// dependence is what an answer depends on: what some files say of some names.
type dependence struct {
	consulted []int32    // the files whose names and types it depends on, by number; below 0, marks of questions
	sets      []*fileSet // further such files
	names     []uint64   // the names that they were asked for, as of hashOfName
}

// ask adds a name that files were asked for.
func (d *dependence) ask(name string) { d.names = append(d.names, hashOfName(name)) }

// depend adds what another answer depends on.
func (d *dependence) depend(on *dependence) {
	d.consulted = append(d.consulted, on.consulted...)
	d.sets = append(d.sets, on.sets...)
	d.names = append(d.names, on.names...)
}

// settle drops what is there twice.
func (d *dependence) settle() {
	d.consulted, d.sets = sorted(d.consulted), fewest(d.sets)
	slices.Sort(d.names)
	d.names = slices.Compact(d.names)
}
