// A process that prints each resume it detects, and regularly that it runs. Used by system-events.test.ts.
import { sleptMs, systemClock } from '../../main/core/platform/system-clock.ts';
import { createSystemEvents } from '../../main/node/system/system-events.ts';

createSystemEvents(
  { ...systemClock, schedule: (_delayMs, action) => systemClock.schedule(50, action) },
  process.platform === 'linux' ? sleptMs : null,
).onResume(() => process.stdout.write('resumed\n'));
setInterval(() => process.stdout.write('running\n'), 50);
