package line

import "testing"

// What stays in the hall may go without encryption, and nothing else.
func TestIsNearby(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "localhost": true,
		"10.1.2.3": true, "172.16.0.1": true, "192.168.178.1": true, "fd00::1": true, // private
		"169.254.3.4": true, "fe80::1": true, // link-local
		"printer.local": true,

		"": false, "8.8.8.8": false, "172.32.0.1": false, "2001:db8::1": false,
		"go.example.org": false, "local": false, "localhost.example.org": false, "printer.local.example.org": false,
	} {
		if got := IsNearby(host); got != want {
			t.Errorf("IsNearby(%q) = %v, want %v", host, got, want)
		}
	}
}
