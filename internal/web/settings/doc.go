// Package settings has the pages for the format of a tournament: settings, stages, wishes and tables, seeds, and the
// simulation of other settings.
package settings
