package main

import "syscall/js"

// copyLink passes the link to a moment and the path of its demo to the page, which adds its address and the names of
// the files. It returns the message for the window.
func (*streams) copyLink(text, path string) string {
	if page := js.Global().Get("demoscope"); page.Truthy() {
		return page.Call("copyLink", text, path).String()
	}
	return "Link: " + text
}
