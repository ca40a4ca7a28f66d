// Spans with SSE2, which every processor of 64 bits has: a pixel's channels are the four numbers of 32 bits of a register.

#include "textflag.h"

DATA ones<>+0(SB)/8, $0xff000000ff000000
DATA ones<>+8(SB)/8, $0xff000000ff000000
GLOBL ones<>(SB), RODATA|NOPTR, $16

DATA whole<>+0(SB)/8, $0x0100010001000100
DATA whole<>+8(SB)/8, $0x0100010001000100
GLOBL whole<>(SB), RODATA|NOPTR, $16

DATA half<>+0(SB)/8, $0x007f007f007f007f
DATA half<>+8(SB)/8, $0x007f007f007f007f
GLOBL half<>(SB), RODATA|NOPTR, $16

DATA middle<>+0(SB)/8, $0.5
DATA middle<>+8(SB)/8, $0.5
GLOBL middle<>(SB), RODATA|NOPTR, $16

// The values of two channels: X0 and X1 are the place, X2 is the parts, X3 is a half, X4 is 0. What is no number becomes 0.
#define FIRST(at, value, other) \
	MOVUPD    at(BX), value    \
	MOVUPD    32+at(BX), other \
	MULPD     X0, other        \
	ADDPD     other, value     \
	MOVUPD    64+at(BX), other \
	MULPD     X1, other        \
	ADDPD     other, value     \
	MOVUPD    at(CX), other    \
	MULPD     other, value     \
	MAXPD     X4, value        \
	MINPD     other, value     \
	ADDPD     X3, value        \
	MULPD     X2, value        \
	CVTTSD2SQ value, DX        \
	UNPCKHPD  value, value     \
	CVTTSD2SQ value, SI        \
	MOVQ      DX, value        \
	MOVQ      SI, other        \
	PUNPCKLQDQ other, value    \
	MOVOU     value, at(AX)

// func firstColor(to *channels, c *colors, x, y float64, most *[4]float64, parts float64)
TEXT ·firstColor(SB), NOSPLIT, $0-48
	MOVQ     to+0(FP), AX
	MOVQ     c+8(FP), BX
	MOVSD    x+16(FP), X0
	UNPCKLPD X0, X0
	MOVSD    y+24(FP), X1
	UNPCKLPD X1, X1
	MOVQ     most+32(FP), CX
	MOVSD    parts+40(FP), X2
	UNPCKLPD X2, X2
	MOVUPD   middle<>(SB), X3
	XORPS    X4, X4
	FIRST(0, X5, X6)
	FIRST(16, X7, X8)
	RET

// The lower halves of four numbers of 64 bits.
#define CHANNELS(from, to, other) \
	MOVUPS 0(from), to     \
	MOVUPS 16(from), other \
	SHUFPS $0x88, other, to

// func smoothSpan(to []uint32, first, add *channels)
TEXT ·smoothSpan(SB), NOSPLIT, $0-40
	MOVQ  to_base+0(FP), DI
	MOVQ  to_len+8(FP), CX
	MOVQ  first+24(FP), AX
	MOVQ  add+32(FP), BX
	CHANNELS(AX, X0, X2)
	CHANNELS(BX, X1, X2)
	MOVOU ones<>(SB), X7
	SUBQ  $4, CX
	JLT   last

four:
	MOVO     X0, X2
	PADDL    X1, X0
	MOVO     X0, X3
	PADDL    X1, X0
	MOVO     X0, X4
	PADDL    X1, X0
	MOVO     X0, X5
	PADDL    X1, X0
	PSRLL    $13, X2
	PSRLL    $13, X3
	PSRLL    $13, X4
	PSRLL    $13, X5
	PACKSSLW X3, X2
	PACKSSLW X5, X4
	PACKUSWB X4, X2
	POR      X7, X2
	MOVOU    X2, (DI)
	ADDQ     $16, DI
	SUBQ     $4, CX
	JGE      four

last:
	ADDQ $4, CX
	JEQ  done

one:
	MOVO     X0, X2
	PADDL    X1, X0
	PSRLL    $13, X2
	PACKSSLW X2, X2
	PACKUSWB X2, X2
	POR      X7, X2
	MOVL     X2, (DI)
	ADDQ     $4, DI
	SUBQ     $1, CX
	JNE      one

done:
	RET

// func blendSpan(to []uint32, first, add *channels)
TEXT ·blendSpan(SB), NOSPLIT, $0-40
	MOVQ  to_base+0(FP), DI
	MOVQ  to_len+8(FP), CX
	MOVQ  first+24(FP), AX
	MOVQ  add+32(FP), BX
	CHANNELS(AX, X0, X2)
	CHANNELS(BX, X1, X2)
	PXOR  X7, X7
	MOVOU ones<>(SB), X8
	MOVOU whole<>(SB), X9
	MOVOU half<>(SB), X10
	SUBQ  $2, CX
	JLT   last

	// Numbers of 16 bits: the colours are their bits whether a number is taken for a negative one or not.
two:
	MOVO      X0, X2
	PADDL     X1, X0
	MOVO      X0, X3
	PADDL     X1, X0
	PSRAL     $16, X2
	PSRAL     $16, X3
	PACKSSLW  X3, X2
	PSHUFLW   $0xff, X2, X4
	PSHUFHW   $0xff, X4, X4
	MOVO      X9, X5
	PSUBW     X4, X5
	MOVQ      (DI), X6
	PUNPCKLBW X7, X6
	PMULLW    X5, X6
	PADDW     X10, X2
	PADDW     X2, X6
	PSRLW     $8, X6
	PACKUSWB  X6, X6
	POR       X8, X6
	MOVQ      X6, (DI)
	ADDQ      $8, DI
	SUBQ      $2, CX
	JGE       two

last:
	ADDQ $2, CX
	JEQ  done

	PSRAL     $16, X0
	PACKSSLW  X0, X0
	PSHUFLW   $0xff, X0, X4
	PSUBW     X4, X9
	MOVL      (DI), X6
	PUNPCKLBW X7, X6
	PMULLW    X9, X6
	PADDW     X10, X0
	PADDW     X0, X6
	PSRLW     $8, X6
	PACKUSWB  X6, X6
	POR       X8, X6
	MOVL      X6, (DI)

done:
	RET
