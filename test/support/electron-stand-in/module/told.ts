// What the process tells the test, over the channel of the fork.
export type FromProcess =
  | { readonly kind: 'relaunched'; readonly args: readonly string[] }
  | { readonly kind: 'ready'; readonly endpoint: string }
  | { readonly kind: 'evaluated'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'threw'; readonly id: number; readonly message: string };

/** Resolves once it is on its way. */
export const tellTheTest = (message: FromProcess): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
