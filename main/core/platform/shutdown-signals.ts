// The signals by which a person or the system asks a process to end. The first one ends it in order: everything is on disk,
// and what is open is closed. The second is somebody who does not want to wait.
import process from 'node:process';

const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Call it once, after all imports. Nobody else hears these signals from then on: a library under the settings (conf and
 * electron-store write by atomically, that tidies up by when-exit) answers each one by sending it again, which would make
 * every first signal a second one.
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
