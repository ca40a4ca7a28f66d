//go:build !js

package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/internal/golden"
	"demoscope/render/app"
	"demoscope/render/config"
	"demoscope/render/setting"
)

// TestManualCommands compares the manual's reference of commands with the command line.
func TestManualCommands(t *testing.T) {
	var c cli
	parser, err := newParser(&c, kong.Name("demoscope"), kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("# Command reference\n\nThis page is the help of every command, as `demoscope COMMAND --help` " +
		"prints it. [Command line](command-line.md)\nexplains files, times and exit statuses.\n\n" +
		"| command | |\n| --- | --- |\n")
	group := ""
	for _, command := range parser.Model.Children {
		if command.Group.Title != group {
			group = command.Group.Title
			writeGroup(&page, group)
		}
		fmt.Fprintf(&page, "| [`%s`](#%[1]s) | %s |\n", command.Name, inMarkdown(command.Help))
	}
	for _, command := range parser.Model.Children {
		writeCommand(&page, command)
	}
	golden.Document(t, filepath.Join("..", "..", "docs", "manual", "commands.md"), page.String())
}

// writeGroup writes a row of a table with the title of a group.
func writeGroup(page io.Writer, title string) {
	fmt.Fprintf(page, "| **%s** | |\n", strings.TrimSuffix(title, ":"))
}

// writeCommand writes what a command does, its arguments and its flags.
func writeCommand(page *strings.Builder, command *kong.Node) {
	fmt.Fprintf(page, "\n## %s\n\n    demoscope %s\n\n%s\n", command.Name, command.Summary(), inMarkdown(command.Help))
	detail := command.Detail
	if command.Name == "config" {
		detail, _, _ = strings.Cut(detail, "\n\n") // the settings have a page of their own
	}
	for name, path := range map[string]string{"settings.toml": config.Path(), "keys.toml": app.KeyFile()} {
		if path != "" {
			detail = strings.ReplaceAll(detail, printable(path), name)
		}
	}
	if detail != "" {
		page.WriteString("\n" + detailInMarkdown(detail))
	}
	var settings []string
	var titles []string // of groups of flags, in the order of the help
	rows := map[string]string{}
	for _, arg := range command.Positional {
		rows[""] += fmt.Sprintf("| `%s` | %s |\n", arg.Summary(), inMarkdown(arg.Help))
	}
	for _, flag := range command.Flags {
		if s := setting.Find(flag.Name); s != nil && s.Help == flag.Help && command.Name != "play" {
			settings = append(settings, "`--"+flag.Name+"`")
		} else if !flag.Hidden && flag.Name != "help" && flag.Name != "version" {
			name := flag.String()
			if flag.IsBool() && flag.Tag.Negatable != "" {
				name = "--[no-]" + flag.Name
			}
			title := ""
			if flag.Group != nil {
				title = flag.Group.Title
			}
			if title != "" && rows[title] == "" {
				titles = append(titles, title)
			}
			rows[title] += fmt.Sprintf("| `%s` | %s |\n", strings.ReplaceAll(name, "|", `\|`), inMarkdown(flag.Help))
		}
	}
	if len(rows) > 0 {
		page.WriteString("\n| argument or flag | |\n| --- | --- |\n" + rows[""])
	}
	for _, title := range titles {
		writeGroup(page, title)
		page.WriteString(rows[title])
	}
	if len(settings) > 0 {
		fmt.Fprintf(page, "\n[Settings](settings-and-keys.md#settings) as flags: %s.\n", strings.Join(settings, ", "))
	}
}

// inMarkdown escapes what Markdown takes for a tag, a table's line or a list.
func inMarkdown(text string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`, "_", `\_`).Replace(text)
}

// detailInMarkdown returns the longer help of a command, in which two spaces begin lines of examples.
func detailInMarkdown(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "  ") {
			lines[i] = "  " + line
		} else {
			lines[i] = inMarkdown(line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestManualHeading: the heading of the manual page fits the 80 columns of a terminal.
func TestManualHeading(t *testing.T) {
	var out, said bytes.Buffer
	if status := run([]string{"man"}, &streams{out: &out, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	heading, _, _ := strings.Cut(out.String(), "\n")
	// The title stands twice, with the section, and the description between them.
	parts := strings.Split(heading, `"`)
	if width := 2*len("DEMOSCOPE(1)") + len(parts[len(parts)-2]); !strings.HasPrefix(heading, ".TH DEMOSCOPE 1 ") ||
		width > 78 {
		t.Errorf("%s: %d columns", heading, width)
	}
}
