// `npm test` sets PILOT_COMPANION_ELECTRON to Electron's program if it can run here, and leaves it empty if not.
import { test } from 'vitest';
import { firstRunPictures } from './first-run.ts';
import { createRealRuntime } from './real-runtime.ts';
import { desktopScenarios } from './scenarios.ts';

const executable = process.env['PILOT_COMPANION_ELECTRON'] ?? '';

// oxlint-disable-next-line vitest/no-conditional-tests -- one visible line where the runtime is not to be had, in place of all scenarios
if (executable === '') {
  test.skip('The desktop scenarios on the real Electron are left out: its runtime or a display is not here', () => {});
} else {
  const runtime = createRealRuntime(executable);
  desktopScenarios('on the real Electron', runtime);
  const report = process.env['PILOT_COMPANION_FIRST_RUN'];
  if (report !== undefined) firstRunPictures('on the real Electron', runtime, report);
}
