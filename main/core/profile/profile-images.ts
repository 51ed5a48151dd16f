// What is read in the pictures of a profile's reports: whether they hold text, and which route they look like. Pictures
// are read after their reports are queued, which upload meanwhile.
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ReadingTime } from '../../contract/settings.ts';
import { looksLikeSchema } from '../../contract/strip.ts';
import { createImageQuestion } from '../uploads/image/image-question.ts';
import { createRouteReading } from '../uploads/image/route-reading.ts';
import type { ProfileContext } from './profile-context.ts';

export function createProfileImages(
  { ports, stores, spoolDir, role, events }: ProfileContext,
  readsRoutes: () => ReadingTime,
) {
  const { clock, log, imageReader: reader } = ports;
  const text = createImageQuestion({ clock, reader, question: 'text', schema: z.boolean() });
  const routes = createImageQuestion({ clock, reader, question: 'route', schema: looksLikeSchema });
  const looksLike = async (path: string) => (readsRoutes() === 'never' ? null : routes.ask(path));
  let isStopped = false;

  function isReadingNow() {
    const when = readsRoutes();
    return when === 'always' || (when === 'plugged' && ports.system.isOnBattery?.() !== true);
  }
  const reading = createRouteReading({
    clock,
    log,
    jobs: stores.jobs,
    spoolDir,
    isOn: () => role.uploads && reader !== undefined && isReadingNow(),
    looksLike,
    onFound: (jobId) => events.emit('jobs.changed', [jobId]),
  });
  events.on('jobs.added', reading.wake);

  async function noteText(jobId: number) {
    const job = stores.jobs.byId(jobId);
    const hasText = job && (await text.ask(join(spoolDir, job.spool)));
    if (hasText === null || isStopped) return;
    stores.jobs.change(jobId, clock.now(), { lacksText: !hasText });
    if (!hasText) events.emit('jobs.changed', [jobId]);
  }

  return {
    /** Null: unknown. */
    hasText: text.ask,
    looksLike,
    wake: reading.wake,
    noteText: (jobId: number) =>
      void noteText(jobId).catch((error: unknown) => log.warn('the text of an image could not be noted', { error })),
    stop() {
      isStopped = true;
      reading.stop();
      routes.stop();
      text.stop();
    },
  };
}
