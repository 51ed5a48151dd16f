// Loads the recorder for an emulator that is a proxy in front of a real service, and rejects options that contradict it.

import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorContext } from '../context.ts';
import type { Recorder } from '../record/recorder.ts';

/** Rejects with an `EmulatorError`. Returns null for an emulator that serves itself. */
export async function openRecorder(context: EmulatorContext): Promise<Recorder | null> {
  const { record, recordTo, scenario, stateFile, port } = context.settings;
  if (record === null) {
    if (recordTo === null) return null;
    throw new EmulatorError('option', '--record-to needs --record with the URL of the service to record.');
  }
  if (scenario !== null || stateFile !== null) {
    throw new EmulatorError(
      'option',
      '--record forwards to a real service; don’t combine it with --scenario or --state.',
    );
  }
  const { protocol, port: servicePort } = new URL(record);
  if (protocol === 'http:' && port !== 0 && Number(servicePort || 80) === port) {
    throw new EmulatorError('option', `--record: ${record} is the emulator itself; choose another --port.`);
  }
  const { createRecorder } = await import('../record/recorder.ts');
  return createRecorder(context, record, recordTo);
}
