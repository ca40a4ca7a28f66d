package formats_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"demoscope/formats"
	"demoscope/formats/message"
)

// Open a demo of any Quake and walk its packets and messages.
func Example() {
	data, err := os.ReadFile("../assets/sample/demoscope1_p15.dem")
	if err != nil {
		log.Fatal(err)
	}
	demo, err := formats.Open("demoscope1_p15.dem", data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(demo.Game, demo.Name)
	decoder := demo.Decoder()
	packets, messages := 0, map[string]int{}
	for {
		_, err := decoder.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err) // a *message.Damage: where the file is broken
		}
		packets++
		for {
			m, err := decoder.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				log.Fatal(err)
			}
			messages[m.Name()]++
			switch m := m.(type) {
			case *message.ServerInfo:
				fmt.Printf("level %q, protocol %d\n", m.MapName, m.Protocol)
			case *message.Print:
				if packets < 200 {
					fmt.Printf("print %q\n", m.Text)
				}
			}
		}
	}
	fmt.Println(packets > 100, messages["clientdata"] > 100, messages["serverinfo"])
	// Output:
	// quake dem
	// print "\x02\nFITZQUAKE 0.85 SERVER (62970 CRC)\n"
	// level "Demoscope One", protocol 15
	// print "Ranger"
	// print " was shot by a Messenger"
	// print "\n"
	// true true 1
}

// Write a demo as text for people. The other form, one JSON object a line, is
// what Compile makes a demo of again.
func ExampleDemo_Dump() {
	data, err := os.ReadFile("../assets/sample/demoscope1_p15.dem")
	if err != nil {
		log.Fatal(err)
	}
	demo, err := formats.Open("demoscope1_p15.dem", data)
	if err != nil {
		log.Fatal(err)
	}
	var text bytes.Buffer
	if err := demo.Dump(&text, true); err != nil {
		log.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	fmt.Println(lines[0])
	fmt.Println(lines[1])
	for _, line := range lines {
		if strings.HasPrefix(line, "  lightstyle style=1 ") {
			fmt.Println(line)
		}
	}
	// Output:
	// demoscope1_p15.dem: dem
	//   cdtrack_line text="-1\n"
	//   lightstyle style=1 string="mmnmmommommnonmmonqnmmo"
}

// Make a demo of text.
func ExampleCompile() {
	text := `{"dump":1,"format":"dem","file":"small.dem"}
{"message":"cdtrack_line","text":"-1\n"}
{"packet":"server","block":0,"angles":[0,90,0]}
{"message":"serverinfo","serverversion":15,"maxclients":1,"mapname":"Nowhere"}
{"message":"print","text":"hello\n"}
`
	data, format, err := formats.Compile(strings.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(format.Name, len(data), "bytes")

	// Without the message that begins a level nothing would open it.
	text = strings.Join(append(strings.Split(text, "\n")[:3], `{"message":"nop"}`), "\n")
	_, _, err = formats.Compile(strings.NewReader(text))
	fmt.Println(err)
	// Output:
	// dem 44 bytes
	// no serverinfo among the first messages: no program opens such a .dem
}
