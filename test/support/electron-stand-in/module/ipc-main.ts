// `ipcMain`: the handlers of `invoke`. Arguments and results are structured clones.
import { strict } from './strict.ts';

type Handler = (event: object, ...values: unknown[]) => unknown;
const handlers = new Map<string, Handler>();

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  /** electron-store registers a listener that isn't used here. */
  on(_channel: string, _listener: Handler) {},
});

/** Handles an `invoke` of a page. Rejects as ipcRenderer.invoke does. */
export async function invoked(event: object, channel: string, values: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`Error invoking remote method '${channel}': No handler registered`);
  try {
    return structuredClone(await handler({ ...event, type: 'frame' }, ...values));
  } catch (reason) {
    throw new Error(`Error invoking remote method '${channel}': ${String(reason)}`, { cause: reason });
  }
}
