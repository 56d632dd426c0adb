// Package federation reads and writes results as the federations take them: wall
// lists for the European Go Database (EGD) and the French federation (FFG), and
// the games of a tournament for the American one (AGA).
//
// Check lists what a federation would refuse before the file is sent, and
// Respellings the names that its letters cannot write.
package federation
