// Package people is the room of players and teams: registration, check-in, lists
// to import, rating lists, what the games do to ratings.
package people
