// How a test reaches the process: as Playwright's ElectronApplication does, it sends a function to run beside `electron`.
import { tellTheTest, type FromProcess } from './told.ts';

export type ToProcess =
  | { readonly kind: 'evaluate'; readonly id: number; readonly source: string; readonly arg: unknown }
  | { readonly kind: 'quit' };

const send = (message: FromProcess) => void tellTheTest(message);

export function listenToTheTest(electron: { app: { quit(): void } }, endpoint: string): void {
  process.on('message', (message: ToProcess) => void take(message));
  // The test is gone: no one will request the end.
  process.on('disconnect', () => electron.app.quit());

  async function take(message: ToProcess) {
    if (message.kind === 'quit') return electron.app.quit();
    try {
      // oxlint-disable-next-line no-eval -- the function comes from the test that started this process
      const run = (0, eval)(`(${message.source})`) as (electron: object, arg: unknown) => unknown;
      send({ kind: 'evaluated', id: message.id, value: await run(electron, message.arg) });
    } catch (reason) {
      send({ kind: 'threw', id: message.id, message: reason instanceof Error ? (reason.stack ?? '') : String(reason) });
    }
  }

  send({ kind: 'ready', endpoint });
}
