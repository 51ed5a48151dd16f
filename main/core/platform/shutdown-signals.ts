// Shutdown signals. The first one ends the program in order; the second one exits immediately.

const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes other listeners, also those of later imports: when-exit (of conf and electron-store) sends each signal again, which
 * would make every first signal a second one.
 */
export function onShutdownSignals(listeners: { first(): void; again(): void }): void {
  let isEnding = false;
  const onSignal = () => {
    if (isEnding) return listeners.again();
    isEnding = true;
    listeners.first();
  };
  for (const signal of shutdownSignals) {
    process.removeAllListeners(signal);
    process.on(signal, onSignal);
  }
  process.on('newListener', (name, listener) => {
    const signal = shutdownSignals.find((one) => one === name);
    if (signal === undefined || listener === onSignal) return;
    // It is added after this event.
    queueMicrotask(() => process.off(signal, listener));
  });
}
