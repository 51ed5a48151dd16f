// The crash campaign: a companion with a queue, an emulator with network and service faults, and kills at random times
// of either. At the end everything is counted: each file has one record, or an open question for the pilot, and once it
// is answered correctly each file has one record.
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlightView } from '../../../emulator/api-types.ts';
import { isInferred } from '../../../main/contract/evidence.ts';
import type { Page } from '../../../main/contract/commands.ts';
import type { Result } from '../../../main/contract/failure.ts';
import type { Strip } from '../../../main/contract/strip.ts';
import { createChance } from '../../support/chance.ts';
import { startCompanionProcess, type CompanionProcess } from './companion-process.ts';
import { createScaledClock } from '../scaled-clock.ts';
import { createEmulatorProcess } from './emulator-process.ts';
import { makeFiles, type CampaignFile } from './campaign-files.ts';
import type { CrashOptions, CrashReport } from './crash-report.ts';
import { historyOf, keptJobs } from './kept-jobs.ts';
import { mishaps } from './mishaps.ts';
import { text } from '../../../main/node/host/text.ts';

/** After this many kills the emulator is killed as well. */
const emulatorEvery = 12;
/**
 * Of the elapsed time: longer than the pause after a refresh that a kill left unconfirmed, so that the queue continues
 * from time to time.
 */
const longLifeMs = 160_000;
/** The queue counts as stopped if nothing in it has changed for this long. */
const standsStillMs = 120_000;

export async function runCrashCampaign(options: CrashOptions): Promise<CrashReport> {
  const { seed, mode, scale } = options;
  const begun = performance.now();
  const chance = createChance(`crash ${seed} ${mode} ${options.tooFastRestarts}`);
  const folder = await mkdtemp(join(tmpdir(), 'crash-campaign-'));
  const dataDir = join(folder, 'data');
  const watched = join(folder, 'screenshots');
  await mkdir(watched);
  const files = await makeFiles({ folder, watched, count: options.files, chance });
  const emulator = createEmulatorProcess({ ...options, folder, faults: mishaps });
  const notices = new Set<string>();
  const violations: string[] = [];
  const inferred = { right: 0, wrong: 0 };
  let companion: CompanionProcess | null = null;
  /** Added by command, and not reported as safe yet. */
  const unsaid = new Set<CampaignFile>();
  let given = 0;

  await emulator.start();
  const start = { dataDir, address: emulator.address(), anchorMs: Date.now(), scale };
  const time = createScaledClock(start);
  const open = () => startCompanionProcess(start, (message) => notices.add(message));

  /** As a pilot after a start: the folder is watched, and files that were not reported as safe are added again. */
  async function attend(to: CompanionProcess) {
    if (!(await to.isOpen)) return;
    void to.ask('folders.add', { path: watched, existing: true });
    for (const file of unsaid) void addFile(to, file);
  }

  async function addFile(to: CompanionProcess, file: CampaignFile) {
    const answers = await to.take([{ path: file.path, name: file.name }]);
    if (!answers?.ok) return;
    if (answers.value[0]?.outcome === 'rejected') {
      return void notices.add(`refused: ${file.name}: ${answers.value[0].message.id}`);
    }
    unsaid.delete(file);
    file.isSaid = true;
  }

  function give(upTo: number, to: CompanionProcess | null) {
    for (; given < upTo; given += 1) {
      const file = files[given]!;
      if (file.way === 'folder') {
        void file.appear();
        continue;
      }
      unsaid.add(file);
      if (to) void addFile(to, file);
    }
  }

  async function tell(message: string, sha256: string): Promise<string> {
    const job = keptJobs(dataDir).find((one) => one.sha256 === sha256);
    const lines = [message, `  job: ${JSON.stringify(job ?? null)}`];
    if (job) lines.push(...historyOf(dataDir, job.id).map((line) => `    ${line}`));
    const { items } = await emulator.control<{ items: { id: number }[] }>('GET', '/journal?limit=1000&contains=POST');
    for (const { id } of items) {
      const entry = await emulator.details(id).catch(() => null);
      if (!job || !entry?.request.body?.includes(job.name)) continue;
      lines.push(`    ${entry.at} ${entry.outcome} ${entry.status} ${entry.rule} fault ${entry.fault}`);
    }
    return lines.join('\n');
  }

  const recordsBySha = (flights: readonly FlightView[]) => {
    const records = new Map<string, FlightView[]>();
    for (const flight of flights.filter(({ sizeBytes }) => sizeBytes > 0)) {
      const sha256 = flight.sha256!;
      records.set(sha256, [...(records.get(sha256) ?? []), flight]);
    }
    return records;
  };

  const twice = new Set<string>();
  async function lookForTwins(flights: readonly FlightView[]) {
    for (const [sha256, records] of recordsBySha(flights)) {
      if (records.length < 2 || twice.has(sha256)) continue;
      twice.add(sha256);
      violations.push(
        await tell(
          `${records[0]!.fileName} has ${records.length} records: ${records.map((one) => one.record.id).join(', ')}`,
          sha256,
        ),
      );
    }
  }

  async function strips(bay: Strip['bay']): Promise<Strip[]> {
    const found: Strip[] = [];
    for (let after: string | null = null; ;) {
      const page: Result<Page> | null = await companion!.ask('strips.page', { bay, after, limit: 200 });
      if (!page?.ok) throw new Error(`The board cannot be read: ${companion!.complaints()}`);
      found.push(...page.value.strips);
      if (page.value.next === null) return found;
      after = page.value.next;
    }
  }

  /** Another program of the same pilot reports a flight. */
  const reportElsewhere = () => emulator.control('POST', '/flights', { records: [{ pilot: 'demo' }] });

  /** The flights of this campaign's files. */
  const ownFlights = async () => {
    const shas = new Set(files.map((file) => file.sha256));
    return (await emulator.flights()).filter(({ sha256 }) => sha256 !== null && shas.has(sha256));
  };

  /** What is answered was made from this file. What is inferred may be another flight: the pilot looks. */
  async function lookAtEvidence() {
    const flights = new Map((await emulator.flights()).map((flight) => [flight.record.id, flight]));
    for (const job of keptJobs(dataDir).filter(({ state }) => state === 'uploaded')) {
      const isRight = job.flightId !== null && flights.get(job.flightId)?.sha256 === job.sha256;
      if (job.evidence === 'answered' && !isRight)
        violations.push(await tell(`${job.name} is called uploaded as flight ${job.flightId}`, job.sha256));
      if (job.evidence !== 'inferred' || job.agreedAt !== null) continue;
      inferred[isRight ? 'right' : 'wrong'] += 1;
      const answered = await companion!.ask(isRight ? 'strips.confirmFlight' : 'strips.releaseFlight', {
        id: `job-${job.id}`,
      });
      if (!answered?.ok) violations.push(await tell(`${job.name}: the answer was not taken`, job.sha256));
    }
  }

  /** Runs until the queue is idle: nothing left that continues automatically. */
  async function settle(what: string) {
    let seen = '';
    let movedAt = performance.now();
    for (;;) {
      await sleep(100);
      const outbound = await strips('queue');
      const foreign = (await strips('needs-attention')).filter((strip) => strip.actions.includes('upload-as-me'));
      // The service did not name the pilot when it was added: the pilot claims it.
      for (const { id } of foreign) await companion!.ask('strips.uploadAsMe', { id });
      if (foreign.length > 0) continue;
      const jobs = keptJobs(dataDir);
      const isAllIn =
        unsaid.size === 0 && files.slice(0, given).every((file) => jobs.some((job) => job.sha256 === file.sha256));
      if (isAllIn && outbound.length === 0) return;
      const now = JSON.stringify(jobs.map((job) => [job.state, job.attempt !== null]));
      if (now !== seen) [seen, movedAt] = [now, performance.now()];
      if (performance.now() > movedAt + standsStillMs) {
        const left = outbound.map((strip) => `${strip.file?.name} ${strip.stage} ${strip.reason?.message.id ?? ''}`);
        const missing = files.slice(0, given).filter((file) => !jobs.some((job) => job.sha256 === file.sha256));
        violations.push(
          `${what}: the queue does not come to its end; left: ${left.join('; ')}; not added: ${missing.map((file) => file.name).join(', ')}`,
        );
        return;
      }
    }
  }

  /**
   * Kills the companion at a random time: any, or shortly after an upload began, or during its start; one run in ten
   * may be long.
   */
  async function killSomewhere(victim: CompanionProcess): Promise<unknown> {
    const way = chance.int(1, 10);
    if (way === 1) return sleep(chance.int(0, 400));
    if (!(await victim.isOpen)) return null;
    if (way <= 6) {
      const subscription = { undo: () => {} };
      const sends = new Promise<void>((resolve) => (subscription.undo = victim.onSending(() => resolve())));
      await Promise.race([sends, sleep(2_000)]);
      subscription.undo();
      return sleep(chance.is(0.5) ? chance.int(0, 8) : chance.int(0, 60));
    }
    return sleep(way === 10 ? chance.int(0, longLifeMs / scale) : chance.int(0, 900));
  }

  try {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      const victim = open();
      companion = victim;
      const attended = attend(victim);
      void victim.isOpen.then((isOpen) => isOpen && give(Math.ceil((options.files * kill) / options.kills), victim));
      if (chance.is(0.04)) await emulator.control('POST', '/tokens/expire', { kind: 'access' });
      await killSomewhere(victim);
      if (chance.is(0.15)) await reportElsewhere();
      if (kill % emulatorEvery === 0) {
        await emulator.kill();
        if (chance.is(0.5)) await sleep(chance.int(0, 300));
      }
      await victim.kill();
      await attended;
      if (kill % emulatorEvery === 0) await emulator.start(time.now());
      const flights = await ownFlights();
      await lookForTwins(flights);
      if (kill % 20 === 0) options.onProgress?.(`${kill} kills, ${flights.length} records`);
    }

    companion = open();
    if (!(await companion.isOpen)) throw new Error(`The companion does not start: ${companion.complaints()}`);
    await attend(companion);
    give(options.files, companion);
    await emulator.clearFaults();
    await settle('after the last kill');
    await lookAtEvidence();

    const questions = [];
    const jobs = keptJobs(dataDir);
    const before = recordsBySha(await ownFlights());
    for (const strip of await strips('needs-attention')) {
      const job = jobs.find((one) => `job-${one.id}` === strip.id)!;
      const hasRecord = before.has(job.sha256);
      questions.push({ name: job.name, message: strip.reason ? text(strip.reason.message) : '', hasRecord });
      const isAsked = strip.actions.includes('mark-received') && strip.actions.includes('upload-again');
      if (!isAsked)
        violations.push(
          await tell(`${job.name} waits for the pilot, who cannot answer: ${strip.reason?.message.id}`, job.sha256),
        );
    }
    const asked = new Set(questions.map((question) => question.name));
    for (const file of files) {
      const count = before.get(file.sha256)?.length ?? 0;
      if (count === 0 && !asked.has(file.name)) violations.push(await tell(`${file.name} is lost`, file.sha256));
    }

    // The pilot looks at the service's website, and answers.
    for (const strip of await strips('needs-attention')) {
      const job = jobs.find((one) => `job-${one.id}` === strip.id)!;
      const answered = await companion.ask(before.has(job.sha256) ? 'strips.markReceived' : 'strips.uploadAgain', {
        id: strip.id,
      });
      if (!answered?.ok) violations.push(await tell(`${job.name}: the answer was not taken`, job.sha256));
    }
    await settle('after the answers');
    await lookAtEvidence();
    const flights = await ownFlights();
    await lookForTwins(flights);
    const after = recordsBySha(flights);
    const states = new Map(keptJobs(dataDir).map((job) => [job.sha256, isInferred(job) ? 'inferred' : job.state]));
    for (const file of files) {
      if (!after.has(file.sha256)) violations.push(await tell(`${file.name} has no record in the end`, file.sha256));
      const state = states.get(file.sha256);
      if (state !== 'uploaded') violations.push(await tell(`${file.name} is ${state} in the end`, file.sha256));
    }
    return {
      tookMs: performance.now() - begun,
      records: flights.length,
      questions,
      inferred,
      notices: [...notices],
      violations,
    };
  } finally {
    await companion?.kill();
    await emulator.kill();
    if (violations.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    else await writeFile(join(folder, 'violations.txt'), violations.join('\n\n'));
  }
}
