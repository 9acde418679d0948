package rank

// kind is one of the kinds of signals that a score is made of.
type kind int

const (
	byStructure kind = iota
	byText
	byHistory
	kinds // how many there are
)

// signal is what one kind of evidence says of the files: values by node, 0–1, and what they are worth beside the
// other signals, which is less where some of its parts say nothing.
type signal struct {
	values []float64
	worth  float64
}

// part is one of the things that a signal is made of, likewise.
type part struct {
	values []float64
	worth  float64
}

// mix is the mean of parts by their worth; those that say nothing of any file do not count.
func mix(parts ...part) signal {
	values, worth := make([]float64, len(parts[0].values)), 0.0
	for _, p := range parts {
		counts := false
		for n, v := range p.values {
			values[n] += p.worth * v
			counts = counts || v > 0
		}
		if counts {
			worth += p.worth
		}
	}
	for n := range values {
		if worth > 0 {
			values[n] /= worth
		}
	}
	return signal{values, worth}
}

// relative scales values to the greatest of the files that are not targets; those do not exceed 1.
func relative(values []float64, target []bool) []float64 {
	greatest := 0.0
	for n, v := range values {
		if !target[n] {
			greatest = max(greatest, v)
		}
	}
	scaled := make([]float64, len(values))
	for n, v := range values {
		if greatest > 0 {
			scaled[n] = min(1, v/greatest)
		}
	}
	return scaled
}
