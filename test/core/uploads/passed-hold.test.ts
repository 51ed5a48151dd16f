// A pause after a temporary failure ends on time, even if no attempt follows that could show it.
import { expect, it } from 'vitest';
import { statusMeaning } from '../../../main/core/service/outcomes.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { add, clock, service, stateOf, stores, untilAll, uploaderOf, withUploader } from './uploader-under-test.ts';

withUploader();

const unavailable = {
  kind: 'server-error',
  code: 'HTTP 503',
  retryAfterMs: null,
  means: statusMeaning(503)!,
} as const;

function startFailing() {
  const [id] = add();
  service.whims.push(unavailable);
  const opened = uploaderOf();
  opened.world.canRead = false;
  opened.uploader.start();
  return { id: id!, ...opened };
}

it.each<[string, (id: number) => void]>([
  ['while the pilot has paused uploads', () => stores.switches.setPaused(true)],
  ['once the pilot has removed the report', (id) => stores.jobs.change(id, clock.now(), { removedAt: clock.now() })],
])('a failure of the service is no longer shown after its pause %s', async (_, act) => {
  const { id, uploader, world } = startFailing();
  await clock.advanceUntil(() => uploader.hold() !== null);
  expect(uploader.hold()?.failure.kind).toBe('service-error');
  act(id);
  uploader.wake();
  await clock.advance(4_000);
  expect(uploader.hold()).not.toBeNull();
  await clock.advance(20_000);
  expect(uploader.hold()).toBeNull();
  expect(world.holds.at(-1)).toBeNull();
  expect(service.uploads()).toHaveLength(1);
});

it('uploads go on after a pause by the pilot, with longer and longer pauses if the service still fails', async () => {
  const { id, uploader } = startFailing();
  await clock.advanceUntil(() => uploader.hold() !== null);
  stores.switches.setPaused(true);
  await clock.advance(30_000);
  service.whims.push(unavailable);
  stores.switches.setPaused(false);
  uploader.wake();
  await clock.advanceUntil(() => uploader.hold() !== null);
  expect(uploader.hold()!.until - clock.monotonic()).toBeGreaterThan(5_000);
  await untilAll([id], 'uploaded');
  expect(stateOf(id)).toBe('uploaded');
});

it('a hold that needs the pilot stays', async () => {
  add();
  const { uploader, world } = uploaderOf();
  world.noToken = failures.writeNotEnabled();
  uploader.start();
  await clock.advanceUntil(() => uploader.hold() !== null);
  stores.switches.setPaused(true);
  uploader.wake();
  await clock.advance(10 * 60_000);
  expect(uploader.hold()?.failure.kind).toBe('write-not-enabled');
});
