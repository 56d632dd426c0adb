// Package gamerecord decides which files of game records can be stored: their bounds, their hash, one game with its
// verdict, or several to choose from.
package gamerecord
