// Converts pixels with AVX2.

#include "textflag.h"

// Half of the luma factors, which are even, so that they fit into 16 bits with a sign.
DATA bright<>+0(SB)/8, $0x000007f04e9f175f
GLOBL bright<>(SB), RODATA|NOPTR, $8

DATA brightHalf<>+0(SB)/4, $0x00084000
GLOBL brightHalf<>(SB), RODATA|NOPTR, $4

// The factors of both chroma values.
DATA blueness<>+0(SB)/8, $0x00007070a953e63c
GLOBL blueness<>(SB), RODATA|NOPTR, $8

DATA redness<>+0(SB)/8, $0x0000f5b199df7070
GLOBL redness<>(SB), RODATA|NOPTR, $8

DATA colorHalf<>+0(SB)/4, $0x02020000
GLOBL colorHalf<>(SB), RODATA|NOPTR, $4

// The order of four bytes of luma: those of the upper row first.
DATA order<>+0(SB)/8, $0x0000000400000000
DATA order<>+8(SB)/8, $0x0000000600000002
DATA order<>+16(SB)/8, $0x0000000500000001
DATA order<>+24(SB)/8, $0x0000000700000003
GLOBL order<>(SB), RODATA|NOPTR, $32

// The luma of the eight pixels whose channels are in a and b, as 32-bit numbers.
#define BRIGHT(a, b, to) \
	VPMADDWD Y14, a, to      \
	VPMADDWD Y14, b, Y8      \
	VPHADDD  Y8, to, to      \
	VPADDD   Y13, to, to     \
	VPSRLD   $15, to, to

// The luma of eight pixels of both rows, as 16-bit numbers: four of the upper row, four of the lower row, and again.
// Both chroma values of their four squares, as 32-bit numbers: two of one, two of the other, and again.
#define EIGHT(at, bright, colors) \
	VMOVDQU     at(SI), Y0            \
	VMOVDQU     at(BX), Y1            \
	VPUNPCKLBW  Y15, Y0, Y2           \
	VPUNPCKHBW  Y15, Y0, Y3           \
	VPUNPCKLBW  Y15, Y1, Y4           \
	VPUNPCKHBW  Y15, Y1, Y5           \
	BRIGHT(Y2, Y3, Y6)                \
	BRIGHT(Y4, Y5, Y7)                \
	VPACKSSDW   Y7, Y6, bright        \
	VPADDW      Y4, Y2, Y2            \
	VPADDW      Y5, Y3, Y3            \
	VPUNPCKLQDQ Y3, Y2, Y4            \
	VPUNPCKHQDQ Y3, Y2, Y5            \
	VPADDW      Y5, Y4, Y4            \
	VPMADDWD    Y12, Y4, Y5           \
	VPMADDWD    Y11, Y4, Y4           \
	VPHADDD     Y4, Y5, Y5            \
	VPBROADCASTD colorHalf<>(SB), Y4 \
	VPADDD      Y4, Y5, Y5            \
	VPSRAD      $18, Y5, colors

// func sixteenPixels(upper, lower []uint16, u, v []byte, above, below []uint64)
TEXT ·sixteenPixels(SB), NOSPLIT, $0-144
	MOVQ         upper_base+0(FP), DI
	MOVQ         lower_base+24(FP), R8
	MOVQ         u_base+48(FP), R9
	MOVQ         u_len+56(FP), CX
	MOVQ         v_base+72(FP), R10
	MOVQ         above_base+96(FP), SI
	MOVQ         below_base+120(FP), BX
	VPXOR        X15, X15, X15
	VPBROADCASTQ bright<>(SB), Y14
	VPBROADCASTD brightHalf<>(SB), Y13
	VPBROADCASTQ blueness<>(SB), Y12
	VPBROADCASTQ redness<>(SB), Y11
	SUBQ         $8, CX
	JLT          done

sixteen:
	EIGHT(0, Y9, Y10)
	EIGHT(32, Y6, Y5)
	VPACKUSWB    Y6, Y9, Y9
	VMOVDQU      order<>(SB), Y8
	VPERMD       Y9, Y8, Y9
	VMOVDQU      X9, (DI)
	VEXTRACTI128 $1, Y9, (R8)

	// Two bytes of one chroma value, two of the other, and again, from every second pair.
	VPACKSSDW    Y5, Y10, Y10
	VPACKUSWB    Y10, Y10, Y10
	VEXTRACTI128 $1, Y10, X5
	VPUNPCKLWD   X5, X10, X10
	VPSHUFD      $0xd8, X10, X10
	VMOVQ        X10, (R9)
	VPEXTRQ      $1, X10, (R10)
	ADDQ         $64, SI
	ADDQ         $64, BX
	ADDQ         $16, DI
	ADDQ         $16, R8
	ADDQ         $8, R9
	ADDQ         $8, R10
	SUBQ         $8, CX
	JGE          sixteen

done:
	VZEROUPPER
	RET
