// Package gamerecord holds what a file of game records must be to be kept: its
// bounds, its hash, one game with its verdict, or several to choose from.
package gamerecord
