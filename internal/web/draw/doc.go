// Package draw pairs rounds: the draft and its checks, the reasons
// for a pairing and the cost of another one, changes by hand, publication.
package draw
