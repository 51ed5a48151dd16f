// Utility processes, as processes of Node that have Electron's port to their parent.
import { fork, type ChildProcess } from 'node:child_process';
import type { ForkOptions } from 'electron';
import { KnownEvents, strict } from './strict.ts';

/** What `process.parentPort` is there. */
const parentPort = `process.parentPort = {
  on: (name, listener) => process.on(name, (data) => listener({ data })),
  postMessage: (message) => process.send(message),
};`;

class StandInUtilityProcess extends KnownEvents {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    super('UtilityProcess');
    this.#child = child;
    child.on('spawn', () => this.emit('spawn'));
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code) => this.emit('exit', code ?? 1));
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
  fork(modulePath: string, args: string[] = [], { env = {}, execArgv = [] }: ForkOptions = {}) {
    const shim = `data:text/javascript,${encodeURIComponent(parentPort)}`;
    const options = { env: env as NodeJS.ProcessEnv, execArgv: [...execArgv, '--import', shim] };
    return strict('UtilityProcess', new StandInUtilityProcess(fork(modulePath, args, { ...options, stdio: 'ignore' })));
  },
});
