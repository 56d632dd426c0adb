// Package federations is the table of the federations: their rating lists, scales, numbers and memberships, and the
// ways of results to them. Of returns the federation of a tournament. Each fact has its public source and the day of
// the last check there; an address without a source is not in the table.
package federations
