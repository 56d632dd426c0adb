// Package settings is the room of how a tournament is played: settings, stages,
// wishes and tables, seeds, and the simulation of other settings.
package settings
