/* decoder.h - what building a decoder and running it agree on.
 */
#ifndef SG_MODEL_REAL_DECODER_H
#define SG_MODEL_REAL_DECODER_H

/* Nodes whose weights are written down at once; their scratch memory is [nodes][heads m]. */
enum { SG_DECODER_NODES = 256 };

#endif
