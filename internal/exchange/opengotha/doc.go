// Package opengotha reads and writes the XML files of OpenGotha 3.51 and its
// predecessors. Attributes and elements that tourney has no field for are kept
// and written again.
package opengotha
