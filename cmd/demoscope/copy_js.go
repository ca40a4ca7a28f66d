package main

import "syscall/js"

// copyLink hands the link of a moment to the page, with the path of its demo; the page adds its address and
// the names of the files. It returns what the window says.
func (*streams) copyLink(text, path string) string {
	if page := js.Global().Get("demoscope"); page.Truthy() {
		return page.Call("copyLink", text, path).String()
	}
	return "Link: " + text
}
