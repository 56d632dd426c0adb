package main

import (
	"fmt"
	"net"
	"testing"
)

func TestReachable(t *testing.T) {
	t.Parallel()
	loopbacks := []string{"127.0.0.1/8", "::1/128", "169.254.3.4/16", "fe80::1/64"}
	for _, c := range []struct {
		own  []string
		want string
	}{
		{nil, "[]"},
		{[]string{"192.0.2.7/24", "2001:db8::7/64", "198.51.100.1/24"}, "[192.0.2.7 198.51.100.1]"},
		{[]string{"2001:db8::7/64", "fd00:12::3/64"}, "[2001:db8::7 fd00:12::3]"},
	} {
		var networks []net.Addr
		for _, text := range append(loopbacks, c.own...) {
			ip, network, err := net.ParseCIDR(text)
			if err != nil {
				t.Fatal(err)
			}
			networks = append(networks, &net.IPNet{IP: ip, Mask: network.Mask})
		}
		if got := fmt.Sprint(reachable(networks)); got != c.want {
			t.Errorf("of %v others reach %s, want %s", c.own, got, c.want)
		}
	}
}
