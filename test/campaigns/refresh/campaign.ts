// The refresh campaign: two processes on one data folder refresh many sign-ins concurrently, against an emulator that
// loses answers, while the processes are killed at every point of a refresh and their wall clocks are changed. Each
// lost sign-in is judged by the emulator's own journal.
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../../emulator/emulator.ts';
import { createChance } from '../../support/chance.ts';
import { createCompany, type Member } from './company.ts';
import { judge, type Verdict } from './judge.ts';
import { mishaps } from './mishaps.ts';
import type { PilotMessage } from './pilot.ts';
import { createSignIns } from './sign-ins.ts';
import { openCampaignVault } from './vault.ts';
import { createWitness } from './witness.ts';

type RefreshOptions = {
  readonly seed: string;
  readonly refreshes: number;
  /** The number of concurrent sign-ins. */
  readonly consents: number;
  /** A process is killed after this many of its own refreshes, or before. */
  readonly maxRefreshesPerLife: number;
  readonly accessLifetimeMs: number;
  /** How many seconds of the service and the companion pass in one of the machine. */
  readonly scale: number;
  /** Machine time for the refreshes; unfinished ones are a violation. */
  readonly limitMs: number;
  readonly onProgress?: (message: string) => void;
};

export type RefreshReport = {
  readonly tookMs: number;
  readonly refreshes: number;
  /** How many each of the two started. */
  readonly byProcess: readonly number[];
  readonly faults: ReadonlyMap<string, number>;
  readonly kills: ReadonlyMap<string, number>;
  readonly signIns: number;
  /** Sent with an unknown outcome, and recovered in the end. */
  readonly recoveredByLastTry: number;
  /** Truncated after both tokens had arrived completely: accepted. */
  readonly usedFromCutAnswers: number;
  /** 401 to a token that seemed valid by a wrong clock, or had just expired. */
  readonly refusals: number;
  readonly verdicts: readonly Verdict[];
  /** Violations. */
  readonly violations: readonly string[];
};

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export async function runRefreshCampaign(options: RefreshOptions): Promise<RefreshReport> {
  const { seed, consents, scale } = options;
  const begun = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'refresh-campaign-'));
  const emulator = await createEmulator({
    autoConsent: true,
    clockScale: scale,
    accessLifetimeMs: options.accessLifetimeMs,
    codeLifetimeMs: 600_000,
    seed,
    journalEntries: 20_000,
  });
  await emulator.start();
  const faultNames = new Map(mishaps.map(({ name, fault }) => [emulator.faults.add(fault).id, name]));
  const witness = createWitness(emulator, faultNames);
  const signIns = createSignIns({ count: consents, vault: openCampaignVault(dataDir, quiet), now: emulator.clock.now });
  const byProcess = [0, 0];
  const violations: string[] = [];
  let refusals = 0;
  /** The final report of each process. */
  const good = new Set<string>();

  const company = createCompany({
    chance: createChance(`refresh ${seed}`),
    seed,
    maxRefreshesPerLife: options.maxRefreshesPerLife,
    start: () => ({
      dataDir,
      address: emulator.url,
      consents,
      // The start of the emulator's clock: all three share one time.
      anchorMs: Date.now() - (emulator.clock.now() - Date.now()) / (scale - 1),
      scale,
    }),
    now: emulator.clock.now,
    hear,
    onEnd: ({ process }) => signIns.noteEnd(process),
    onViolation: (message) => violations.push(message),
  });

  function hear({ index }: Member, message: PilotMessage) {
    switch (message.type) {
      case 'sending':
        byProcess[index]! += 1;
        return;
      case 'on-disk':
        return signIns.noteOnDisk(message.consent, message.fingerprint);
      case 'signed-in':
        return signIns.noteAnswer(message.consent, message.isIn);
      case 'rejected':
        refusals += 1;
        return;
      case 'used':
        if (message.outcome === 'good') good.add(`${index} ${message.consent}`);
        if (message.outcome === 'lost') void signIns.noteLost(message.consent, message.message);
        return;
      case 'mishap':
        violations.push(`a process met something unexpected: ${message.message}`);
    }
  }

  async function tendUntil(isDone: () => boolean, limitMs: number, what: () => string): Promise<void> {
    const until = performance.now() + limitMs;
    while (!isDone() && performance.now() < until) {
      const helper = company.alive();
      if (helper) await signIns.tend(helper.process);
      await sleep(50);
    }
    if (!isDone()) violations.push(`${what()} after ${limitMs / 1000} s`);
  }

  /** The network works again and no process is killed: within a lifetime every unconfirmed refresh is resolved. */
  async function settle() {
    emulator.faults.clear();
    await company.becomeImmortal();
    await tendUntil(company.areOpen, 60_000, () => 'the processes do not open');
    const restUntil = emulator.clock.now() + options.accessLifetimeMs * 1.1;
    const hasRested = () => emulator.clock.now() >= restUntil;
    await tendUntil(hasRested, 120_000, () => 'the clock does not go on');
    good.clear();
    let askedAt = Number.NEGATIVE_INFINITY;
    function areAllGood() {
      if (performance.now() > askedAt + 2_000) {
        askedAt = performance.now();
        for (const { process } of company.members()) {
          for (let consent = 0; consent < consents; consent += 1) process.ask({ use: consent });
        }
      }
      return signIns.areAllIn() && good.size === 2 * consents;
    }
    await tendUntil(areAllGood, 120_000, () => `only ${good.size} of ${2 * consents} sign-ins are good in the end`);
    await company.leave();
  }

  try {
    company.begin();
    let told = 0;
    function areEnough() {
      const { length } = witness.refreshes;
      if (length >= told + 100) {
        told = length;
        options.onProgress?.(
          `${told} refreshes, ${company.deaths.length} kills, ${signIns.losses.length} sign-ins lost`,
        );
      }
      return length >= options.refreshes;
    }
    await tendUntil(areEnough, options.limitMs, () => `only ${witness.refreshes.length} refreshes`);
    const refreshes = witness.refreshes.length;
    const kills = countsOf(company.deaths.map(({ where }) => where));
    await settle();

    const evidence = { witness, onDisk: signIns.onDisk, deaths: company.deaths, isUsedUp: witness.usedUp() };
    const verdicts = signIns.losses.map((loss) => judge(loss, evidence));
    for (const { kind, how, loss } of verdicts) {
      if (kind === 'wrong') violations.push(`sign-in ${loss.consent} was lost: ${how}\n${witness.historyOf(loss)}`);
    }
    for (const { sent, isReuse, at, id } of witness.refreshes) {
      const end = witness.accessEndOf(sent);
      if (isReuse && (end === null || at < end)) violations.push(`refresh ${id} sent a used token too early`);
    }
    const arrived = witness.refreshes.filter(({ given }) => given !== null && signIns.onDisk.has(given));
    return {
      tookMs: performance.now() - begun,
      refreshes,
      byProcess,
      faults: countsOf(witness.refreshes.flatMap(({ fault }) => (fault === null ? [] : [fault]))),
      kills,
      signIns: signIns.made(),
      recoveredByLastTry: arrived.filter(({ sent }) =>
        witness.sendsOf(sent).some(({ outcome }) => outcome === 'dropped'),
      ).length,
      usedFromCutAnswers: arrived.filter(({ outcome }) => outcome === 'cut').length,
      refusals,
      verdicts,
      violations,
    };
  } finally {
    await company.kill();
    witness.stop();
    await emulator.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
