/* CREST's macros on raddle's inputs: CREST_int(x) makes the variable x an input. */
#ifndef RADDLE_CREST_H
#define RADDLE_CREST_H

#include "raddle.h"

#define CREST_unsigned_char(x) ((void)((x) = raddle_uchar(#x)))
#define CREST_unsigned_short(x) ((void)((x) = raddle_ushort(#x)))
#define CREST_unsigned_int(x) ((void)((x) = raddle_uint(#x)))
#define CREST_unsigned_long(x) ((void)((x) = raddle_ulong(#x)))
#define CREST_char(x) ((void)((x) = raddle_char(#x)))
#define CREST_short(x) ((void)((x) = raddle_short(#x)))
#define CREST_int(x) ((void)((x) = raddle_int(#x)))
#define CREST_long(x) ((void)((x) = raddle_long(#x)))
#define CREST_longlong(x) ((void)((x) = raddle_longlong(#x)))
#define CREST_assume(c) raddle_assume((c) != 0)
#define CREST_assert(c) raddle_assert(c)

#ifdef __cplusplus
extern "C" {
#endif
void __CrestUChar(unsigned char *p);
void __CrestUShort(unsigned short *p);
void __CrestUInt(unsigned *p);
void __CrestChar(char *p);
void __CrestShort(short *p);
void __CrestInt(int *p);
void __CrestInit(void);
#ifdef __cplusplus
}
#endif
#endif
