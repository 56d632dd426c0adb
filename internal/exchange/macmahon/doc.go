// Package macmahon reads and writes the XML files of Christoph Gerlach's MacMahon
// 3. Settings that tourney has no field for are kept and written again.
package macmahon
