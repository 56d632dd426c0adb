package spelling

// Closest returns the most likely word of a list for a mistyped word: the only word that differs by one letter, or else
// by two. It returns "" without a single such word, and for words of fewer than three letters.
func Closest(word string, list []string) string {
	typed := []rune(word)
	if len(typed) < 3 {
		return ""
	}
	for most := 1; most <= 2 && most < len(typed)-1; most++ {
		found, several := "", false
		for _, other := range list {
			if withinDistance(typed, []rune(other), most) {
				found, several = other, found != ""
			}
		}
		switch {
		case several:
			return ""
		case found != "":
			return found
		}
	}
	return ""
}
