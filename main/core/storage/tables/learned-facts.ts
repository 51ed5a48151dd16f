// What a process learned, for other processes and the next start: whether flights can be read, why nothing is uploaded,
// the state of a session. Facts are removed once they may be wrong.
import * as z from 'zod/mini';
import { layoutSchema } from '../../../contract/layout.ts';
import { storedFailureSchema } from '../database/stored.ts';
import type { Database } from '../database/database.ts';

/** Why nothing is uploaded, with the time of the next attempt. */
const storedHoldSchema = z.object({
  failure: storedFailureSchema,
  /** Wall clock, epoch ms: when the next attempt is due, and when this was written. */
  until: z.number(),
  keptAt: z.number(),
  consecutiveFailures: z.number(),
});
export type StoredHold = z.infer<typeof storedHoldSchema>;

/** The state of a session. Contains no secret. */
const sessionNoteSchema = z.object({
  /** Which tokens it is about: when they were obtained; null if none are held. */
  obtainedAt: z.nullable(z.number()),
  /** The access token was refused, or its lifetime has certainly passed. */
  isExpired: z.boolean(),
  /** Why the last refresh failed. */
  failure: z.nullable(storedFailureSchema),
  /** Why nobody is signed in, and who was. */
  ended: z.nullable(z.object({ reason: z.nullable(storedFailureSchema), name: z.nullable(z.string()) })),
});

const schemas = {
  'can-read': z.boolean(),
  /** Flights of this service were read once. */
  'has-read': z.boolean(),
  /** The longest time that the service needed from the last byte of a report to its answer. */
  'needed-ms': z.number(),
  /** A test service answers at this address. */
  'is-emulator': z.boolean(),
  /** A file with one byte more was refused as too large (uploads/size-limit.ts). */
  'max-file-bytes': z.number(),
  /** When the pilot last had a window in view (logbook/news.ts). */
  'seen-at': z.number(),
  /** How pictures of its reports are read, as taught, the latest first (0046). */
  layouts: z.array(layoutSchema),
  hold: storedHoldSchema,
  session: sessionNoteSchema,
  /** Which flights of the account were read (flights/back-fill.ts). */
  'back-fill': z.object({
    beforeId: z.nullable(z.number()),
    isComplete: z.boolean(),
    at: z.number(),
    unread: z._default(z.number(), 0),
    unreadBefore: z._default(z.number(), 0),
  }),
};
type Facts = { [N in keyof typeof schemas]: z.infer<(typeof schemas)[N]> };

export type LearnedFacts = ReturnType<typeof createLearnedFacts>;

export function createLearnedFacts(database: Database, profile: string) {
  const select = database.prepare('SELECT details FROM learned_facts WHERE profile = ? AND subject = ? AND what = ?');
  const remove = database.prepare('DELETE FROM learned_facts WHERE profile = ? AND subject = ? AND what = ?');
  const upsert = database.prepare(
    `INSERT INTO learned_facts (profile, subject, what, learned_at, details) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, subject, what) DO UPDATE SET learned_at = excluded.learned_at, details = excluded.details`,
  );
  const textOf = (subject: string, what: string) => {
    const text = select.get(profile, subject, what)?.['details'];
    return typeof text === 'string' ? text : null;
  };

  return {
    /** Null if nothing is known, or where a later version wrote something else. */
    read<N extends keyof Facts>(subject: string, what: N): Facts[N] | null {
      const text = textOf(subject, what);
      if (text === null) return null;
      const parsed = schemas[what].safeParse(JSON.parse(text));
      return parsed.success ? (parsed.data as Facts[N]) : null;
    },
    /** Null removes it. An unchanged fact is not written again. */
    write<N extends keyof Facts>(subject: string, what: N, fact: Facts[N] | null, now: number) {
      const known = textOf(subject, what);
      const text = fact === null ? null : JSON.stringify(fact);
      if (text === known) return;
      if (text === null) remove.run(profile, subject, what);
      else upsert.run(profile, subject, what, Math.round(now), text);
    },
  };
}

/** The subject of facts about the service itself. */
export const serviceSubject = 'service';
export const accountSubject = (accountId: number) => `account ${accountId}`;
export const signInSubject = (item: string) => `sign-in ${item}`;

/** The longest time from the last byte of a report to its answer, ever. */
export const neededMs = (facts: LearnedFacts): number => facts.read(serviceSubject, 'needed-ms') ?? 0;

// Switches that every process on the data folder must see immediately, such as the pause of the queue.

export function createSwitches(database: Database, profile: string) {
  const read = database.prepare('SELECT is_on FROM pause_switch WHERE profile = ? AND name = ?');
  const write = database.prepare(
    'INSERT INTO pause_switch (profile, name, is_on) VALUES (?, ?, ?) ON CONFLICT (profile, name) DO UPDATE SET is_on = excluded.is_on',
  );
  const isOn = (name: string) => read.get(profile, name)?.['is_on'] === 1;
  const set = (name: string, on: boolean) => void write.run(profile, name, on ? 1 : 0);
  return {
    isPaused: () => isOn('paused'),
    setPaused: (on: boolean) => set('paused', on),
    /** Whether windows show the reports of every signed-in pilot. */
    showsEveryone: () => isOn('everyone'),
    setShowsEveryone: (on: boolean) => set('everyone', on),
  };
}
