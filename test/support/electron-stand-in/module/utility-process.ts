// Utility processes, as processes of Node that have Electron's port to their parent.
import { fork, type ChildProcess } from 'node:child_process';
import type { ForkOptions } from 'electron';
import { app } from './app.ts';
import { KnownEvents, strict } from './strict.ts';

/** What `process.parentPort` is there. */
const parentPort = `process.parentPort = {
  on: (name, listener) => process.on(name, (data) => listener({ data })),
  postMessage: (message) => process.send(message),
};`;

class StandInUtilityProcess extends KnownEvents {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, name: string) {
    super('UtilityProcess');
    this.#child = child;
    child.on('spawn', () => this.emit('spawn'));
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code, signal) => {
      this.emit('exit', code ?? 1);
      // On POSIX, a process that the app ends itself is reported as a killed one too.
      if (signal !== null) {
        app.emit('child-process-gone', {}, { type: 'Utility', name, reason: 'killed', exitCode: 15 });
      }
    });
  }
  /** As in Electron, undefined until it has started. */
  get pid() {
    return this.#child.pid;
  }
  postMessage(message: unknown) {
    this.#child.send(message as string);
  }
  kill() {
    return this.#child.kill();
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork(modulePath: string, args: string[] = [], { env = {}, execArgv = [], serviceName }: ForkOptions = {}) {
    app.requireReady('utilityProcess cannot be created before app is ready.');
    const shim = `data:text/javascript,${encodeURIComponent(parentPort)}`;
    const options = { env: env as NodeJS.ProcessEnv, execArgv: [...execArgv, '--import', shim] };
    const child = fork(modulePath, args, { ...options, stdio: 'ignore' });
    return strict('UtilityProcess', new StandInUtilityProcess(child, serviceName ?? 'Node Utility Process'));
  },
});
