// Package geom holds points, rectangles, quads and affine matrices in the
// plane. It knows nothing of PDF; its callers say which way y points.
package geom

import "math"

// A Point is a position or a displacement.
type Point struct{ X, Y float64 }

// Add returns p + q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns p - q.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Mul returns p scaled by k.
func (p Point) Mul(k float64) Point { return Point{p.X * k, p.Y * k} }

// Dot returns the inner product of p and q.
func (p Point) Dot(q Point) float64 { return p.X*q.X + p.Y*q.Y }

// Cross returns the z component of the outer product of p and q.
func (p Point) Cross(q Point) float64 { return p.X*q.Y - p.Y*q.X }

// Len returns the length of p.
func (p Point) Len() float64 { return math.Hypot(p.X, p.Y) }

// A Rect is the set of points with X0 <= x <= X1 and Y0 <= y <= Y1. It is
// empty when X1 < X0 or Y1 < Y0; a line's bounds are not empty.
type Rect struct{ X0, Y0, X1, Y1 float64 }

// Everything is a rectangle that contains all coordinates a page can have.
func Everything() Rect { return Rect{-1e9, -1e9, 1e9, 1e9} }

// Nothing is the empty rectangle that Union and Include start from.
func Nothing() Rect { return Rect{1e9, 1e9, -1e9, -1e9} }

// Bound returns the smallest rectangle that contains the two points.
func Bound(p, q Point) Rect {
	return Rect{math.Min(p.X, q.X), math.Min(p.Y, q.Y), math.Max(p.X, q.X), math.Max(p.Y, q.Y)}
}

// Empty reports whether r contains no point.
func (r Rect) Empty() bool { return r.X1 < r.X0 || r.Y1 < r.Y0 }

// Width returns the width of r.
func (r Rect) Width() float64 { return r.X1 - r.X0 }

// Height returns the height of r.
func (r Rect) Height() float64 { return r.Y1 - r.Y0 }

// Center returns the middle of r.
func (r Rect) Center() Point { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// Contains reports whether p lies in r.
func (r Rect) Contains(p Point) bool {
	return r.X0 <= p.X && p.X <= r.X1 && r.Y0 <= p.Y && p.Y <= r.Y1
}

// Intersect returns the largest rectangle contained in r and s.
func (r Rect) Intersect(s Rect) Rect {
	return Rect{math.Max(r.X0, s.X0), math.Max(r.Y0, s.Y0), math.Min(r.X1, s.X1), math.Min(r.Y1, s.Y1)}
}

// Union returns the smallest rectangle that contains r and s.
func (r Rect) Union(s Rect) Rect {
	if r.Empty() {
		return s
	}
	if s.Empty() {
		return r
	}
	return Rect{math.Min(r.X0, s.X0), math.Min(r.Y0, s.Y0), math.Max(r.X1, s.X1), math.Max(r.Y1, s.Y1)}
}

// Include returns the smallest rectangle that contains r and p.
func (r Rect) Include(p Point) Rect {
	return Rect{math.Min(r.X0, p.X), math.Min(r.Y0, p.Y), math.Max(r.X1, p.X), math.Max(r.Y1, p.Y)}
}

// Inset returns r with every side moved inwards by d.
func (r Rect) Inset(d float64) Rect { return Rect{r.X0 + d, r.Y0 + d, r.X1 - d, r.Y1 - d} }

// Finite reports whether no coordinate of r is NaN or infinite.
func (r Rect) Finite() bool {
	s := r.X0 - r.X0 + r.Y0 - r.Y0 + r.X1 - r.X1 + r.Y1 - r.Y1
	return s == 0
}

// A Matrix maps (x, y) to (A x + C y + E, B x + D y + F), as in ISO 32000-2,
// 8.3.4.
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity returns the matrix that maps every point to itself.
func Identity() Matrix { return Matrix{A: 1, D: 1} }

// Mul returns the matrix that applies m first and n second, which the
// standard writes m x n.
func (m Matrix) Mul(n Matrix) Matrix {
	return Matrix{
		m.A*n.A + m.B*n.C, m.A*n.B + m.B*n.D,
		m.C*n.A + m.D*n.C, m.C*n.B + m.D*n.D,
		m.E*n.A + m.F*n.C + n.E, m.E*n.B + m.F*n.D + n.F,
	}
}

// Apply returns the image of p.
func (m Matrix) Apply(p Point) Point {
	return Point{m.A*p.X + m.C*p.Y + m.E, m.B*p.X + m.D*p.Y + m.F}
}

// Linear returns the image of the displacement p.
func (m Matrix) Linear(p Point) Point { return Point{m.A*p.X + m.C*p.Y, m.B*p.X + m.D*p.Y} }

// Det returns the determinant of m's linear part.
func (m Matrix) Det() float64 { return m.A*m.D - m.B*m.C }

// Bounds returns the bounds of the image of r.
func (m Matrix) Bounds(r Rect) Rect {
	out := Nothing()
	for _, p := range [4]Point{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}} {
		out = out.Include(m.Apply(p))
	}
	return out
}

// Finite reports whether no entry of m is NaN or infinite.
func (m Matrix) Finite() bool {
	s := m.A - m.A + m.B - m.B + m.C - m.C + m.D - m.D + m.E - m.E + m.F - m.F
	return s == 0
}

// AxisParallel reports whether m maps upright rectangles to upright ones.
func (m Matrix) AxisParallel() bool { return m.B == 0 && m.C == 0 || m.A == 0 && m.D == 0 }
