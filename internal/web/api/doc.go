// Package api is the room of programs that change tournaments: the addresses below /api/v1
// that need a token, and the shapes of all answers there about tournaments.
//
// A program sends one flat JSON object. It is read strictly, and then stands where the form of
// a browser would: the fields of package form parse it, and the director does what it does for
// a button of the desk, under the name of the token.
//
//	POST /api/v1/tournaments/spring-cup/games/17/result   {"result": "B+R", "seen": 0}
package api
