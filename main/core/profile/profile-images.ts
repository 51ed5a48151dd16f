// What is read in the pictures of a profile's reports: whether they hold text, and which route they look like, also by
// what the pilot taught. Pictures are read after their reports are queued, which upload meanwhile.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { OwnEntry } from '../../contract/own-entry.ts';
import type { ReadingTime } from '../../contract/settings.ts';
import { looksLikeSchema } from '../../contract/strip.ts';
import { loadAirports } from '../logbook/airports.ts';
import { layoutOf, pageSchema, withLayout } from '../logbook/layout.ts';
import { failures } from '../messages/failures.ts';
import { serviceSubject } from '../storage/tables/learned-facts.ts';
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
  const words = createImageQuestion({ clock, reader, question: 'words', schema: pageSchema });
  const layouts = () => stores.facts.read(serviceSubject, 'layouts') ?? [];
  const looksLike = async (path: string) => (readsRoutes() === 'never' ? null : routes.ask(path, layouts()));
  let isStopped = false;
  /** How often what was taught was forgotten, which may be while an image is read. */
  let forgotten = 0;

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
    onChanged: (jobIds) => events.emit('jobs.changed', [...jobIds]),
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
    taughtCount: () => layouts().length,
    /** Reads images that look like this report's as its entry: those that were added, and new ones. */
    async teach(spool: string, entry: OwnEntry): Promise<Result<null>> {
      const before = forgotten;
      const page = await words.ask(join(spoolDir, spool));
      const layout = page && layoutOf(page, entry, await loadAirports());
      if (!layout || before !== forgotten) return failed(failures.notTaught());
      stores.facts.write(serviceSubject, 'layouts', withLayout(layouts(), layout, page), clock.now());
      reading.readAgain();
      return ok(null);
    },
    forgetTaught() {
      forgotten += 1;
      stores.facts.write(serviceSubject, 'layouts', null, clock.now());
      reading.readAgain();
    },
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
      words.stop();
      text.stop();
    },
  };
}
