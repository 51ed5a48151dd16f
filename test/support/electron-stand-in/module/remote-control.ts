// Runs functions that the test sends, with `electron` as their argument, as Playwright's ElectronApplication does.
import { sendToTest, type FromProcess } from './test-channel.ts';

export type ToProcess =
  | { readonly kind: 'evaluate'; readonly id: number; readonly source: string; readonly arg: unknown }
  | { readonly kind: 'quit' };

const send = (message: FromProcess) => void sendToTest(message);

export function listenToTheTest(electron: { app: { quit(): void } }, endpoint: string): void {
  process.on('message', (message: ToProcess) => void receive(message));
  // The test has ended, so nothing else will end this process.
  process.on('disconnect', () => electron.app.quit());

  async function receive(message: ToProcess) {
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
