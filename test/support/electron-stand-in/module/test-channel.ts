// The messages of the process to the test, over the IPC channel of the fork.
export type FromProcess =
  | { readonly kind: 'relaunched'; readonly args: readonly string[] }
  | { readonly kind: 'ready'; readonly endpoint: string }
  | { readonly kind: 'evaluated'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'threw'; readonly id: number; readonly message: string };

/** Resolves once the message has been sent. */
export const sendToTest = (message: FromProcess): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
