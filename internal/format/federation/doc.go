// Package federation reads and writes results in the federations' formats: wall lists for the European Go Database
// (EGD) and the French federation (FFG), and the games of a tournament for the American one (AGA).
//
// Check lists the values that a federation would refuse before the file is sent, and Respellings the names that its
// letters cannot write.
package federation
