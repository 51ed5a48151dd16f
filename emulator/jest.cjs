// For Jest, from CommonJS and from ES modules. Jest's own loader takes ES modules only with a flag of Node. So this is
// CommonJS, and the emulator is loaded by the loader of Node, outside of Jest's sandbox and once for all files of a worker.

const { runInThisContext } = require('node:vm');

const { createRequire } = runInThisContext("process.getBuiltinModule('node:module')");
const testing = createRequire(__filename)('pilot-companion-emulator/testing');

module.exports.emulatorForEach = (options) => testing.emulatorForEach({ beforeEach, afterEach }, options);
