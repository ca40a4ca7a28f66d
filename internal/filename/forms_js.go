package filename

// Forms returns only the name as it is: the tables of Unicode would make the page larger.
func Forms(name string) []string { return []string{name} }
