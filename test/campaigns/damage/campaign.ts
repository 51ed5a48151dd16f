// Databases that are damaged at random places, between runs of one companion against an emulator. It has to start each
// time; no report may be lost, and none uploaded twice.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createChance, type Chance } from '../../support/chance.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

export type DamageReport = {
  readonly rounds: number;
  readonly reports: number;
  readonly records: number;
  /** How often each kind of damage was done. */
  readonly damages: ReadonlyMap<string, number>;
  /** What the companion said after a start; `nothing` if it noticed nothing. */
  readonly said: ReadonlyMap<string, number>;
  /** How often the pilot was asked about a report. */
  readonly asked: number;
  readonly violations: readonly string[];
};

const hourMs = 3_600_000;

type Place = { readonly database: string; readonly log: string; readonly backup: string };

/** Changes up to `most` bytes anywhere. */
function flip(path: string, most: number, draw: Chance) {
  if (!existsSync(path)) return;
  const content = readFileSync(path);
  if (content.length === 0) return;
  for (let count = draw.int(1, most); count > 0; count -= 1)
    content[draw.int(0, content.length - 1)]! ^= draw.int(1, 255);
  writeFileSync(path, content);
}
function cut(path: string, draw: Chance) {
  if (existsSync(path)) truncateSync(path, draw.int(0, readFileSync(path).length));
}

const damages: Readonly<Record<string, (place: Place, draw: Chance) => void>> = {
  'bytes of the database': ({ database }, draw) => flip(database, 20, draw),
  'one byte of the database': ({ database }, draw) => flip(database, 1, draw),
  'a page of the database': ({ database }, draw) => {
    const content = readFileSync(database);
    const at = 4_096 * draw.int(0, Math.max(0, Math.ceil(content.length / 4_096) - 1));
    writeFileSync(database, content.fill(draw.int(0, 255), at, Math.min(at + 4_096, content.length)));
  },
  'the database is cut': ({ database }, draw) => cut(database, draw),
  'the database is gone': ({ database }) => rmSync(database),
  'bytes of the log': ({ log }, draw) => flip(log, 20, draw),
  'the log is cut': ({ log }, draw) => cut(log, draw),
  'the log is gone': ({ log }) => rmSync(log, { force: true }),
  'bytes of database and log': ({ database, log }, draw) => {
    flip(database, 20, draw);
    flip(log, 20, draw);
  },
  'bytes of database and backup': ({ database, backup }, draw) => {
    flip(database, 20, draw);
    flip(backup, 20, draw);
  },
  'the database is cut, the backup is gone': ({ database, backup }, draw) => {
    cut(database, draw);
    rmSync(backup, { force: true });
  },
  'the folder of yesterday': ({ database, log, backup }) => {
    if (!existsSync(backup)) return;
    cpSync(backup, database);
    rmSync(log, { force: true });
  },
};

export async function runDamageCampaign(given: {
  seed: string;
  rounds: number;
  mode: 'extended' | 'strict';
}): Promise<DamageReport> {
  const draw = createChance(given.seed);
  const violations: string[] = [];
  const done = new Map<string, number>();
  const said = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  /** The name of each report by the beginning of its hash: a copy of which nothing else is known has that as its name. */
  const names = new Map<string, string>();
  let asked = 0;

  await using deck = await openFlightDeck({ mode: given.mode, expectsMishaps: true });
  const place: Place = {
    database: join(deck.dataDir, 'companion.db'),
    log: join(deck.dataDir, 'companion.db-wal'),
    backup: join(deck.dataDir, 'companion.backup.db'),
  };
  const nameOf = (name: string) => names.get(/^screenshot-(.{8})\./.exec(name)?.[1] ?? '') ?? name;
  function records(): string[] {
    const found: string[] = [];
    let page = deck.emulator.flights.list({ limit: 100 });
    for (;;) {
      found.push(...page.items.map(({ fileName }) => nameOf(fileName ?? '')));
      if (page.next === null || page.next === undefined) return found;
      page = deck.emulator.flights.list({ limit: 100, after: page.next });
    }
  }

  for (let round = 1; round <= given.rounds; round += 1) {
    const what = draw.pick(Object.keys(damages));
    try {
      await playRound(round, what);
    } catch (error) {
      violations.push(`round ${round}, ${what}: ${String(error)} ${deck.warnings.join(', ')}`);
      break;
    }
    const before = violations.length;
    const found = records();
    for (const name of new Set(found.filter((one, index) => found.indexOf(one) !== index)))
      violations.push(`round ${round}, ${what}: ${name} was uploaded twice`);
    const listed = new Set((await deck.strips()).map((strip) => nameOf(strip.file?.name ?? '')));
    for (const name of names.values())
      if (!found.includes(name) && !listed.has(name)) violations.push(`round ${round}, ${what}: ${name} is lost`);
    if (violations.length > before) break;
    await answerAll();
  }
  // What the pilot decided last.
  await deck.pass(60_000);
  return {
    rounds: given.rounds,
    reports: names.size,
    records: records().length,
    damages: done,
    said,
    asked,
    violations,
  };

  async function playRound(round: number, what: string) {
    if (draw.is(0.25)) {
      await deck.stop();
      await deck.clock.advance(25 * hourMs);
      await deck.restart();
      await deck.pass(2_000);
    }
    for (let file = draw.int(0, 3); file > 0; file -= 1) {
      const path = deck.image(`round-${round}-${file}.png`);
      names.set(createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 8), basename(path));
      await deck.drop(path);
    }
    await deck.pass(draw.int(1, 9_000));
    const killed = `${deck.dataDir}.killed`;
    // As a kill leaves it: the log is not empty, and answers that come after it are lost.
    if (draw.is(0.75)) cpSync(deck.dataDir, killed, { recursive: true, preserveTimestamps: true });
    await deck.stop();
    if (existsSync(killed)) {
      rmSync(deck.dataDir, { recursive: true });
      cpSync(killed, deck.dataDir, { recursive: true, preserveTimestamps: true });
      rmSync(killed, { recursive: true });
    }
    damages[what]!(place, draw);
    count(done, what);
    // A changed byte may look like a clean end, if nobody asks.
    rmSync(`${place.database}.clean`, { force: true });
    deck.warnings.length = 0;
    await deck.restart();
    const state = await deck.state();
    count(said, state.dataConcern?.message.id ?? 'nothing');
    if (state.account.status !== 'signed-in') await deck.signIn();
    await deck.answer('uploads.resume', {});
    await deck.pass(60_000);
  }

  /** The pilot looks for each report on the service's website. */
  async function answerAll() {
    const found = records();
    for (const { id, actions, file } of await deck.strips('needs-attention')) {
      asked += 1;
      const isThere = found.includes(nameOf(file?.name ?? ''));
      const action = (['mark-received', 'confirm-flight', 'upload-again', 'retry'] as const).find(
        (one) => actions.includes(one) && (one === 'upload-again' || one === 'retry') !== isThere,
      );
      if (action === 'mark-received') await deck.answer('strips.markReceived', { id });
      else if (action === 'confirm-flight') await deck.answer('strips.confirmFlight', { id });
      else if (action === 'upload-again') await deck.answer('strips.uploadAgain', { id });
      else if (action === 'retry') await deck.answer('strips.retry', { id });
      else if (isThere && actions.includes('remove')) await deck.answer('strips.remove', { id });
    }
  }
}
