/* real.h - one source, two precisions.
 *
 * The files in this folder are compiled twice, for float and for double.  What they define is
 * called NAME_f32 and NAME_f64; SG_R(NAME) is whichever is being compiled.  SG_BEST(TABLE)() is the
 * fastest table of functions for this processor.
 */
#ifndef SG_LAYERS_REAL_REAL_H
#define SG_LAYERS_REAL_REAL_H

#ifdef SG_REAL_DOUBLE
typedef double sg_real;
#define SG_R(name)    name##_f64
#define SG_BEST(name) name##_f64_best
#else
typedef float sg_real;
#define SG_R(name)    name##_f32
#define SG_BEST(name) name##_f32_best
#endif

#endif
