package analysis

import "testing"

func TestConfidenceOfUses(t *testing.T) {
	for confidence, want := range map[float64]string{
		confidenceReceiver / 2: "",
		confidenceReceiver:     "likely",
		confidenceBound / 3:    "likely sure",
		confidenceStar / 2:     "likely sure depending",
		confidenceBound / 2:    "likely sure depending bound",
		confidenceBound:        "likely sure depending bound",
	} {
		u, got := Use{Confidence: confidence}, ""
		for _, c := range []struct {
			name  string
			holds bool
		}{{"likely", u.Likely()}, {" sure", u.Sure()}, {" depending", u.Depending()}, {" bound", u.Bound()}} {
			if c.holds {
				got += c.name
			}
		}
		if got != want {
			t.Errorf("a confidence of %g is %q, want %q", confidence, got, want)
		}
	}
}
