import { diagnosticsFormat, type Diagnostics } from '../../../main/contract/diagnostics.ts';

/** The diagnostics of a companion that was never used. */
export const sampleDiagnostics: Diagnostics = {
  format: diagnosticsFormat,
  version: 1,
  madeAt: '2026-05-12T12:00:00.000Z',
  versions: { companion: '0.0.0-test' },
  machine: {},
  settings: {},
  profile: null,
  state: {},
  decisions: { files: [], isCut: false },
  calls: { entries: [], isCut: false },
  log: [],
};
