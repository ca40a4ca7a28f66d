package timeline

// Level is one map of a demo.
type Level struct {
	Map        string  // game path, "maps/e1m1.bsp"; empty if unknown
	Title      string  // bytes in the game's charset
	Start, End float64 // viewer's seconds: see [scan.Beginning]; End is the next level's Start
	Count      int     // the value of [world.State.LevelCount] on the level
	Empty      bool    // see [scan.Beginning.Empty]
}
