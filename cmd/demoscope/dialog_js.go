package main

// chooseFolder is nil where programs cannot look into folders.
var chooseFolder func() (string, error)
