package main

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

func main() {
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU)
	ctx, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	defer stop()
	ctx, cancel := chromedp.NewContext(ctx)
	defer cancel()
	js := func(s string) {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[string](s))
		fmt.Printf("%.60s => %q %v\n", s, v, err)
	}
	do := func(a ...chromedp.Action[chromedp.Void]) {
		if err := chromedp.Do(ctx, a...); err != nil {
			fmt.Println("ERR", err)
		}
		time.Sleep(900 * time.Millisecond)
	}
	base := "http://127.0.0.1:18099/desk/helsinki-handicap-open"
	if _, err := chromedp.Run(ctx, chromedp.Navigate(base+"/players")); err != nil {
		fmt.Println(err)
	}
	state := "document.querySelector('.mark').id+' '+document.querySelector('.mark').getAttribute('aria-pressed')"
	js(state)
	js("document.querySelector('.mark').focus();document.querySelector('.mark').click();''")
	time.Sleep(900 * time.Millisecond)
	js(state)
	js("document.activeElement.id + ' ' + location.pathname + location.search+' '+document.querySelectorAll('h1').length")
	js("document.querySelector('button.chip').click();''")
	time.Sleep(900 * time.Millisecond)
	js("document.querySelector('button.chip').className")
	do(chromedp.SendKeys(chromedp.CSS("#q"), "aaltonen"))
	js("[...document.querySelectorAll('tr[data-search]')].filter(r=>!r.hidden).map(r=>r.innerText).join('|')")
	do(chromedp.SendKeys(chromedp.CSS("#q"), "\r"))
	js(state)
	js("document.activeElement.id+' '+document.querySelector('#q').value+' '+location.search")
	do(chromedp.SendKeys(chromedp.CSS("#f-family"), "Testaaja"), chromedp.SendKeys(chromedp.CSS("#f-rank"), "5k\r"))
	js("document.querySelector('#messages').innerText + ' / ' + document.activeElement.id")
	if _, err := chromedp.Run(ctx, chromedp.Navigate(base+"/settings")); err != nil {
		fmt.Println(err)
	}
	js("document.querySelector('#f-reduction').value='2';document.querySelector('#f-reduction').dispatchEvent(new Event('change',{bubbles:true}));''")
	time.Sleep(1200 * time.Millisecond)
	js("document.querySelector('#meaning').innerText")
}
