// Rows of triangles with SSE2, which every processor of 64 bits has: a pixel's channels are the four numbers of 32 bits of
// a register. A row's first pixel is worked out while the pixels of the rows before are still on their way, which is
// what counts: most rows of a picture are the few pixels across an edge. Nobody is interrupted here, for a millisecond at most.

#include "textflag.h"
#include "go_asm.h"

DATA ones<>+0(SB)/8, $0xff000000ff000000
DATA ones<>+8(SB)/8, $0xff000000ff000000
GLOBL ones<>(SB), RODATA|NOPTR, $16

DATA whole<>+0(SB)/8, $0x0100010001000100
DATA whole<>+8(SB)/8, $0x0100010001000100
GLOBL whole<>(SB), RODATA|NOPTR, $16

// What rounds colours, but not the opacity, which is asked before.
DATA rounding<>+0(SB)/8, $0x007f0000007f0000
DATA rounding<>+8(SB)/8, $0x00000000007f0000
GLOBL rounding<>(SB), RODATA|NOPTR, $16

DATA half<>+0(SB)/8, $0.5
DATA half<>+8(SB)/8, $0.5
GLOBL half<>(SB), RODATA|NOPTR, $16

DATA pixels<>+0(SB)/8, $0.00390625 // in a step of the grid
GLOBL pixels<>(SB), RODATA|NOPTR, $8

DATA row<>+0(SB)/8, $1.0
DATA row<>+8(SB)/8, $1.0
GLOBL row<>(SB), RODATA|NOPTR, $16

DATA smoothMost<>+0(SB)/8, $255.0
DATA smoothMost<>+8(SB)/8, $255.0
DATA smoothMost<>+16(SB)/8, $255.0
DATA smoothMost<>+24(SB)/8, $0.0
GLOBL smoothMost<>(SB), RODATA|NOPTR, $32

DATA smoothParts<>+0(SB)/8, $8192.0
DATA smoothParts<>+8(SB)/8, $8192.0
GLOBL smoothParts<>(SB), RODATA|NOPTR, $16

DATA blendMost<>+0(SB)/8, $65280.0
DATA blendMost<>+8(SB)/8, $65280.0
DATA blendMost<>+16(SB)/8, $65280.0
DATA blendMost<>+24(SB)/8, $256.0
GLOBL blendMost<>(SB), RODATA|NOPTR, $32

DATA blendParts<>+0(SB)/8, $65536.0
DATA blendParts<>+8(SB)/8, $65536.0
GLOBL blendParts<>(SB), RODATA|NOPTR, $16

// With this added a number below 2^32 has its whole part, rounded, in the lower half of its 64 bits.
DATA magic<>+0(SB)/8, $4503599627370496.0
DATA magic<>+8(SB)/8, $4503599627370496.0
GLOBL magic<>(SB), RODATA|NOPTR, $16

DATA lanes<>+0(SB)/8, $0x0000000100000000
DATA lanes<>+8(SB)/8, $0x0000000300000002
GLOBL lanes<>(SB), RODATA|NOPTR, $16

DATA almostHalf<>+0(SB)/8, $0x007f007f007f007f
DATA almostHalf<>+8(SB)/8, $0x007f007f007f007f
GLOBL almostHalf<>(SB), RODATA|NOPTR, $16

// Half of what an opacity with 7 bits below 1 is rounded to.
DATA nearly<>+0(SB)/8, $0x0040004000400040
DATA nearly<>+8(SB)/8, $0x0040004000400040
GLOBL nearly<>(SB), RODATA|NOPTR, $16

// AX is the strip, DI the row's first pixel, SI the width, R13 the rows that are left, R8 and R9 the left side, R10 and R11
// the right one, R12 the pixels that were drawn.
#define BEGIN \
	MOVQ strip_pix(AX), DI                 \
	MOVQ strip_width(AX), SI               \
	MOVQ strip_rows(AX), R13               \
	MOVQ (strip_left+side_x)(AX), R8       \
	MOVQ (strip_left+side_over)(AX), R9    \
	MOVQ (strip_right+side_x)(AX), R10     \
	MOVQ (strip_right+side_over)(AX), R11  \
	MOVQ strip_drawn(AX), R12

// DX becomes the first column of the row within the picture, and CX how many there are; the flags are those of CX.
#define COLUMNS \
	MOVQ    R8, CX   \
	SARQ    $63, CX  \
	NOTQ    CX       \
	MOVQ    R8, DX   \
	ANDQ    CX, DX   \
	MOVQ    R10, CX  \
	CMPQ    CX, SI   \
	CMOVQGT SI, CX   \
	SUBQ    DX, CX

// A side goes on: one pixel more where what is over would become negative.
#define NEXT(which, x, over) \
	ADDQ (which+side_step)(AX), x    \
	SUBQ (which+side_rest)(AX), over \
	SBBQ DX, DX                      \
	SUBQ DX, x                       \
	ANDQ (which+side_one)(AX), DX    \
	ADDQ DX, over

#define END \
	MOVQ R8, (strip_left+side_x)(AX)      \
	MOVQ R9, (strip_left+side_over)(AX)   \
	MOVQ R10, (strip_right+side_x)(AX)    \
	MOVQ R11, (strip_right+side_over)(AX) \
	MOVQ R12, strip_drawn(AX)

// func flatRows(s *strip, color uint32)
TEXT ·flatRows(SB), NOSPLIT, $0-12
	MOVQ s+0(FP), AX
	BEGIN
	MOVL color+8(FP), X0
	PSHUFL $0, X0, X0

row:
	COLUMNS
	JLE  next
	ADDQ CX, R12
	LEAQ (DI)(DX*4), BX
	CMPQ CX, $4
	JLT  one

	// The last four first: others may reach into them.
	MOVOU X0, -16(BX)(CX*4)
	SUBQ  $4, CX
	JEQ   next

four:
	MOVOU X0, (BX)
	ADDQ  $16, BX
	SUBQ  $4, CX
	JGT   four
	JMP   next

one:
	MOVL X0, (BX)
	ADDQ $4, BX
	SUBQ $1, CX
	JNE  one

next:
	NEXT(strip_left, R8, R9)
	NEXT(strip_right, R10, R11)
	LEAQ (DI)(SI*4), DI
	SUBQ $1, R13
	JNE  row
	END
	RET

// BX are the colours. X6 to X9 become their values and what is added to them for a pixel to the right, X11 is 0, X12 how far
// the row is down, and X1 what is added from pixel to pixel.
#define PLANES \
	MOVUPS   0(CX), X1                      \
	MOVUPS   16(CX), X2                     \
	SHUFPS   $0x88, X2, X1                  \
	MOVUPD   (colors_at+0)(BX), X6          \
	MOVUPD   (colors_at+16)(BX), X7         \
	MOVUPD   (colors_dx+0)(BX), X8          \
	MOVUPD   (colors_dx+16)(BX), X9         \
	XORPS    X11, X11                       \
	XORPS    X12, X12                       \
	CVTSQ2SD strip_y(AX), X12               \
	MULSD    pixels<>(SB), X12              \
	UNPCKLPD X12, X12

// X0 becomes how far the column DX is to the right.
#define RIGHT \
	MOVQ     DX, CX              \
	SHLQ     $8, CX              \
	ADDQ     strip_x(AX), CX     \
	XORPS    X0, X0              \
	CVTSQ2SD CX, X0              \
	MULSD    pixels<>(SB), X0    \
	UNPCKLPD X0, X0

// The values of two channels in their parts, from half of 1 on; what is no number is 0.
#define VALUE(at, dx, dy, most, parts, value, other) \
	MOVAPD dx, value           \
	MULPD  X0, value           \
	ADDPD  at, value           \
	MOVUPD dy(BX), other       \
	MULPD  X12, other          \
	ADDPD  other, value        \
	MOVUPD most(SB), other     \
	MULPD  other, value        \
	MAXPD  X11, value          \
	MINPD  other, value        \
	MOVUPD half<>(SB), other   \
	ADDPD  other, value        \
	MOVUPD parts<>(SB), other  \
	MULPD  other, value

// func smoothRows(s *strip, c *colors, add *channels)
TEXT ·smoothRows(SB), NOSPLIT, $0-24
	MOVQ s+0(FP), AX
	BEGIN
	MOVQ c+8(FP), BX
	MOVQ add+16(FP), CX
	PLANES
	MOVOU ones<>(SB), X10

row:
	COLUMNS
	JLE  next
	ADDQ CX, R12
	MOVQ CX, R14

run:
	RIGHT
	VALUE(X6, X8, (colors_dy+0), smoothMost<>+0, smoothParts, X2, X4)
	VALUE(X7, X9, (colors_dy+16), smoothMost<>+16, smoothParts, X3, X5)
	CVTTPD2PL  X2, X0
	CVTTPD2PL  X3, X3
	PUNPCKLQDQ X3, X0
	LEAQ       (DI)(DX*4), R15
	MOVQ       R14, CX
	CMPQ       CX, $const_smoothRun
	JLE        pixels
	MOVQ       $const_smoothRun, CX

pixels:
	ADDQ CX, DX
	SUBQ CX, R14
	SUBQ $4, CX
	JLT  last

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
	POR      X10, X2
	MOVOU    X2, (R15)
	ADDQ     $16, R15
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
	POR      X10, X2
	MOVL     X2, (R15)
	ADDQ     $4, R15
	SUBQ     $1, CX
	JNE      one

done:
	TESTQ R14, R14
	JNE   run

next:
	MOVUPD row<>(SB), X2
	ADDPD  X2, X12
	NEXT(strip_left, R8, R9)
	NEXT(strip_right, R10, R11)
	LEAQ   (DI)(SI*4), DI
	SUBQ   $1, R13
	JNE    row
	END
	RET

// Whole numbers of what is at most 2^32 in the lower halves of two numbers of 64 bits: rounded, and one less where that was up.
#define WHOLE(value, to, other) \
	MOVUPD magic<>(SB), to   \
	MOVAPD to, other         \
	ADDPD  value, to         \
	MOVAPD to, X13           \
	SUBPD  other, X13        \
	CMPPD  X13, value, $1    \
	PADDQ  value, to

// func blendRows(s *strip, c *colors, add *channels)
TEXT ·blendRows(SB), NOSPLIT, $8-24
	MOVQ s+0(FP), AX
	BEGIN
	MOVQ c+8(FP), BX
	MOVQ add+16(FP), CX
	PLANES
	MOVOU ones<>(SB), X10
	MOVOU whole<>(SB), X14
	MOVOU rounding<>(SB), X15

	// Whether the colour changes along a row.
	MOVO     X11, X2
	PCMPEQL  X1, X2
	MOVMSKPS X2, CX
	MOVQ     CX, changes-8(SP)

row:
	COLUMNS
	JLE  next
	ADDQ CX, R12
	MOVQ CX, R14
	RIGHT
	VALUE(X6, X8, (colors_dy+0), blendMost<>+0, blendParts, X2, X4)
	VALUE(X7, X9, (colors_dy+16), blendMost<>+16, blendParts, X3, X5)
	WHOLE(X2, X0, X4)
	WHOLE(X3, X5, X4)
	SHUFPS $0x88, X5, X0
	PADDL  X15, X0
	MOVQ   R14, CX
	LEAQ   (DI)(DX*4), R15
	CMPQ   CX, $1
	JEQ    one
	CMPQ   changes-8(SP), $15
	JEQ    same
	SUBQ   $2, CX

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
	MOVO      X14, X5
	PSUBW     X4, X5
	MOVQ      (R15), X3
	PUNPCKLBW X11, X3
	PMULLW    X5, X3
	PADDW     X2, X3
	PSRLW     $8, X3
	PACKUSWB  X3, X3
	POR       X10, X3
	MOVQ      X3, (R15)
	ADDQ      $8, R15
	SUBQ      $2, CX
	JGE       two
	ADDQ      $2, CX
	JEQ       next

	// The last, or only, pixel.
one:
	PSRAL     $16, X0
	PACKSSLW  X0, X0
	PSHUFLW   $0xff, X0, X4
	MOVO      X14, X5
	PSUBW     X4, X5
	MOVL      (R15), X3
	PUNPCKLBW X11, X3
	PMULLW    X5, X3
	PADDW     X0, X3
	PSRLW     $8, X3
	PACKUSWB  X3, X3
	POR       X10, X3
	MOVL      X3, (R15)

next:
	MOVUPD row<>(SB), X2
	ADDPD  X2, X12
	NEXT(strip_left, R8, R9)
	NEXT(strip_right, R10, R11)
	LEAQ   (DI)(SI*4), DI
	SUBQ   $1, R13
	JNE    row
	END
	RET

	// One colour along the row.
same:
	PSRAL    $16, X0
	PACKSSLW X0, X0
	PSHUFLW  $0xff, X0, X4
	PSHUFHW  $0xff, X4, X4
	MOVO     X14, X5
	PSUBW    X4, X5
	SUBQ     $4, CX
	JLT      rest

four:
	MOVOU     (R15), X2
	MOVO      X2, X3
	PUNPCKLBW X11, X2
	PUNPCKHBW X11, X3
	PMULLW    X5, X2
	PMULLW    X5, X3
	PADDW     X0, X2
	PADDW     X0, X3
	PSRLW     $8, X2
	PSRLW     $8, X3
	PACKUSWB  X3, X2
	POR       X10, X2
	MOVOU     X2, (R15)
	ADDQ      $16, R15
	SUBQ      $4, CX
	JGE       four

rest:
	ADDQ $4, CX
	JEQ  next

few:
	MOVL      (R15), X2
	PUNPCKLBW X11, X2
	PMULLW    X5, X2
	PADDW     X0, X2
	PSRLW     $8, X2
	PACKUSWB  X2, X2
	POR       X10, X2
	MOVL      X2, (R15)
	ADDQ      $4, R15
	SUBQ      $1, CX
	JNE       few
	JMP       next

// value becomes a ramp's places at four pixels, in shares: ramp holds that of the block, and lanes the rest.
#define PLACES(ramp, lanes, value) \
	MOVQ   ramp, value      \
	PSRLQ  $16, value       \
	PSHUFL $0, value, value \
	PADDL  lanes, value

// The colours of two pixels, of which color holds the places along the line and share how much is left of it, four times each;
// keep becomes what is kept of what is there.
#define COLORS(color, share, keep) \
	PMULHW  X13, color       \
	PADDW   X12, color       \
	PSLLW   $2, color        \
	PMULHUW share, color     \
	MOVO    color, share     \
	MOVOU   nearly<>(SB), X7 \
	PADDW   X7, share        \
	PSRLW   $7, share        \
	PSHUFLW $0xff, share, share \
	PSHUFHW $0xff, share, share \
	MOVO    X14, keep        \
	PSUBW   share, keep      \
	PADDW   color, color

// func lineRows(s *strip, l *line)
TEXT ·lineRows(SB), NOSPLIT, $0-16
	MOVQ s+0(FP), AX
	BEGIN
	MOVQ  l+8(FP), BX
	MOVOU (line_across+ramp_lanes)(BX), X8
	MOVOU (line_along+ramp_lanes)(BX), X9
	MOVL  line_most(BX), X10
	PSHUFL $0, X10, X10
	PXOR  X11, X11
	MOVQ  line_color(BX), X12
	PUNPCKLQDQ X12, X12
	MOVQ  line_change(BX), X13
	PUNPCKLQDQ X13, X13
	MOVOU whole<>(SB), X14
	MOVOU lanes<>(SB), X15

row:
	COLUMNS
	JLE   next
	ADDQ  CX, R12
	LEAQ  (DI)(DX*4), R15
	MOVQ  (line_across+ramp_dx)(BX), R14
	IMULQ DX, R14
	ADDQ  (line_across+ramp_at)(BX), R14
	IMULQ (line_along+ramp_dx)(BX), DX
	ADDQ  (line_along+ramp_at)(BX), DX

four:
	// How much of the line is left, and nothing behind the row.
	PLACES(R14, X8, X0)
	MOVO     X0, X1
	PSRAL    $31, X1
	PXOR     X1, X0
	PSUBL    X1, X0
	MOVO     X10, X1
	PSUBL    X0, X1
	MOVL     CX, X2
	PSHUFL   $0, X2, X2
	PCMPGTL  X15, X2
	PAND     X2, X1
	PACKSSLW X1, X1
	PMAXSW   X11, X1

	// Where along the line.
	PLACES(DX, X9, X0)
	PACKSSLW X0, X0
	PMAXSW   X11, X0

	PUNPCKLWL X1, X1
	PUNPCKLWL X0, X0
	PSHUFL    $0x50, X1, X2
	PSHUFL    $0xfa, X1, X3
	PSHUFL    $0x50, X0, X4
	PSHUFL    $0xfa, X0, X5
	COLORS(X4, X2, X0)
	COLORS(X5, X3, X1)
	MOVOU     (R15), X2
	MOVO      X2, X3
	PUNPCKLBW X11, X2
	PUNPCKHBW X11, X3
	PMULLW    X0, X2
	PMULLW    X1, X3
	PADDUSW   X4, X2
	PADDUSW   X5, X3
	MOVOU     almostHalf<>(SB), X7
	PADDUSW   X7, X2
	PADDUSW   X7, X3
	PSRLW     $8, X2
	PSRLW     $8, X3
	PACKUSWB  X3, X2
	MOVOU     ones<>(SB), X7
	POR       X7, X2
	MOVOU     X2, (R15)
	ADDQ      $16, R15
	ADDQ      (line_across+ramp_block)(BX), R14
	ADDQ      (line_along+ramp_block)(BX), DX
	SUBQ      $4, CX
	JGT       four

next:
	MOVQ (line_across+ramp_dy)(BX), DX
	ADDQ DX, (line_across+ramp_at)(BX)
	MOVQ (line_along+ramp_dy)(BX), DX
	ADDQ DX, (line_along+ramp_at)(BX)
	NEXT(strip_left, R8, R9)
	NEXT(strip_right, R10, R11)
	LEAQ (DI)(SI*4), DI
	SUBQ $1, R13
	JNE  row
	END
	RET
