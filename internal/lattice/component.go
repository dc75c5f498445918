package lattice

import (
	"cmp"
	"slices"
)

// touch is how near the end of a rule comes to a crossing one, in points.
// Thick borders end half their width before the middle line that they meet.
const touch = 3.0

// A component is a set of rules that hang together.
type component struct{ h, v []Segment }

// components parts the rules into connected sets, ordered by their number of
// rules, the largest first; sets without both kinds of rule are left out.
func components(h, v []Segment) []component {
	slices.SortFunc(h, func(a, b Segment) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Lo, b.Lo)) })
	u, _ := connect(h, v)
	number := make([]int, len(h)+len(v))
	var out []component
	for i := range number {
		r := u.find(i)
		if number[r] == 0 {
			out = append(out, component{})
			number[r] = len(out)
		}
		c := &out[number[r]-1]
		if i < len(h) {
			c.h = append(c.h, h[i])
		} else {
			c.v = append(c.v, v[i-len(h)])
		}
	}
	out = slices.DeleteFunc(out, func(c component) bool { return len(c.h) == 0 || len(c.v) == 0 })
	slices.SortStableFunc(out, func(a, b component) int { return len(b.h) + len(b.v) - len(a.h) - len(a.v) })
	return out
}

// connect unites the horizontal rules, ordered by position, and the vertical
// ones that touch. It also returns the number of tree nodes it has visited.
//
// A line moves from left to right over the plane. The horizontal rules under
// it stand in a tree by their y; a vertical rule is united with those between
// its ends. The rules below one node of the tree, once united, count as one
// until another joins them, so the time is O(n log n) however many crossings
// there are.
func connect(h, v []Segment) (u unions, visits int) {
	type event struct {
		x    float64
		kind int // 0: a horizontal rule comes, 1: a vertical one, 2: a horizontal one goes
		i    int
	}
	events := make([]event, 0, 2*len(h)+len(v))
	for i, s := range h {
		events = append(events, event{s.Lo - touch, 0, i}, event{s.Hi + touch, 2, i})
	}
	for i, s := range v {
		events = append(events, event{s.At, 1, i})
	}
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.x, b.x), a.kind-b.kind, a.i-b.i)
	})
	u = newUnions(len(h) + len(v))
	t := newActive(len(h), u)
	for _, e := range events {
		switch e.kind {
		case 0:
			t.add(e.i)
		case 2:
			t.remove(e.i)
		case 1:
			lo, _ := slices.BinarySearchFunc(h, v[e.i].Lo-touch, func(s Segment, y float64) int { return cmp.Compare(s.At, y) })
			hi, _ := slices.BinarySearchFunc(h, v[e.i].Hi+touch, func(s Segment, y float64) int {
				if s.At <= y {
					return -1
				}
				return 1
			})
			t.unite(lo, hi, len(h)+e.i)
		}
	}
	return u, t.visits
}

// unions is a union-find structure.
type unions []int32

func newUnions(n int) unions {
	u := make(unions, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u unions) find(i int) int {
	for int(u[i]) != i {
		u[i] = u[u[i]]
		i = int(u[i])
	}
	return i
}

// unite merges the sets of a and b; the smaller root stands for both.
func (u unions) unite(a, b int) {
	a, b = u.find(a), u.find(b)
	u[max(a, b)] = int32(min(a, b))
}

// active is a segment tree over the horizontal rules under the sweeping line.
type active struct {
	u      unions
	leaves int
	count  []int32 // rules under each node
	member []int32 // one that is or was under the node while it is united
	united []bool  // all rules under the node are in the set of member
	visits int
}

func newActive(n int, u unions) *active {
	leaves := 1
	for leaves < n {
		leaves *= 2
	}
	return &active{u: u, leaves: leaves, count: make([]int32, 2*leaves), member: make([]int32, 2*leaves), united: make([]bool, 2*leaves)}
}

func (t *active) add(i int) {
	n := t.leaves + i
	t.count[n], t.member[n], t.united[n] = 1, int32(i), true
	for n /= 2; n > 0; n /= 2 {
		t.united[n] = false
		t.count[n]++
	}
}

func (t *active) remove(i int) {
	for n := t.leaves + i; n > 0; n /= 2 {
		t.count[n]--
	}
}

// unite merges rules lo to hi-1 that are under the line with element e.
func (t *active) unite(lo, hi, e int) {
	for lo, hi = lo+t.leaves, hi+t.leaves; lo < hi; lo, hi = lo/2, hi/2 {
		if lo&1 == 1 {
			t.uniteNode(lo, e)
			lo++
		}
		if hi&1 == 1 {
			hi--
			t.uniteNode(hi, e)
		}
	}
}

func (t *active) uniteNode(n, e int) {
	t.visits++
	if t.count[n] == 0 {
		return
	}
	if !t.united[n] {
		t.uniteNode(2*n, e)
		t.uniteNode(2*n+1, e)
		t.united[n], t.member[n] = true, int32(e)
		return
	}
	t.u.unite(int(t.member[n]), e)
}
