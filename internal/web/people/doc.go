// Package people has the pages of players and teams: registration, check-in, import
// of lists, rating lists, and how the games change ratings.
package people
