// Takes the place of `electron` while the main bundle is parsed and evaluated. It has every name that the bundle imports.
// The bundle ends when it finds that its data folder is a file; then the time and the processor time are printed.
import { registerHooks } from 'node:module';

const stub = `
  const anything = new Proxy(function () {}, {
    get: (_, name) => (name === 'then' ? undefined : anything),
    apply: () => anything,
    construct: () => anything,
  });
  function exit() {
    const { user, system } = process.cpuUsage();
    process.stdout.write(JSON.stringify({ elapsedMs: performance.now(), cpuMs: (user + system) / 1000 }));
    process.exit(0);
  }
  export default anything;
  export const app = new Proxy({}, { get: (_, name) => (name === 'exit' ? exit : anything) });
  export const BrowserWindow = anything, Menu = anything, Notification = anything, Tray = anything,
    crashReporter = anything, dialog = anything, globalShortcut = anything, ipcMain = anything, nativeImage = anything, nativeTheme = anything,
    net = anything, powerMonitor = anything, powerSaveBlocker = anything,
    protocol = anything, screen = anything, session = anything, shell = anything;
`;
const url = `data:text/javascript,${encodeURIComponent(stub)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, shortCircuit: true } : next(specifier, context),
});
