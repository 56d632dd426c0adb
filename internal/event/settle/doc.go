// Package settle is how the two players of a game agree on its end by themselves,
// each on their own phone or one after the other on one.
//
// After the passes one of them proposes which stones are dead, or that the game ends
// without a result; the other agrees or disagrees. Agreed, the count is the result.
// Disputed, they go on as their rules say, propose anew, or ask for the referee. What
// the desk decides closes it.
package settle
