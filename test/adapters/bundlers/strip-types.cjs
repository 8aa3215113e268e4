// A loader for webpack: takes the types away, as projects do with esbuild-loader, swc-loader or ts-loader.

const { transform } = require("esbuild");

module.exports = async function stripTypes(source, map) {
  const done = this.async();
  try {
    const options = { loader: "ts", target: "es2022", sourcemap: "external", sourcefile: this.resourcePath };
    const result = await transform(source, options);
    const own = JSON.parse(result.map);
    done(null, result.code, map ? require("@jridgewell/remapping")([own, map], () => null) : own);
  } catch (error) {
    done(error);
  }
};
