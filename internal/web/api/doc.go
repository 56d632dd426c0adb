// Package api handles programs that change tournaments: the addresses below /api/v1 that need a token, and the shapes
// of all responses there about tournaments.
//
// A program sends one flat JSON object. It is parsed strictly into the same values as a browser's form. The fields of
// package form read them, and the director performs the same action as for a button of the desk, under the name of the
// token.
//
//	POST /api/v1/tournaments/spring-cup/games/17/result   {"result": "B+R", "seen": 0}
package api
