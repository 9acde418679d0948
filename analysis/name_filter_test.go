package analysis

import (
	"fmt"
	"testing"
)

// Of the names of uses each may be one, and of others hardly any.
func TestNameFilter(t *testing.T) {
	for _, count := range []int{0, 1, 8, 9, 100, 5000} {
		uses := make([]Use, count)
		for i := range uses {
			uses[i].Name = fmt.Sprint("name", i)
		}
		names := new(chunks).namesOf(uses)
		for i := range uses {
			if !names.may(hashOfName(uses[i].Name)) {
				t.Errorf("%d uses: none has the name of the one of number %d", count, i)
			}
		}
		wrong := 0
		for i := range 10_000 {
			if names.may(hashOfName(fmt.Sprint("other", i))) {
				wrong++
			}
		}
		if count == 0 && wrong > 0 || wrong > 600 {
			t.Errorf("%d uses: %d of 10000 other names may be theirs", count, wrong)
		}
	}
}
