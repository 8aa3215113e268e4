# Compiles sunlight.c; the result is committed. Needs clang 14 or later with wasm-ld.
set -e
cd "$(dirname "$0")"
clang --target=wasm32 -O2 -nostdlib -matomics -mbulk-memory \
  -Wl,--no-entry,--strip-all,--import-memory,--shared-memory,--max-memory=4294967296,--export=sunlight \
  -o sunlight.wasm sunlight.c
chmod 644 sunlight.wasm
