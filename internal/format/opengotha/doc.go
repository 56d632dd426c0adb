// Package opengotha reads and writes the XML files of OpenGotha 3.51 and its predecessors. Attributes and elements
// without a field in tourney are kept and written again.
package opengotha
