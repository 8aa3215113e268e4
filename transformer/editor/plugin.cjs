// What editors' TypeScript servers load for `"plugins": [{ "name": "@lanewise/transformer/editor" }]`. They resolve names by folders
// and not by `exports`, and call require; the plugin itself is a module. A Node that cannot require modules (before 20.19, as older
// editors bring) imports it meanwhile: until then TypeScript's own service answers alone.

const plugin = "../dist/editor/plugin.js";

module.exports = function init(modules) {
  try {
    return require(plugin).createPlugin(modules);
  } catch (error) {
    if (error.code !== "ERR_REQUIRE_ESM") throw error;
  }
  const loaded = import(plugin).then(({ createPlugin }) => createPlugin(modules));
  return { create: (info) => whenLoaded(info, loaded) };
};

function whenLoaded(info, loaded) {
  const { project, languageService } = info;
  let service = languageService;
  const takeOver = ({ create }) => {
    service = create(info);
    project.refreshDiagnostics();
  };
  loaded.then(takeOver).catch((error) => project.projectService.logger.info(`lanewise: ${error.stack}`));
  const methods = Object.keys(languageService).map((name) => [name, (...args) => service[name](...args)]);
  return Object.fromEntries(methods);
}
