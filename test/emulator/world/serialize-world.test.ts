// The state file is written in cached pieces; after any changes they have to form the document.

import { fc } from '../../support/fast-check.ts';
import { expect, it } from 'vitest';
import type { Slice } from '../../../emulator/api-types.ts';
import { createControls } from '../../../emulator/control/subjects/controls.ts';
import { createScenarioStage } from '../../../emulator/scenario/scenario-stage.ts';
import { createClock } from '../../../emulator/clock/clock.ts';
import { createChecks } from '../../../emulator/world/flight-checks.ts';
import { createJournal } from '../../../emulator/journal/journal.ts';
import { createEventBus } from '../../../emulator/journal/event-bus.ts';
import { settingsFrom } from '../../../emulator/options/options.ts';
import { createRecentUploads } from '../../../emulator/flights/recent-uploads.ts';
import { createSeededWorld } from '../../../emulator/world/seed.ts';
import { createDocumentWriter, writeDocument } from '../../../emulator/world/serialize-world.ts';

const most = 1100;
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ do: fc.constantFrom('check' as const, 'moderate' as const, 'archive' as const), which: fc.nat(most) }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.nat(40_000) }),
  fc.record({ do: fc.constant('import' as const) }),
  fc.record({ do: fc.constant('reset' as const) }),
);

function newWorld() {
  const world = createSeededWorld();
  const clock = createClock({ startMs: 1e12, scale: 0 });
  const settings = settingsFrom({});
  const events = createEventBus();
  const changed = () => undefined;
  const checks = createChecks({ world, clock, settings, changed });
  const [journal, images] = [createJournal({ mostEntries: 10, mostBytes: 1e6 }, events), createRecentUploads(() => 0)];
  const context = {
    world,
    clock,
    settings,
    checks,
    journal,
    images,
    events,
    autoAdvance: { sleep: clock.sleep, hold: () => ({ nudge: () => {}, release: () => {} }) },
    checkHost: () => null,
    ended: new AbortController().signal,
    url: () => 'http://127.0.0.1',
    changed,
  };
  const loadCalls = () => Promise.reject(new Error('no scenario is played here'));
  const createStage = (reset: (parts: readonly Slice[]) => void) =>
    createScenarioStage({ context, options: {}, loadCalls, reset });
  const noWorlds = {
    list: () => [],
    add: () => Promise.reject(new Error()),
    remove: () => Promise.reject(new Error()),
  };
  const recording = { read: () => null, scenario: () => null };
  const parts = { context, secrets: new Map(), createStage, worlds: noWorlds, recording };
  return { world, clock, controls: createControls(parts) };
}

it('the pieces form the document after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { world, clock, controls } = newWorld();
      const writeAt = createDocumentWriter(world);
      controls.flights.add({ count: 600 });
      for (const one of steps) {
        if (one.do === 'add') controls.flights.add({ count: one.count, needsModerator: true });
        else if (one.do === 'advance') await clock.advance(one.ms);
        else if (one.do === 'import') await controls.state.import(controls.state.export());
        else if (one.do === 'reset') controls.reset({ slices: ['flights'] });
        else {
          const id = 4700 + one.which;
          try {
            controls.flights[one.do]({ id, pax: one.which });
          } catch {
            // Missing or not allowed: nothing has changed.
          }
        }
        const pieces = [...writeAt(clock.now())];
        expect(Buffer.concat(pieces).toString()).toBe(writeDocument(world, clock.now()));
      }
    }),
    { numRuns: 30 },
  );
});

it('serializes unchanged flights once', () => {
  const { world, controls } = newWorld();
  const writeAt = createDocumentWriter(world);
  controls.flights.add({ count: 1200 });
  const [, first, second, third] = writeAt(0);
  controls.flights.archive({ id: 4700 + 700 });
  const again = [...writeAt(0)];
  expect([again[1] === first, again[2] === second, again[3] === third]).toEqual([true, false, true]);
});
