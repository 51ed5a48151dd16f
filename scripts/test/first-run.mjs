// `npm run desktop:first-run`: runs the desktop scenarios on this computer's Electron, measures starts and memory, takes
// pictures, and writes one report to dist/first-run. Without Electron or a display it prints what is missing. The report
// has no path, no name and no address of the computer.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from '../build/build.mjs';
import { displayObstacle, findElectron, installedRuntime } from '../build/electron-runtime.mjs';
import { runChild } from '../child.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** @typedef {{ passed: number, failed: readonly string[], skipped: readonly string[] }} Tests titles, by how they ended */
/** @typedef {{ versions: Record<string, string>, memoryMb: number | null, pictures: readonly string[] }} Seen by test/desktop/scenarios/first-run.ts */
/** @typedef {Seen & { date: string, commit: string, system: readonly string[], tests: Tests, startMs: readonly number[] }} FirstRun */

const starts = 3;
const startLimitMs = 60_000;
const folder = inRoot('dist', 'first-run');

/**
 * @param {{ testResults: readonly { assertionResults: readonly { fullName: string, status: string }[] }[] }} results of
 *   vitest's reporter `json`
 * @returns {Tests}
 */
export function testsOf(results) {
  const all = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = (/** @type {(status: string) => boolean} */ isOne) =>
    all.filter(({ status }) => isOne(status)).map(({ fullName }) => fullName.trim());
  return {
    passed: titles((status) => status === 'passed').length,
    failed: titles((status) => status === 'failed'),
    skipped: titles((status) => status !== 'passed' && status !== 'failed'),
  };
}

/** @param {FirstRun} run */
export function markdownOf({ date, commit, versions, system, tests, startMs, memoryMb, pictures }) {
  const rows = [
    ['Date', date],
    ['Commit', commit],
    ['System', system.join(', ')],
    ...Object.entries(versions),
    ['Tests passed, failed, skipped', `${tests.passed}, ${tests.failed.length}, ${tests.skipped.length}`],
    ['Start to a shown window', startMs.length === 0 ? 'not measured' : `${startMs.join(', ')} ms`],
    ['Memory of all processes, at rest', memoryMb === null ? 'not measured' : `${memoryMb} MB`],
  ];
  const list = (/** @type {string} */ title, /** @type {readonly string[]} */ lines) =>
    lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}`), ''];
  return [
    '# First run on Electron',
    '',
    '| What | Value |',
    '|---|---|',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    ...list('Failed', tests.failed),
    ...list('Skipped', tests.skipped),
    ...pictures.flatMap((name) => [`![${name}](${name})`, '']),
  ].join('\n');
}

/**
 * Returns the milliseconds until the window was shown, on a new data folder, or null if it wasn't.
 * @param {string} electron
 * @returns {Promise<number | null>}
 */
async function timeOfStart(electron) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pilot-companion-first-run-'));
  // The app makes this file as soon as the pilot sees something.
  const seen = join(dataDir, 'seen');
  const begun = performance.now();
  const child = spawn(electron, [root, `--data-dir=${join(dataDir, 'data')}`], {
    env: { ...process.env, PILOT_COMPANION_START_REPORT: seen },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const tookMs = () => Math.round(performance.now() - begun);
  while (!existsSync(seen) && child.exitCode === null && tookMs() < startLimitMs) await sleep(20);
  const shown = existsSync(seen) ? tookMs() : null;
  child.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  return shown;
}

/**
 * @param {string} electron
 * @returns {Promise<Tests>}
 */
async function runTests(electron) {
  const results = join(folder, 'tests.json');
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const file = 'test/desktop/scenarios/real-electron.test.ts';
  const options = ['run', file, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  await runChild(projectNode(), [...nodeFlags, vitest, ...options], {
    cwd: root,
    env: { ...process.env, PILOT_COMPANION_ELECTRON: electron, PILOT_COMPANION_FIRST_RUN: folder },
  });
  const tests = testsOf(JSON.parse(readFileSync(results, 'utf8')));
  // It has the paths of this computer.
  rmSync(results);
  return tests;
}

/** @returns {Seen} */
function readSeen() {
  const path = join(folder, 'seen.json');
  if (!existsSync(path)) return { versions: {}, memoryMb: null, pictures: [] };
  const seen = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return seen;
}

async function firstRun() {
  const obstacle = displayObstacle(process.platform, process.env);
  if (obstacle !== undefined) {
    const and = installedRuntime() === undefined ? ', and its runtime is not installed' : '';
    throw new PlainStop(`Electron can't run here: ${obstacle}${and}.`);
  }
  const electron = await findElectron({ print: console.log, isRetry: true });
  if ('why' in electron) throw new PlainStop(`Electron can't run here: ${electron.why}.`);
  await build({ print: console.log });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const tests = await runTests(electron.path);
  const startMs = [];
  for (let n = 0; n < starts; n += 1) {
    const time = await timeOfStart(electron.path);
    if (time !== null) startMs.push(time);
  }
  const session = process.env['XDG_SESSION_TYPE'];
  /** @type {FirstRun} */
  const run = {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    system: [process.platform, release(), arch(), ...(session === undefined ? [] : [session])],
    tests,
    startMs,
    ...readSeen(),
  };
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(join(folder, 'report.md'), markdownOf(run));
  console.log(`The report is in ${folder}. Attach report.md, report.json and the pictures to an issue.`);
  return tests.failed.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runScript(firstRun);
