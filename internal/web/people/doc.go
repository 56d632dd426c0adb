// Package people is the room of players and teams: registration, check-in, import
// of lists, rating lists, and how the games change ratings.
package people
