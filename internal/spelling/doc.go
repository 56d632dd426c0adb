// Package spelling compares texts as people write them: a search that ignores accents
// and case, and names that may belong to one person.
package spelling
