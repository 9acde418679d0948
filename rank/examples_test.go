package rank

import "testing"

// Examples and benchmarks come below what they show, unless they are asked for.
func TestExamplesRankBelow(t *testing.T) {
	text := "import shop/cart Cart\nadd coupon coupon coupon to a cart"
	g := plainGraph(map[string]string{
		"shop/cart": "def Cart\nadd coupon to a cart", "shop/web": "import shop/cart Cart\ncoupon", "examples/coupons": text, "Benchmarks/coupons": text,
	})
	ix := NewIndex(nil, g, nil)
	for _, tt := range []struct {
		query Query
		first string // of these two
		other string
	}{
		{Query{Task: "Add a coupon to a cart"}, "shop/cart", "examples/coupons"},
		{Query{Task: "Add a coupon to a cart"}, "shop/cart", "Benchmarks/coupons"},
		{Query{Task: "Add a coupon to the examples"}, "examples/coupons", "shop/cart"},
		{Query{Task: "Add a coupon", Targets: []int32{node(g, "Benchmarks/coupons")}}, "examples/coupons", "shop/web"},
	} {
		place := map[string]int{}
		for i, r := range rank(t, ix, tt.query, all()) {
			place[r.Path] = i
		}
		if place[tt.first] > place[tt.other] {
			t.Errorf("%+v: %s is behind %s", tt.query, tt.first, tt.other)
		}
	}
}
