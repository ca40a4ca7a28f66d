// Rows of triangles. Those with one color, and those of lines, use SSE2, which every 64-bit processor has; the others
// use AVX2: the channels of two pixels are the eight 32-bit numbers of a register. The first pixel of a row is
// computed while the pixels of earlier rows are still in flight, which matters most, because most rows of a picture
// have few pixels. For the same reason, the rest of a row after its last full block is not a loop, whose end would be
// mispredicted, but another block that is only partly written. This code cannot be preempted, for a millisecond at
// most.

#include "textflag.h"
#include "go_asm.h"

DATA ones<>+0(SB)/8, $0xff000000ff000000
DATA ones<>+8(SB)/8, $0xff000000ff000000
GLOBL ones<>(SB), RODATA|NOPTR, $16

DATA pixels<>+0(SB)/8, $0.00390625 // in a step of the grid
GLOBL pixels<>(SB), RODATA|NOPTR, $8

DATA whole<>+0(SB)/8, $0x0100010001000100
DATA whole<>+8(SB)/8, $0x0100010001000100
DATA whole<>+16(SB)/8, $0x0100010001000100
DATA whole<>+24(SB)/8, $0x0100010001000100
GLOBL whole<>(SB), RODATA|NOPTR, $32

// The rounding constants for colors. There is none for the opacity, which is used unrounded.
DATA rounding<>+0(SB)/8, $0x007f0000007f0000
DATA rounding<>+8(SB)/8, $0x00000000007f0000
GLOBL rounding<>(SB), RODATA|NOPTR, $16

DATA half<>+0(SB)/8, $0.5
DATA half<>+8(SB)/8, $0.5
DATA half<>+16(SB)/8, $0.5
DATA half<>+24(SB)/8, $0.5
GLOBL half<>(SB), RODATA|NOPTR, $32

DATA row<>+0(SB)/8, $1.0
DATA row<>+8(SB)/8, $1.0
DATA row<>+16(SB)/8, $1.0
DATA row<>+24(SB)/8, $1.0
GLOBL row<>(SB), RODATA|NOPTR, $32

DATA smoothMost<>+0(SB)/8, $255.0
DATA smoothMost<>+8(SB)/8, $255.0
DATA smoothMost<>+16(SB)/8, $255.0
DATA smoothMost<>+24(SB)/8, $0.0
GLOBL smoothMost<>(SB), RODATA|NOPTR, $32

DATA smoothParts<>+0(SB)/8, $8192.0
DATA smoothParts<>+8(SB)/8, $8192.0
DATA smoothParts<>+16(SB)/8, $8192.0
DATA smoothParts<>+24(SB)/8, $8192.0
GLOBL smoothParts<>(SB), RODATA|NOPTR, $32

DATA blendMost<>+0(SB)/8, $65280.0
DATA blendMost<>+8(SB)/8, $65280.0
DATA blendMost<>+16(SB)/8, $65280.0
DATA blendMost<>+24(SB)/8, $256.0
GLOBL blendMost<>(SB), RODATA|NOPTR, $32

DATA blendParts<>+0(SB)/8, $65536.0
DATA blendParts<>+8(SB)/8, $65536.0
DATA blendParts<>+16(SB)/8, $65536.0
DATA blendParts<>+24(SB)/8, $65536.0
GLOBL blendParts<>(SB), RODATA|NOPTR, $32

// Adding this to a number below 2^32 moves its rounded integer part to the lower half of its 64 bits.
DATA magic<>+0(SB)/8, $4503599627370496.0
DATA magic<>+8(SB)/8, $4503599627370496.0
DATA magic<>+16(SB)/8, $4503599627370496.0
DATA magic<>+24(SB)/8, $4503599627370496.0
GLOBL magic<>(SB), RODATA|NOPTR, $32

DATA lanes<>+0(SB)/8, $0x0000000100000000
DATA lanes<>+8(SB)/8, $0x0000000300000002
DATA lanes<>+16(SB)/8, $0x0000000500000004
DATA lanes<>+24(SB)/8, $0x0000000700000006
GLOBL lanes<>(SB), RODATA|NOPTR, $32

DATA almostHalf<>+0(SB)/8, $0x007f007f007f007f
DATA almostHalf<>+8(SB)/8, $0x007f007f007f007f
GLOBL almostHalf<>(SB), RODATA|NOPTR, $16

// The rounding constant for an opacity with 7 fractional bits.
DATA nearly<>+0(SB)/8, $0x0040004000400040
DATA nearly<>+8(SB)/8, $0x0040004000400040
GLOBL nearly<>(SB), RODATA|NOPTR, $16

// AX is the strip, DI the first pixel of the row, SI the width, R13 the number of rows left, R8 and R9 the left side,
// R10 and R11 the right side, and R12 the number of pixels drawn.
#define BEGIN \
	MOVQ strip_pix(AX), DI                 \
	MOVQ strip_width(AX), SI               \
	MOVQ strip_rows(AX), R13               \
	MOVQ (strip_left+side_x)(AX), R8       \
	MOVQ (strip_left+side_over)(AX), R9    \
	MOVQ (strip_right+side_x)(AX), R10     \
	MOVQ (strip_right+side_over)(AX), R11  \
	MOVQ strip_drawn(AX), R12

// Sets DX to the first column of the row within the picture, and CX to the number of columns. The flags are those of
// CX.
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

// Advances a side: by one more pixel if the remainder would become negative.
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

	// The last four first, because the others may overlap them.
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

// BX points to the colors. Sets Y6, Y8 and Y9 to their planes, Y11 to 0, Y12 to the vertical position of the row, Y13
// to the increment per pixel, Y7 to that for eight pixels, and Y1 to the difference between the fifth pixel and the
// first: the first four pixels of a block are in the lower halves, the others in the upper ones.
#define PLANES \
	VMOVDQU      (CX), X1                    \
	VMOVDQU      16(CX), X2                  \
	VSHUFPS      $0x88, X2, X1, X13          \
	VINSERTI128  $1, X13, Y13, Y13           \
	VPSLLD       $3, Y13, Y7                 \
	VPXOR        X11, X11, X11               \
	VPSLLD       $2, X13, X1                 \
	VINSERTI128  $1, X1, Y11, Y1             \
	VMOVUPD      colors_at(BX), Y6           \
	VMOVUPD      colors_dx(BX), Y8           \
	VMOVUPD      colors_dy(BX), Y9           \
	VCVTSI2SDQ   strip_y(AX), X11, X12       \
	VMULSD       pixels<>(SB), X12, X12      \
	VBROADCASTSD X12, Y12

// Sets Y2 to the channels at column DX in their parts, plus one half. NaN becomes 0.
#define VALUES(most, parts) \
	MOVQ         DX, CX                   \
	SHLQ         $8, CX                   \
	ADDQ         strip_x(AX), CX          \
	VCVTSI2SDQ   CX, X11, X0              \
	VMULSD       pixels<>(SB), X0, X0     \
	VBROADCASTSD X0, Y0                   \
	VMULPD       Y0, Y8, Y2               \
	VADDPD       Y2, Y6, Y2               \
	VMULPD       Y12, Y9, Y3              \
	VADDPD       Y3, Y2, Y2               \
	VMULPD       most<>(SB), Y2, Y2       \
	VMAXPD       Y11, Y2, Y2              \
	VMINPD       most<>(SB), Y2, Y2       \
	VADDPD       half<>(SB), Y2, Y2       \
	VMULPD       parts<>(SB), Y2, Y2

// The colors of a block's pixels: sets Y0 to those of the first and the fifth, from X0.
#define BLOCK \
	VINSERTI128 $1, X0, Y0, Y0   \
	VPADDD      Y1, Y0, Y0

// Sets Y2 to Y5 to the integer colors of a block, two pixels each, and advances Y0 to the next block.
#define EIGHT(shift, bits) \
	VPADDD Y13, Y0, Y3   \
	VPADDD Y13, Y3, Y4   \
	VPADDD Y13, Y4, Y5   \
	shift  bits, Y0, Y2  \
	VPADDD Y7, Y0, Y0    \
	shift  bits, Y3, Y3  \
	shift  bits, Y4, Y4  \
	shift  bits, Y5, Y5

// Writes the pixels in Y14 that are left in the row, CX of them: less than eight.
#define LAST \
	VMOVD        CX, X3               \
	VPBROADCASTD X3, Y3               \
	VPCMPGTD     lanes<>(SB), Y3, Y3  \
	VPMASKMOVD   Y14, Y3, (R15)

// Advances to the next row.
#define DOWN \
	VADDPD row<>(SB), Y12, Y12    \
	NEXT(strip_left, R8, R9)      \
	NEXT(strip_right, R10, R11)   \
	LEAQ   (DI)(SI*4), DI         \
	SUBQ   $1, R13

// Sets Y14 to the pixels of a block.
#define SMOOTH \
	EIGHT(VPSRLD, $const_smoothBits) \
	VPACKSSDW Y3, Y2, Y2             \
	VPACKSSDW Y5, Y4, Y4             \
	VPACKUSWB Y4, Y2, Y14            \
	VPOR      Y10, Y14, Y14

// func smoothRows(s *strip, c *colors, add *channels)
TEXT ·smoothRows(SB), NOSPLIT, $0-24
	MOVQ s+0(FP), AX
	BEGIN
	MOVQ c+8(FP), BX
	MOVQ add+16(FP), CX
	PLANES
	VPBROADCASTD ones<>(SB), Y10

row:
	COLUMNS
	JLE  next
	ADDQ CX, R12
	MOVQ CX, R14

run:
	VALUES(smoothMost, smoothParts)
	VCVTTPD2DQY Y2, X0
	BLOCK
	LEAQ (DI)(DX*4), R15
	MOVQ R14, CX
	CMPQ CX, $const_smoothRun
	JLE  pixels
	MOVQ $const_smoothRun, CX

pixels:
	ADDQ CX, DX
	SUBQ CX, R14
	SUBQ $8, CX
	JLT  last

eight:
	SMOOTH
	VMOVDQU Y14, (R15)
	ADDQ    $32, R15
	SUBQ    $8, CX
	JGE     eight

last:
	ADDQ $8, CX
	JEQ  done
	SMOOTH
	LAST

done:
	TESTQ R14, R14
	JNE   run

next:
	DOWN
	JNE row
	VZEROUPPER
	END
	RET

// Sets Y14 to the pixels at R15, scaled by Y3 and Y5, plus the colors in Y2 and Y4.
#define BLEND \
	VMOVDQU    (R15), Y15     \
	VPUNPCKLBW Y11, Y15, Y14  \
	VPUNPCKHBW Y11, Y15, Y15  \
	VPMULLW    Y3, Y14, Y14   \
	VPMULLW    Y5, Y15, Y15   \
	VPADDW     Y2, Y14, Y14   \
	VPADDW     Y4, Y15, Y15   \
	VPSRLW     $8, Y14, Y14   \
	VPSRLW     $8, Y15, Y15   \
	VPACKUSWB  Y15, Y14, Y14  \
	VPOR       Y10, Y14, Y14

// Sets keep to the part of the background that stays below colors.
#define KEEP(colors, keep) \
	VPSHUFLW $0xff, colors, keep      \
	VPSHUFHW $0xff, keep, keep         \
	VMOVDQU  whole<>(SB), Y14          \
	VPSUBW   keep, Y14, keep

// Sets Y14 to the pixels of a block. Numbers have 16 bits here; the bits of the colors are the same whether a number
// is signed or not.
#define BLENDED \
	EIGHT(VPSRAD, $const_blendBits) \
	VPACKSSDW Y3, Y2, Y2            \
	VPACKSSDW Y5, Y4, Y4            \
	KEEP(Y2, Y3)                    \
	KEEP(Y4, Y5)                    \
	BLEND

// func blendRows(s *strip, c *colors, add *channels)
TEXT ·blendRows(SB), NOSPLIT, $0-24
	MOVQ s+0(FP), AX
	BEGIN
	MOVQ c+8(FP), BX
	MOVQ add+16(FP), CX
	PLANES
	VPBROADCASTD ones<>(SB), Y10

row:
	COLUMNS
	JLE  next
	ADDQ CX, R12
	MOVQ CX, R14
	LEAQ (DI)(DX*4), R15
	VALUES(blendMost, blendParts)

	// Integers from numbers of at most 2^32: rounded, and one less if rounded up.
	VADDPD       magic<>(SB), Y2, Y0
	VSUBPD       magic<>(SB), Y0, Y3
	VCMPPD       $1, Y3, Y2, Y2
	VPADDQ       Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X2
	VSHUFPS      $0x88, X2, X0, X0
	VPADDD       rounding<>(SB), X0, X0
	MOVQ         R14, CX
	SUBQ         $8, CX
	VPTEST       Y13, Y13
	JEQ          same
	BLOCK
	TESTQ        CX, CX
	JLT          last

eight:
	BLENDED
	VMOVDQU Y14, (R15)
	ADDQ    $32, R15
	SUBQ    $8, CX
	JGE     eight

last:
	ADDQ $8, CX
	JEQ  next
	BLENDED
	LAST

next:
	DOWN
	JNE row
	VZEROUPPER
	END
	RET

	// One color along the row.
same:
	VPSRAD       $const_blendBits, X0, X0
	VPACKSSDW    X0, X0, X0
	VPBROADCASTQ X0, Y2
	KEEP(Y2, Y3)
	VMOVDQA      Y2, Y4
	VMOVDQA      Y3, Y5
	TESTQ        CX, CX
	JLT          rest

eights:
	BLEND
	VMOVDQU Y14, (R15)
	ADDQ    $32, R15
	SUBQ    $8, CX
	JGE     eights

rest:
	ADDQ $8, CX
	JEQ  next
	BLEND
	LAST
	JMP  next

// Sets value to a ramp's values at four pixels, in shares: ramp holds that of the block, and lanes the offsets.
#define PLACES(ramp, lanes, value) \
	MOVQ   ramp, value      \
	PSRLQ  $16, value       \
	PSHUFL $0, value, value \
	PADDL  lanes, value

// The colors of two pixels. color holds the positions along the line and share the coverage, four times each. Sets
// keep to the part of the background that stays.
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
	// The coverage of the line, 0 after the end of the row.
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

	// The position along the line.
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
