package main

import "syscall/js"

// copyLink hands a link to the page, which adds its address and the names of the files. It returns what the window says.
func (*streams) copyLink(text string) string {
	if page := js.Global().Get("demoscope"); page.Truthy() {
		return page.Call("copyLink", text).String()
	}
	return "The link: " + text
}
