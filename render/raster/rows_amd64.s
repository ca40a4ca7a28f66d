// Rows of triangles. Those with one color, and those of lines, use SSE2, which every 64-bit processor has; the others
// use AVX2: the channels of two pixels are the eight 32-bit numbers of a register. The first pixel of a row is
// computed while the pixels of earlier rows are still in flight, which matters most, because most rows of a picture
// have few pixels. For the same reason, the rest of a row after its last full block is not a loop, whose end would be
// mispredicted, but another block that is only partly written. This code cannot be preempted, for a millisecond at
// most.
//
// Rows of textured triangles take eight texels at a time. Two neighbors are one load of eight bytes, which is faster
// than a gather of single texels; only where a texture repeats within a block, they are gathered.

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

// The eight pixels of a block of a textured run, and their pairs: those of light are in the order 0, 1, 4, 5.
DATA counts<>+0(SB)/8, $0x0000000100000000
DATA counts<>+8(SB)/8, $0x0000000300000002
DATA counts<>+16(SB)/8, $0x0000000500000004
DATA counts<>+24(SB)/8, $0x0000000700000006
GLOBL counts<>(SB), RODATA|NOPTR, $32

DATA pairs<>+0(SB)/8, $0x0000000000000000
DATA pairs<>+8(SB)/8, $0x0001000100010001
DATA pairs<>+16(SB)/8, $0x0004000400040004
DATA pairs<>+24(SB)/8, $0x0005000500050005
GLOBL pairs<>(SB), RODATA|NOPTR, $32

// The bytes of each channel of four texels around a place: upper left, lower left, upper right, lower right.
DATA around<>+0(SB)/8, $0x0d0509010c040800
DATA around<>+8(SB)/8, $0x0f070b030e060a02
DATA around<>+16(SB)/8, $0x0d0509010c040800
DATA around<>+24(SB)/8, $0x0f070b030e060a02
GLOBL around<>(SB), RODATA|NOPTR, $32

// Constants for all lanes, from the first number on.
DATA texels<>+0(SB)/4, $127
DATA texels<>+4(SB)/4, $128
DATA texels<>+8(SB)/4, $0x80808080
DATA texels<>+12(SB)/4, $0x80008000
DATA texels<>+16(SB)/4, $0x00100010
DATA texels<>+20(SB)/4, $0x00ff00ff
DATA texels<>+24(SB)/4, $1
GLOBL texels<>(SB), RODATA|NOPTR, $28

// Sets texel to the four texels around pixels j and j+4 of a block, whose indices are in BX and R13.
#define AROUND(texel, low) \
	VMOVQ       (SI)(BX*4), low        \
	VMOVHPS     (R12)(BX*4), low, low  \
	VMOVQ       (SI)(R13*4), X13       \
	VMOVHPS     (R12)(R13*4), X13, X13 \
	VINSERTI128 $1, X13, texel, texel

// Sets texel to the interpolation of what AROUND has set, minus 128, with 8 fractional bits in 32. Y7 holds the shares
// of the columns and Y8 those of the rows; select is the pixel.
#define FILTER(texel, select) \
	VPXOR      Y15, texel, texel          \
	VPSHUFB    around<>(SB), texel, texel \
	VPSHUFD    select, Y8, Y13            \
	VPMADDUBSW texel, Y13, texel          \
	VPSHUFD    select, Y7, Y13            \
	VPMADDWD   Y13, texel, texel          \
	VPSRAD     $6, texel, texel

// Sets to to the opacity of four pixels in color, as a factor in all channels with 16 fractional bits.
#define OPACITY(color, to) \
	VPSHUFLW $0xff, color, to  \
	VPSHUFHW $0xff, to, to     \
	VPSRLW   $8, to, Y13       \
	VPADDW   Y13, to, to

// Sets to to the light of four pixels of a texture that glows. Y12 holds the light of texels that do, and Y15 all bits.
#define GLOW(color, light, to) \
	OPACITY(color, Y14)      \
	VPMULHUW Y14, light, to  \
	VPXOR    Y15, Y14, Y14   \
	VPMULHUW Y12, Y14, Y14   \
	VPADDW   Y14, to, to

// Covers the channels of four pixels in color with fog. light holds the share of the fog, and Y14 its color.
#define FOG(color, light) \
	VPMINUW   Y15, color, color \
	VPSHUFLW  $0xff, light, Y7  \
	VPSHUFHW  $0xff, Y7, Y7     \
	VPSUBW    color, Y14, Y8    \
	VPMULHRSW Y7, Y8, Y8        \
	VPADDW    Y8, color, color

// Constants for the ends of runs.
DATA one<>+0(SB)/8, $1.0
GLOBL one<>(SB), RODATA|NOPTR, $8

DATA nearest<>+0(SB)/8, $1e-9 // smallest value of near
GLOBL nearest<>(SB), RODATA|NOPTR, $8

DATA steep<>+0(SB)/8, $1.125
GLOBL steep<>(SB), RODATA|NOPTR, $8

DATA most<>+0(SB)/8, $2047.0 // last index of surface.hides
GLOBL most<>(SB), RODATA|NOPTR, $8

DATA wave<>+0(SB)/8, $0.0078125 // 1/WarpLength
DATA wave<>+8(SB)/8, $0.0078125
DATA wave<>+16(SB)/8, $4294967296.0
DATA wave<>+24(SB)/8, $4294967296.0
GLOBL wave<>(SB), RODATA|NOPTR, $32

DATA skies<>+0(SB)/8, $3.0   // SkyFlat
DATA skies<>+8(SB)/8, $1e-6
DATA skies<>+16(SB)/8, $378.0 // SkyTexels
GLOBL skies<>(SB), RODATA|NOPTR, $24

// Adding this to a number leaves its nearest integer in the lowest 32 bits.
DATA integer<>+0(SB)/8, $6755399441055744.0
DATA integer<>+8(SB)/8, $6755399441055744.0
DATA integer<>+16(SB)/8, $6755399441055744.0
DATA integer<>+24(SB)/8, $6755399441055744.0
GLOBL integer<>(SB), RODATA|NOPTR, $32

DATA luxel<>+0(SB)/8, $256.0
DATA luxel<>+8(SB)/8, $256.0
GLOBL luxel<>(SB), RODATA|NOPTR, $16

DATA brightest<>+0(SB)/8, $4.0 // 2*FullLight
DATA brightest<>+8(SB)/8, $4.0
DATA brightest<>+16(SB)/8, $4.0
DATA brightest<>+24(SB)/8, $4.0
GLOBL brightest<>(SB), RODATA|NOPTR, $32

// Constants for 32-bit lanes: half a luxel, the fraction of a luxel, 1, half a unit of light, the largest sum of luxels,
// the most light of luxels, and the limits of shades.
#define LANES(name, number) \
	DATA name<>+0(SB)/4, number  \
	DATA name<>+4(SB)/4, number  \
	DATA name<>+8(SB)/4, number  \
	DATA name<>+12(SB)/4, number \
	GLOBL name<>(SB), RODATA|NOPTR, $16

LANES(halfLuxel, $128)
LANES(fraction, $255)
LANES(unit, $1)
LANES(halfUnit, $32768)
LANES(fullLuxel, $512)
LANES(fullLight, $16384)
LANES(leastShades, $const_leastShade)
LANES(mostShades, $const_mostShade)

// Sets X1 to 1 by the depth at the place X0.
#define NEAR \
	VMULSD (surface_planes+planes_dx+8*const_placeNear)(AX), X0, X1  \
	VADDSD (surface_planes+planes_row+8*const_placeNear)(AX), X1, X1 \
	VMAXSD nearest<>(SB), X1, X1

// func texturedSpan(to *uint32, n int, x *surface, px float64)
TEXT ·texturedSpan(SB), NOSPLIT, $200-32
	MOVQ   to+0(FP), DI
	MOVQ   n+8(FP), CX
	MOVQ   x+16(FP), AX
	VMOVSD px+24(FP), X0
	MOVQ   CX, left-72(SP)
	NEAR
	XORL   R15, R15 // 1 while the layer behind is drawn
	XORL   R8, R8
	JMP    end

	// R8 is the number of pixels of the run, R9 the number of steps to its end at X0.
run:
	MOVQ left-72(SP), R8
	LEAQ -1(R8), R9
	CMPQ R8, $const_run
	JLE  steps
	MOVL $const_run, R8
	MOVL R8, R9

steps:
	VXORPD     X0, X0, X0
	VCVTSI2SDQ R9, X0, X0
	VADDSD     at-32(SP), X0, X0
	NEAR
	CMPQ       R8, $const_shortRun
	JLE        end
	CMPL       (surface_mips+mip_sky)(AX), $0
	JNE        end
	VMOVSD     near-24(SP), X2
	VMINSD     X1, X2, X3
	VMAXSD     X1, X2, X4
	VMULSD     steep<>(SB), X3, X3
	VCOMISD    X3, X4
	JLS        end
	SHRQ       $1, R8
	MOVQ       R8, R9
	JMP        steps

end:
	// X2: the depth. Y5: the values at the end. X3: u and v.
	VMOVSD       one<>(SB), X2
	VDIVSD       X1, X2, X2
	VBROADCASTSD X0, Y5
	VMULPD       (surface_planes+planes_dx)(AX), Y5, Y5
	VADDPD       (surface_planes+planes_row)(AX), Y5, Y5
	VBROADCASTSD X2, Y6
	VMULPD       Y6, Y5, Y6
	VMOVAPD      X6, X3
	CMPB         surface_lit(AX), $0
	JEQ          unlit

	// Four luxels in X8, and their shares in Y9.
	VEXTRACTF128 $1, Y6, X7
	VMULPD       luxel<>(SB), X7, X7
	VADDPD       integer<>(SB), X7, X7
	VPSUBD       halfLuxel<>(SB), X7, X7
	VPSRAD       $8, X7, X8
	VPXOR        X10, X10, X10
	VPMAXSD      X10, X8, X8
	VMOVDQU      surface_last(AX), X10
	VPMINSD      X10, X8, X8
	VPADDD       unit<>(SB), X8, X9
	VPMINSD      X10, X9, X9
	VMOVD        X8, R10
	VPEXTRD      $2, X8, R11
	VMOVD        X9, R13
	VPEXTRD      $2, X9, BX
	IMULQ        surface_stride(AX), R11
	IMULQ        surface_stride(AX), BX
	MOVQ         surface_pix(AX), SI
	LEAQ         (SI)(R11*4), R11
	LEAQ         (SI)(BX*4), BX
	VMOVD        (R11)(R10*4), X8
	VPINSRD      $1, (R11)(R13*4), X8, X8
	VPINSRD      $2, (BX)(R10*4), X8, X8
	VPINSRD      $3, (BX)(R13*4), X8, X8
	VPAND        fraction<>(SB), X7, X7
	VMOVD        X7, R10
	VPEXTRD      $2, X7, R11
	MOVQ         R10, R13
	IMULQ        R11, R13
	SHRQ         $8, R13       // lower right
	SUBQ         R13, R11      // lower left
	MOVQ         R10, BX
	SUBQ         R13, BX       // upper right
	NEGQ         R10
	ADDQ         $256, R10
	SUBQ         R11, R10      // upper left
	SHLQ         $16, R11
	SHLQ         $32, BX
	SHLQ         $48, R13
	ORQ          R11, R10
	ORQ          R13, BX
	ORQ          BX, R10
	VMOVQ        R10, X9
	VPBROADCASTQ X9, Y9
	VPSHUFB      around<>(SB), X8, X8
	VPMOVZXBW    X8, Y8
	VPMADDWD     Y9, Y8, Y8
	VPSHUFD      $0xb1, Y8, Y9
	VPADDD       Y9, Y8, Y8
	VEXTRACTI128 $1, Y8, X9
	VSHUFPS      $0x88, X9, X8, X8

	// Their light.
	VPMULLD      surface_factors(AX), X8, X8
	VPADDD       halfUnit<>(SB), X8, X8
	VPSRLD       $16, X8, X8
	VPMINSD      fullLuxel<>(SB), X8, X8
	CMPB         surface_lifted(AX), $0
	JEQ          flat
	VPSHUFD      $0x4e, X8, X9
	VPMAXSD      X9, X8, X9
	VPSHUFD      $0xb1, X9, X10
	VPMAXSD      X10, X9, X9
	VMOVD        X9, R10
	TESTL        R10, R10
	JEQ          dark
	VPBROADCASTD surface_lifts(AX)(R10*4), X9
	VPMULLD      X9, X8, X8
	VPSRLD       $(2*const_lightBits-const_shadeBits), X8, X8
	JMP          light

dark:
	VMOVDQU surface_dark(AX), X8
	JMP     shades

flat:
	VPSLLD $(const_shadeBits-const_lightBits), X8, X8

light:
	VPMINSD fullLight<>(SB), X8, X8

shades:
	VPMAXSD   leastShades<>(SB), X8, X8
	VPMINSD   mostShades<>(SB), X8, X8
	VPACKUSDW X8, X8, X4
	CMPL      (surface_walk+walk_fogs)(AX), $0
	JEQ       ended
	VMULSD    surface_density(AX), X2, X9
	VMINSD    most<>(SB), X9, X9
	VCVTTSD2SIQ X9, R10
	VPINSRW   $3, surface_hides(AX)(R10*4), X4, X4

ended:
	TESTQ   R8, R8
	JNE     steppedTo
	VMOVSD  X0, at-32(SP)
	VMOVSD  X1, near-24(SP)
	VMOVSD  X2, depth-16(SP)
	VMOVQ   X4, light-8(SP)
	VMOVUPD X3, uv-56(SP)
	JMP     run

unlit:
	VMOVDQU surface_light(AX), X8
	CMPL    (surface_mips+mip_sky)(AX), $0
	JNE     direction
	CMPB    surface_shaded(AX), $0
	JEQ     shades
	VMULSD  (surface_planes+planes_dx+8*const_placeBlue)(AX), X0, X8
	VADDSD  (surface_planes+planes_row+8*const_placeBlue)(AX), X8, X8
	VEXTRACTF128 $1, Y5, X7
	VINSERTF128  $1, X8, Y7, Y7
	VXORPD  X8, X8, X8
	VMINPD  brightest<>(SB), Y7, Y7
	VMAXPD  Y8, Y7, Y7
	VMULPD  smoothParts<>(SB), Y7, Y7
	VADDPD  integer<>(SB), Y7, Y7
	VEXTRACTI128 $1, Y7, X8
	VSHUFPS $0x88, X8, X7, X8
	JMP     shades

direction:
	// The place in a sky is a part of a direction whose length is SkyTexels.
	VPACKUSDW X8, X8, X4
	VMULSD    (surface_planes+planes_dx+8*const_placeNear)(AX), X0, X6
	VADDSD    (surface_planes+planes_row+8*const_placeNear)(AX), X6, X6
	VMULSD    skies<>(SB), X6, X6
	VMULSD    X6, X6, X6
	VMULPD    X5, X5, X7
	VHADDPD   X7, X7, X7
	VADDSD    X6, X7, X7
	VSQRTSD   X7, X7, X7
	VMAXSD    skies<>+8(SB), X7, X7
	VMOVSD    skies<>+16(SB), X6
	VDIVSD    X7, X6, X6
	VMOVDDUP  X6, X6
	VMULPD    X6, X5, X3
	VMOVDDUP  surface_start(AX), X6
	VADDPD    X6, X3, X3
	JMP       ended

steppedTo:
	// X5: u and v at the start. X3: their change per pixel.
	VMOVUPD  uv-56(SP), X5
	VMOVUPD  X3, uv-56(SP)
	VSUBPD   X5, X3, X3
	LEAQ     ·parts(SB), BX
	VMOVDDUP (BX)(R9*8), X6
	VMULPD   X6, X3, X3

	// The version of the texture.
	VMOVDDUP  (surface_planes+planes_dy+8*const_placeNear)(AX), X7
	VMULPD    X5, X7, X7
	VMOVUPD   (surface_planes+planes_dy)(AX), X8
	VSUBPD    X7, X8, X8
	VMOVDDUP  depth-16(SP), X9
	VMULPD    X9, X8, X8
	VMULPD    X8, X8, X8
	VMULPD    X3, X3, X9
	VHADDPD   X8, X9, X9
	VPERMILPD $1, X9, X8
	VMAXSD    X8, X9, X9
	VMOVQ     X9, BX
	SHRQ      $52, BX
	SUBQ      $1022, BX
	SARQ      $1, BX
	XORL      R10, R10
	TESTQ     BX, BX
	CMOVQLT   R10, BX
	MOVQ      surface_lastLevel(AX), R10
	CMPQ      BX, R10
	CMOVQGT   R10, BX
	IMULQ     $mip__size, BX
	LEAQ      surface_mips(AX)(BX*1), DX
	MOVQ      surface_pix(AX), SI
	MOVQ      mip_at(DX), BX
	LEAQ      (SI)(BX*4), SI
	MOVQ      mip_stride(DX), BX
	LEAQ      (SI)(BX*4), R12 // the row below

	// X8 and X9: u and v in the texture, and their change.
	VMOVUPD   mip_scale(DX), X7
	VMULPD    X7, X5, X8
	VADDPD    integer<>(SB), X8, X8
	VMULPD    X7, X3, X9
	VADDPD    integer<>(SB), X9, X9
	VPMOVZXDQ mip_half(DX), X10
	VPSUBD    X10, X8, X8

	// X6: the change of light.
	VMOVQ        light-8(SP), X7
	VPSUBW       X7, X4, X6
	VPMOVSXWD    X6, X6
	LEAQ         ·shareParts(SB), BX
	VPBROADCASTD (BX)(R9*4), X10
	VPMULLD      X10, X6, X6
	VPSRAD       $15, X6, X6
	VPACKSSDW    X6, X6, X6
	VMOVSD       X0, at-32(SP)
	VMOVSD       X1, near-24(SP)
	VMOVSD       X2, depth-16(SP)
	VMOVQ        X4, light-8(SP)
	MOVQ         R8, CX
	SUBQ         R8, left-72(SP)
	LEAQ         (DI)(R8*4), BX
	MOVQ         BX, next-64(SP)

	CMPL         mip_wave(DX), $0
	JEQ          still
	VMOVDDUP     surface_start(AX), X12
	VMULPD       wave<>+0(SB), X5, X10
	VADDPD       X12, X10, X10
	VMULPD       wave<>+16(SB), X10, X10
	VADDPD       integer<>(SB), X10, X10
	VMULPD       wave<>+0(SB), X3, X11
	VMULPD       wave<>+16(SB), X11, X11
	VADDPD       integer<>(SB), X11, X11
	VPBROADCASTD X10, Y13
	VPBROADCASTD X11, Y12
	VPMULLD      counts<>(SB), Y12, Y14
	VPADDD       Y14, Y13, Y13
	VPSLLD       $3, Y12, Y12
	VMOVDQU      Y13, across-200(SP)
	VMOVDQU      Y12, more-168(SP)
	VPSHUFD      $2, X10, X10
	VPSHUFD      $2, X11, X11
	VPBROADCASTD X10, Y13
	VPBROADCASTD X11, Y12
	VPMULLD      counts<>(SB), Y12, Y14
	VPADDD       Y14, Y13, Y13
	VPSLLD       $3, Y12, Y12
	VMOVDQU      Y13, phase-136(SP)
	VMOVDQU      Y12, change-104(SP)

still:
	// Y0 and Y1: u and v. Y2 and Y3: their change per block. Y4: light. Y5 and Y6: its change per two pixels, and per
	// block.
	VPBROADCASTD X8, Y0
	VPSHUFD      $2, X8, X8
	VPBROADCASTD X8, Y1
	VPBROADCASTD X9, Y2
	VPSHUFD      $2, X9, X9
	VPBROADCASTD X9, Y3
	VPMULLD      counts<>(SB), Y2, Y8
	VPADDD       Y8, Y0, Y0
	VPSLLD       $3, Y2, Y2
	VPMULLD      counts<>(SB), Y3, Y8
	VPADDD       Y8, Y1, Y1
	VPSLLD       $3, Y3, Y3
	VPBROADCASTQ X7, Y4
	VPBROADCASTQ X6, Y5
	VPMULLW      pairs<>(SB), Y5, Y6
	VPADDW       Y6, Y4, Y4
	VPADDW       Y5, Y5, Y5
	VPSLLW       $2, Y5, Y6

block:
	CMPL   mip_wave(DX), $0
	JNE    waved
	VPSRLD $12, Y0, Y7
	VPSRLD $12, Y1, Y8

position:
	// The place in the texture, and the index of its texel in Y12.
	VPMULLD      mip_width(DX), Y7, Y7
	VPMULLD      mip_height(DX), Y8, Y8
	VPSRLD       $20, Y7, Y9
	VPSRLD       $20, Y8, Y10
	VPSUBD       mip_lastColumn(DX), Y9, Y11
	VPSUBD       mip_lastRow(DX), Y10, Y12
	VPAND        Y12, Y11, Y11
	VMOVMSKPS    Y11, BX // a bit for each pixel before the last column and row
	VPSLLD       $16, Y10, Y12
	VPOR         Y9, Y12, Y12
	VPMADDWD     mip_step(DX), Y12, Y12

	// The shares of two columns, 128 together in 16 bits each, and of two rows in 8 bits each.
	VPBROADCASTD texels<>+0(SB), Y14
	VPBROADCASTD texels<>+4(SB), Y15
	VPSRLD       $13, Y7, Y7
	VPAND        Y14, Y7, Y7
	VPSLLD       $16, Y7, Y13
	VPSUBD       Y7, Y13, Y13
	VPADDD       Y15, Y13, Y7
	VPSRLD       $13, Y8, Y8
	VPAND        Y14, Y8, Y8
	VPSLLD       $8, Y8, Y13
	VPSUBD       Y8, Y13, Y13
	VPADDD       Y15, Y13, Y13
	VPSLLD       $16, Y13, Y8
	VPOR         Y13, Y8, Y8
	CMPL         BX, $0xff
	JNE          edge
	VMOVQ        X12, R8
	VPEXTRQ      $1, X12, R9
	VEXTRACTI128 $1, Y12, X12
	VMOVQ        X12, R10
	VPEXTRQ      $1, X12, R11
	MOVL         R8, BX
	MOVL         R10, R13
	AROUND(Y9, X9)
	MOVQ         R8, BX
	MOVQ         R10, R13
	SHRQ         $32, BX
	SHRQ         $32, R13
	AROUND(Y10, X10)
	MOVL         R9, BX
	MOVL         R11, R13
	AROUND(Y11, X11)
	MOVQ         R9, BX
	MOVQ         R11, R13
	SHRQ         $32, BX
	SHRQ         $32, R13
	AROUND(Y12, X12)

filter:
	VPBROADCASTD texels<>+8(SB), Y15
	FILTER(Y9, $0x00)
	FILTER(Y10, $0x55)
	FILTER(Y11, $0xaa)
	FILTER(Y12, $0xff)

	// Pixels 0, 1, 4, 5 and 2, 3, 6, 7, in 16 bits per channel.
	VPACKSSDW    Y10, Y9, Y9
	VPACKSSDW    Y12, Y11, Y11
	VPBROADCASTD texels<>+12(SB), Y15
	VPXOR        Y15, Y9, Y9
	VPXOR        Y15, Y11, Y11
	CMPL         mip_sky(DX), $0
	JNE          sky

colored:
	VPADDW       Y5, Y4, Y10
	VMOVDQA      Y4, Y7
	VMOVDQA      Y10, Y8
	CMPL         (surface_walk+walk_glows)(AX), $0
	JNE          glowing

lit:
	VPMULHUW     Y7, Y9, Y9
	VPMULHUW     Y8, Y11, Y11
	VPBROADCASTD texels<>+16(SB), Y15
	VPADDW       Y15, Y9, Y9
	VPADDW       Y15, Y11, Y11
	VPSRLW       $5, Y9, Y9
	VPSRLW       $5, Y11, Y11
	CMPL         (surface_walk+walk_fogs)(AX), $0
	JEQ          clear
	VPBROADCASTQ (surface_walk+walk_mist)(AX), Y14
	VPBROADCASTD texels<>+20(SB), Y15
	FOG(Y9, Y4)
	FOG(Y11, Y10)

clear:
	CMPW         (surface_walk+walk_keep)(AX), $0
	JNE          blend

blended:
	VPACKUSWB    Y11, Y9, Y14
	VPBROADCASTD ones<>+4(SB), Y15
	VPOR         Y15, Y14, Y14
	VPADDD       Y2, Y0, Y0
	VPADDD       Y3, Y1, Y1
	VPADDW       Y6, Y4, Y4
	SUBQ         $8, CX
	JLT          last
	VMOVDQU      Y14, (DI)
	ADDQ         $32, DI
	TESTQ        CX, CX
	JNE          block

ran:
	MOVQ next-64(SP), DI
	CMPQ left-72(SP), $0
	JNE  run
	VZEROUPPER
	RET

last:
	// Less than eight.
	ADDQ         $8, CX
	VMOVD        CX, X3
	VPBROADCASTD X3, Y3
	VPCMPGTD     counts<>(SB), Y3, Y3
	VPMASKMOVD   Y14, Y3, (DI)
	JMP          ran

waved:
	// A wave along v moves u, and one along u moves v.
	VMOVDQU      phase-136(SP), Y13
	VPSRLD       $24, Y13, Y9
	VPADDD       change-104(SP), Y13, Y13
	VMOVDQU      Y13, phase-136(SP)
	LEAQ         ·waves(SB), BX
	VPCMPEQD     Y10, Y10, Y10
	VPGATHERDD   Y10, (BX)(Y9*4), Y11
	VPBROADCASTD mip_wave(DX), Y12
	VPMULLD      Y12, Y11, Y11
	VPADDD       Y0, Y11, Y7
	VPSRLD       $12, Y7, Y7
	VMOVDQU      across-200(SP), Y13
	VPSRLD       $24, Y13, Y9
	VPADDD       more-168(SP), Y13, Y13
	VMOVDQU      Y13, across-200(SP)
	VPCMPEQD     Y10, Y10, Y10
	VPGATHERDD   Y10, (BX)(Y9*4), Y11
	VPBROADCASTD (mip_wave+4)(DX), Y12
	VPMULLD      Y12, Y11, Y11
	VPADDD       Y1, Y11, Y8
	VPSRLD       $12, Y8, Y8
	JMP          position

blend:
	// What is behind the face stays in part.
	VPBROADCASTW (surface_walk+walk_keep)(AX), Y15
	VMOVDQU      (DI), Y7
	VPXOR        Y14, Y14, Y14
	VPUNPCKLBW   Y14, Y7, Y8
	VPUNPCKHBW   Y14, Y7, Y7
	VPMULLW      Y15, Y8, Y8
	VPMULLW      Y15, Y7, Y7
	VPSRLW       $8, Y8, Y8
	VPSRLW       $8, Y7, Y7
	VPADDW       Y8, Y9, Y9
	VPADDW       Y7, Y11, Y11
	JMP          blended

sky:
	// The layer behind is to the right of the one in front, which is kept while that is read.
	MOVL         mip_width(DX), BX
	SHLQ         $2, BX
	XORL         $1, R15
	JEQ          behind
	ADDQ         BX, SI
	ADDQ         BX, R12
	VMOVDQU      Y9, front-136(SP)
	VMOVDQU      Y11, front-104(SP)
	VPBROADCASTD mip_far+0(DX), Y7
	VPADDD       Y0, Y7, Y7
	VPSRLD       $12, Y7, Y7
	VPBROADCASTD mip_far+4(DX), Y8
	VPADDD       Y1, Y8, Y8
	VPSRLD       $12, Y8, Y8
	JMP          position

behind:
	SUBQ      BX, SI
	SUBQ      BX, R12
	VPCMPEQD  Y15, Y15, Y15
	VMOVDQU   front-136(SP), Y12
	OPACITY(Y12, Y7)
	VPXOR     Y15, Y7, Y7
	VPMULHUW  Y7, Y9, Y9
	VPADDUSW  Y12, Y9, Y9
	VMOVDQU   front-104(SP), Y12
	OPACITY(Y12, Y7)
	VPXOR     Y15, Y7, Y7
	VPMULHUW  Y7, Y11, Y11
	VPADDUSW  Y12, Y11, Y11
	JMP       colored

glowing:
	// Light counts as much as a texel is opaque, and the rest of it glows.
	VPBROADCASTW (surface_walk+walk_glow)(AX), Y12
	VPCMPEQD Y15, Y15, Y15
	GLOW(Y9, Y4, Y7)
	GLOW(Y11, Y10, Y8)
	JMP      lit

edge:
	// The texture repeats: to the right of the last column is the first, and below the last row the first.
	VPCMPEQD     mip_lastColumn(DX), Y9, Y9
	VPAND        mip_width(DX), Y9, Y9
	VPBROADCASTD texels<>+24(SB), Y13
	VPSUBD       Y9, Y13, Y9
	VPCMPEQD     mip_lastRow(DX), Y10, Y10
	VPAND        mip_whole(DX), Y10, Y10
	VPBROADCASTD mip_stride(DX), Y13
	VPSUBD       Y10, Y13, Y10
	VPADDD       Y12, Y10, Y10
	VPADDD       Y9, Y12, Y13
	VPADDD       Y9, Y10, Y14
	VPCMPEQD     Y9, Y9, Y9
	VPGATHERDD   Y9, (SI)(Y12*4), Y11
	VPCMPEQD     Y9, Y9, Y9
	VPGATHERDD   Y9, (SI)(Y13*4), Y12
	VPCMPEQD     Y9, Y9, Y9
	VPGATHERDD   Y9, (SI)(Y10*4), Y13
	VPCMPEQD     Y9, Y9, Y9
	VPGATHERDD   Y9, (SI)(Y14*4), Y15
	VPUNPCKLDQ   Y12, Y11, Y9
	VPUNPCKHDQ   Y12, Y11, Y11
	VPUNPCKLDQ   Y15, Y13, Y14
	VPUNPCKHDQ   Y15, Y13, Y13
	VPUNPCKHQDQ  Y14, Y9, Y10
	VPUNPCKLQDQ  Y14, Y9, Y9
	VPUNPCKHQDQ  Y13, Y11, Y12
	VPUNPCKLQDQ  Y13, Y11, Y11
	JMP          filter
