// Package draw is the room where rounds are paired: the draft and its checks, why a
// pairing was made and what another would cost, changes by hand, publication.
package draw
