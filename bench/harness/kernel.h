// What every kernel.c and sse.c includes. `run` is the same for all: the workload's arrays and scalars, in their order. The same
// source makes WebAssembly (freestanding) and native code.
#pragma once

typedef unsigned char u8;
typedef unsigned int u32;

// Compiled by itself, so that what `restrict` says is not lost by inlining.
#define KERNEL static __attribute__((noinline))

void run(void *const *arrays, const double *scalars);
