package rank

import (
	"encoding/binary"
	"math"

	"github.com/contextls/contextls/analysis"
)

// appendWeights adds the importance of each file, and the weights of its symbols: how many of them others use, and of each of these its
// distance from the one before, and its weight.
func appendWeights(to []byte, importance []float64, weights [][]float64) []byte {
	for n, symbols := range weights {
		to = binary.LittleEndian.AppendUint64(to, math.Float64bits(importance[n]))
		used := 0
		for _, w := range symbols {
			if w != 0 {
				used++
			}
		}
		to = binary.AppendUvarint(to, uint64(used))
		last := 0
		for i, w := range symbols {
			if w != 0 {
				to = binary.AppendUvarint(to, uint64(i-last))
				to = binary.LittleEndian.AppendUint64(to, math.Float64bits(w))
				last = i
			}
		}
	}
	return to
}

// weights reads what appendWeights wrote of a graph.
func (d *keptReader) weights(g *analysis.Graph) (importance []float64, weights [][]float64) {
	importance, weights = make([]float64, g.Len()), make([][]float64, g.Len())
	all := 0
	for n := range weights {
		if facts := g.File(int32(n)).Facts; facts != nil {
			all += int(facts.Symbols)
		}
	}
	spare := make([]float64, all)
	for n := range weights {
		importance[n] = d.float()
		facts := g.File(int32(n)).Facts
		if facts == nil {
			d.bad = d.bad || d.num(0) != 0
			continue
		}
		count := int(facts.Symbols)
		weights[n], spare = spare[:count:count], spare[count:]
		last := 0
		for range d.num(count) {
			if last += d.num(count); d.bad || last >= count {
				d.bad = true
				return importance, weights
			}
			weights[n][last] = d.float()
		}
	}
	return importance, weights
}

func (d *keptReader) float() float64 {
	if len(d.data) < 8 {
		d.bad, d.data = true, nil
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(d.data))
	d.data = d.data[8:]
	return x
}
