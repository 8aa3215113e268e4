// The import that modules with kernels end with while a page is developed: it makes kernels on the host device scripts, so that browser debuggers can
// step through them.

export const importOfDebug = 'import "lanewise/debug";\n';
