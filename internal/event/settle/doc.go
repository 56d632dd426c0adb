// Package settle implements the agreement of the two players of a game on its end without the desk,
// on their phones or on one shared phone.
//
// After the passes a player proposes the dead stones, or an end without a result. The other agrees
// or disagrees. After an agreement the count is the result. After a disagreement they resume play by
// their rules, propose again, or ask for the referee. A decision of the desk ends the procedure.
package settle
