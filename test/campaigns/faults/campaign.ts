// The fault campaign: the whole companion against a service on bare TCP with random answers. Nothing may crash, hang,
// be lost or be uploaded again if it has a record; memory stays bounded; every notice to the pilot has a message.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandInput, CommandName, CommandOutput } from '../../../main/contract/commands.ts';
import type { Failure, Result } from '../../../main/contract/failure.ts';
import type { Bay, Strip } from '../../../main/contract/strip.ts';
import { createChance } from '../../support/chance.ts';
import { pngOf } from '../../support/flight-deck.ts';
import { companionOfCampaign } from './campaign-companion.ts';
import { mib, type FaultReport } from './fault-report.ts';
import { createFileStories } from './file-history.ts';
import { createLeapingClock } from './leaping-clock.ts';
import { openRawService } from './raw-service.ts';
import { waitsForSystem } from './system-calls.ts';
import { text } from '../../../main/node/host/text.ts';

const leapMs = 3_000;
/** With an honest service everything has to finish within this much of its time … */
const endsWithinMs = 24 * 3_600_000;
/** … and something has to be sent or settled within this much of it, or asked before. */
const movesOnWithinMs = 6 * 3_600_000;
/** This many of the last answers pass without the pilot. */
const awayShare = 0.05;
const awayLeast = 60;
/** A connection without traffic for this long (real time) waits for time to pass, like one without a reader. */
const movesWithinMs = 500;
/** Histories that are printed in full. */
const historiesPrinted = 12;
/** No request may stay open for longer. */
const longestRequestMs = 15 * 60_000;
const maxRssGrowth = 600 * 2 ** 20;

export async function runFaultCampaign(options: {
  readonly seed: string;
  readonly draws: number;
  /** Flights cannot be read. */
  readonly isStrict?: boolean;
  /** How long the honest end may take. */
  readonly endsWithinMs?: number;
  readonly onProgress?: (message: string) => void;
}): Promise<FaultReport> {
  const begun = performance.now();
  const chance = createChance(`faults ${options.seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'fault-campaign-'));
  const clock = createLeapingClock();
  const service = await openRawService({
    clock,
    chance,
    share: 0.6,
    draws: options.draws,
    isStrict: options.isStrict ?? false,
  });
  const violations = new Set<string>();
  const message = new Map<string, number>();
  const rssBefore = process.memoryUsage().rss;
  let rssMost = rssBefore;
  let signIns = 0;
  let questions = 0;
  const files: string[] = [];

  const crash = (error: unknown) => violations.add(`crashed: ${error instanceof Error ? error.stack : String(error)}`);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  /** Every message to the pilot is a plain sentence, for any bytes received. */
  function hear(failure: Failure | null | undefined) {
    if (!failure) return;
    const told = text(failure.message);
    const key = `${failure.kind}: ${told.replace(/report-\d+/, 'report-N')}`;
    message.set(key, (message.get(key) ?? 0) + 1);
    const isPlain = /^[^{}<>\n\\]{15,420}[.]$/.test(told);
    if (!isPlain || /\bHTTP\b|ECONN|EPIPE|undefined|\[object|\bat (?!http)\S+:\d|[Ee]rror\b|!/.test(told)) {
      violations.add(`not plain: ${told}`);
    }
  }

  const open = companionOfCampaign({ clock, folder, address: service.address, violations });
  let companion = await open();
  const history = createFileStories(join(folder, 'data'), service);

  const ask = async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const result = (await companion.handle(name, input)) as Result<CommandOutput<N>>;
    if (!result.ok) hear(result.failure);
    return result;
  };
  async function strips(bay: Bay): Promise<Strip[]> {
    const page = await ask('strips.page', { bay, after: null, limit: 200 });
    return page.ok ? page.value.strips : [];
  }

  const inferred = async () =>
    (await Promise.all((['under-review', 'completed'] as const).map(strips)))
      .flat()
      .filter((strip) => strip.stage === 'inferred');

  async function drop(count: number) {
    for (let number = 0; number < count; number += 1) {
      const name = `report-${files.length + 1}.png`;
      const path = join(folder, name);
      await writeFile(path, pngOf(name, chance.is(0.1) ? 300_000 : 0));
      files.push(name);
      await companion.addFiles([{ path, name }], { kind: 'dropped' });
    }
  }

  /** Lets everything happen that needs no time, and then advances time. */
  async function pass() {
    let seen = service.activity();
    const since = performance.now();
    let movedAt = since;
    for (let quietTurns = 0; quietTurns < 12 || service.isBusy() || performance.now() - since < 0.4;) {
      await new Promise((resolve) => setImmediate(resolve));
      quietTurns = seen === service.activity() && !waitsForSystem() ? quietTurns + 1 : 0;
      if (quietTurns === 0) movedAt = performance.now();
      seen = service.activity();
      if (performance.now() - movedAt > movesWithinMs) break;
    }
    await clock.leap(service.isAsked() ? leapMs : 3 * leapMs);
    rssMost = Math.max(rssMost, process.memoryUsage().rss);
  }

  let signingIn: Promise<unknown> | null = null;
  let isStartedAnew = false;
  /** The pilot looks at the window from time to time, and does what it requires. */
  async function attend() {
    const state = await ask('app.state', {});
    if (!state.ok) return void violations.add('the state cannot be read');
    const { account, connection } = state.value;
    if ('concern' in account) hear(account.concern);
    if ('reason' in account) hear(account.reason);
    hear(connection.concern);
    const waiting = await strips('queue');
    for (const strip of waiting) hear(strip.reason);
    const wantsConsent = waiting.some((strip) => strip.reason?.requiredAction === 'new-consent');
    if (!signingIn && (account.status === 'none' || account.status === 'signed-out' || wantsConsent)) {
      signIns += 1;
      signingIn = ask('account.signIn', {}).finally(() => (signingIn = null));
    }
    // Towards the end the pilot answers nothing, so that there are open questions at the restart.
    const isAway = !isStartedAnew && service.drawsLeft() < Math.max(awayShare * options.draws, awayLeast);
    for (const strip of isAway ? [] : await strips('needs-attention')) {
      hear(strip.reason);
      const { id } = strip;
      if (strip.actions.includes('mark-received')) {
        questions += 1;
        const has = service.records().some((record) => record.name === strip.file?.name);
        await ask(has ? 'strips.markReceived' : 'strips.uploadAgain', { id });
      } else if (strip.actions.includes('upload-as-me')) await ask('strips.uploadAsMe', { id });
      else if (strip.actions.includes('retry')) await ask('strips.retry', { id });
    }
    // What is inferred may be another report's flight: the pilot looks.
    for (const { id, file, flight } of isAway ? [] : await inferred()) {
      const isRight = service.records().some((record) => record.id === flight?.id && record.name === file?.name);
      await ask(isRight ? 'strips.confirmFlight' : 'strips.releaseFlight', { id });
    }
    // An impatient pilot: waits of minutes are skipped.
    if (chance.is(0.5)) await ask('flights.refresh', {});
    return waiting.length;
  }

  const questionsNow = async () =>
    (await strips('needs-attention')).filter((strip) => strip.actions.includes('mark-received')).map(({ id }) => id);

  async function stop() {
    const stopped = companion.stop();
    const turns = setInterval(() => void clock.leap(1_000), 5);
    await stopped;
    clearInterval(turns);
  }

  /** Like a new process: earlier questions are still open before the first request. */
  async function restart(): Promise<number> {
    const before = await questionsNow();
    await stop();
    companion = await open();
    const after = new Set(await questionsNow());
    const settled = new Set(
      (await Promise.all((['under-review', 'completed'] as const).map(strips))).flat().map(({ id }) => id),
    );
    for (const id of before) {
      if (!after.has(id) && !settled.has(id)) violations.add(`the question of ${id} is not listed after a start`);
    }
    const state = await ask('app.state', {});
    const listed = state.ok ? state.value.bays['needs-attention'] : -1;
    if (listed < after.size) violations.add(`${after.size} questions, and ${listed} reports that need the pilot`);
    return before.length;
  }

  try {
    let reported = 0;
    let drew = { at: clock.now(), left: service.drawsLeft() };
    while (service.drawsLeft() > 0) {
      for (let turn = 0; turn < 10; turn += 1) await pass();
      const waiting = await attend();
      if ((waiting ?? 0) < 3) await drop(5);
      const done = options.draws - service.drawsLeft();
      if (done >= reported + 1_000) {
        reported += 1_000;
        options.onProgress?.(`${done} answers, ${service.records().length} records, ${mib(process.memoryUsage().rss)}`);
      }
      if (service.drawsLeft() !== drew.left) drew = { at: clock.now(), left: service.drawsLeft() };
      if (clock.now() - drew.at > movesOnWithinMs) {
        violations.add(`nothing is asked any more: ${service.drawsLeft()} answers are left over`);
        break;
      }
    }
    // From now on the service is honest: everything recovers.
    const openAtRestart = await restart();
    isStartedAnew = true;
    const left = async () => [...(await strips('queue')), ...(await strips('needs-attention')), ...(await inferred())];
    const endsAt = clock.now() + (options.endsWithinMs ?? endsWithinMs);
    let moved = { at: clock.now(), left: (await left()).length, records: service.records().length };
    options.onProgress?.(`the service is honest from now on: ${moved.left} reports are left`);
    while (moved.left > 0 && clock.now() < endsAt && clock.now() - moved.at < movesOnWithinMs) {
      for (let turn = 0; turn < 20; turn += 1) await pass();
      await attend();
      const now = { at: clock.now(), left: (await left()).length, records: service.records().length };
      if (now.left !== moved.left || now.records !== moved.records) moved = now;
    }
    const histories: string[] = [];
    const tell = (name: string) => {
      if (histories.length < historiesPrinted) histories.push([`${name}:`, ...history.of(name)].join('\n    '));
    };
    const stored = new Set(service.records().map((record) => record.name));
    for (const name of files) {
      if (stored.has(name)) continue;
      violations.add(`${name} is lost`);
      tell(name);
    }
    for (const message of service.sentTooOften()) violations.add(message);
    for (const name of service.storedTwice()) {
      violations.add(`${name} was sent again though it had a record`);
      tell(name);
    }
    for (const strip of await left()) {
      violations.add(
        `${strip.file?.name} is not through in the end: ${strip.bay}, ${strip.stage}, can be ${strip.actions.join(' or ')}; ${strip.reason?.message.id}`,
      );
      tell(strip.file?.name ?? '');
    }
    if (histories.length > 0) histories.push(...history.accounts(), ...service.openNow());
    const longestOpen = service.longestOpen();
    if (longestOpen.ms > longestRequestMs) {
      violations.add(`${longestOpen.what} was open for ${Math.round(longestOpen.ms / 60_000)} minutes`);
    }
    if (rssMost - rssBefore > maxRssGrowth) violations.add(`memory: ${mib(rssBefore)} before, ${mib(rssMost)} at most`);
    return {
      tookMs: performance.now() - begun,
      virtualHours: clock.monotonic() / 3_600_000,
      drawn: service.drawn(),
      files: files.length,
      records: service.records().length,
      sentTwice: service.storedTwice().length,
      signIns,
      consentsRevoked: service.consentsRevoked(),
      openAtRestart,
      questions,
      message,
      longestOpen,
      rssBytes: { before: rssBefore, most: rssMost },
      violations: [...violations],
      histories,
    };
  } finally {
    await stop();
    await service.close();
    await rm(folder, { recursive: true, force: true });
    process.off('uncaughtException', crash);
    process.off('unhandledRejection', crash);
  }
}
