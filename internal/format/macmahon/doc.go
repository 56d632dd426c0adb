// Package macmahon reads and writes the XML files of Christoph Gerlach's MacMahon 3. Settings without a field in
// tourney are kept and written again.
package macmahon
