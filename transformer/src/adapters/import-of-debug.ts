// What modules with kernels have at their end while a page is developed: with it, kernels on the host device are scripts that the debuggers of browsers
// step through.

export const importOfDebug = 'import "lanewise/debug";\n';
