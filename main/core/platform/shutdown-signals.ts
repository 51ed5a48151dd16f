// Shutdown signals. The first one ends the program in order; the second one exits at once.
import process from 'node:process';

const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Call it once, after all imports, as it removes other listeners: when-exit (of conf and electron-store) sends each
 * signal again, which would make every first signal a second one.
 */
export function onShutdownSignals(listeners: { first(): void; again(): void }): void {
  let isEnding = false;
  for (const signal of shutdownSignals) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (isEnding) return listeners.again();
      isEnding = true;
      listeners.first();
    });
  }
}
