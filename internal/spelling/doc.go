// Package spelling reads and compares texts as people write them, above all names.
//
// Fold, Words and Key compare texts without accents, case and order. Same, Agree and Names find names that may belong to
// one person. InLatin and Transliterate write other alphabets in Latin letters, and SearchText has all
// forms that a search compares. Sounds, Counterparts and Nicknames find
// other forms of a name, and SplitName the family name.
package spelling
