// What the process tells the test, over the channel of the fork.
import type { FromProcess } from './remote-control.ts';

/** Resolves once it is on its way. */
export const tellTheTest = (message: FromProcess): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
