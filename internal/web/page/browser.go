package page

import "strings"

// BrowserName returns a short name of a browser and its system, such as "Firefox · Windows", from its header
// User-Agent. It only helps people to recognise their own logins.
func BrowserName(agent string) string {
	find := func(words ...[2]string) string {
		for _, w := range words {
			if strings.Contains(agent, w[0]) {
				return w[1]
			}
		}
		return ""
	}
	// The order matters: browsers also name similar ones.
	browser := find([2]string{"Firefox", "Firefox"}, [2]string{"Edg", "Edge"}, [2]string{"OPR", "Opera"}, [2]string{"Chrom", "Chrome"}, [2]string{"CriOS", "Chrome"},
		[2]string{"Safari", "Safari"})
	system := find([2]string{"Android", "Android"}, [2]string{"iPhone", "iPhone"}, [2]string{"iPad", "iPad"}, [2]string{"Windows", "Windows"},
		[2]string{"Mac OS", "Mac"}, [2]string{"CrOS", "ChromeOS"}, [2]string{"Linux", "Linux"})
	return strings.Trim(browser+" · "+system, " ·")
}
