// The conversion of pixels with SSE2, which every processor of 64 bits has.

#include "textflag.h"

// Half of the factors of brightness, which are even: they fit into 16 bits with a sign.
DATA bright<>+0(SB)/8, $0x000007f04e9f175f
DATA bright<>+8(SB)/8, $0x000007f04e9f175f
GLOBL bright<>(SB), RODATA|NOPTR, $16

DATA brightHalf<>+0(SB)/8, $0x0008400000084000
DATA brightHalf<>+8(SB)/8, $0x0008400000084000
GLOBL brightHalf<>(SB), RODATA|NOPTR, $16

// The factors of both colours.
DATA blueness<>+0(SB)/8, $0x00007070a953e63c
DATA blueness<>+8(SB)/8, $0x00007070a953e63c
GLOBL blueness<>(SB), RODATA|NOPTR, $16

DATA redness<>+0(SB)/8, $0x0000f5b199df7070
DATA redness<>+8(SB)/8, $0x0000f5b199df7070
GLOBL redness<>(SB), RODATA|NOPTR, $16

DATA colourHalf<>+0(SB)/8, $0x0202000002020000
DATA colourHalf<>+8(SB)/8, $0x0202000002020000
GLOBL colourHalf<>(SB), RODATA|NOPTR, $16

// The brightness of the four pixels in a, as numbers of 32 bits.
#define BRIGHT(a, b, c) \
	MOVO      a, b        \
	PUNPCKLBW X15, a      \
	PUNPCKHBW X15, b      \
	PMADDWL   X14, a      \
	PMADDWL   X14, b      \
	MOVO      a, c        \
	SHUFPS    $0x88, b, a \
	SHUFPS    $0xdd, b, c \
	PADDL     c, a        \
	PADDL     X13, a      \
	PSRLL     $15, a

// func brightEights(to []uint16, row []uint64)
TEXT ·brightEights(SB), NOSPLIT, $0-48
	MOVQ  to_base+0(FP), DI
	MOVQ  to_len+8(FP), CX
	MOVQ  row_base+24(FP), SI
	PXOR  X15, X15
	MOVOU bright<>(SB), X14
	MOVOU brightHalf<>(SB), X13
	SUBQ  $4, CX
	JLT   done

eight:
	MOVOU 0(SI), X0
	MOVOU 16(SI), X3
	BRIGHT(X0, X1, X2)
	BRIGHT(X3, X4, X5)
	PACKSSLW X3, X0
	PACKUSWB X0, X0
	MOVQ     X0, (DI)
	ADDQ     $32, SI
	ADDQ     $8, DI
	SUBQ     $4, CX
	JGE      eight

done:
	RET

// Both colours of the two squares of the four pixels in a and of those below them in b, as numbers of 32 bits: two of the
// one, two of the other.
#define COLOURS(a, b, c, d) \
	MOVO       a, c        \
	MOVO       b, d        \
	PUNPCKLBW  X15, a      \
	PUNPCKHBW  X15, c      \
	PUNPCKLBW  X15, b      \
	PUNPCKHBW  X15, d      \
	PADDW      b, a        \
	PADDW      d, c        \
	MOVO       a, b        \
	PUNPCKLQDQ c, a        \
	PUNPCKHQDQ c, b        \
	PADDW      b, a        \
	MOVO       a, b        \
	PMADDWL    X14, a      \
	PMADDWL    X13, b      \
	MOVO       a, c        \
	SHUFPS     $0x88, b, a \
	SHUFPS     $0xdd, b, c \
	PADDL      c, a        \
	PADDL      X12, a      \
	PSRAL      $18, a

// func colourEights(u, v []byte, above, below []uint64)
TEXT ·colourEights(SB), NOSPLIT, $0-96
	MOVQ  u_base+0(FP), DI
	MOVQ  u_len+8(FP), CX
	MOVQ  v_base+24(FP), DX
	MOVQ  above_base+48(FP), SI
	MOVQ  below_base+72(FP), BX
	PXOR  X15, X15
	MOVOU blueness<>(SB), X14
	MOVOU redness<>(SB), X13
	MOVOU colourHalf<>(SB), X12
	SUBQ  $4, CX
	JLT   done

eight:
	MOVOU 0(SI), X0
	MOVOU 0(BX), X1
	MOVOU 16(SI), X4
	MOVOU 16(BX), X5
	COLOURS(X0, X1, X2, X3)
	COLOURS(X4, X5, X6, X7)
	PACKSSLW X4, X0
	PSHUFL   $0xd8, X0, X0
	PACKUSWB X0, X0
	MOVL     X0, (DI)
	PSRLQ    $32, X0
	MOVL     X0, (DX)
	ADDQ     $32, SI
	ADDQ     $32, BX
	ADDQ     $4, DI
	ADDQ     $4, DX
	SUBQ     $4, CX
	JGE      eight

done:
	RET
