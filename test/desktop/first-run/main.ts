// Runs the desktop scenarios on this computer's Electron, measures a start and memory, takes pictures, and writes one
// report to dist/first-run. Started by `npm run desktop:first-run`, which names Electron's program.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beginDemo } from '../scenarios/scenario-apps.ts';
import { createRealRuntime } from '../scenarios/real-runtime.ts';
import { markdownOf, testsOf, type FirstRun } from './report.ts';

const starts = 3;
const startLimitMs = 60_000;
const views = ['board', 'logbook', 'settings'];
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'dist', 'first-run');
const newDataDir = () => mkdtempSync(join(tmpdir(), 'pilot-companion-first-run-'));

/** Returns the milliseconds until the pilot saw the app, or null if that never was. */
async function timeOfStart(electron: string): Promise<number | null> {
  const dataDir = newDataDir();
  const report = join(dataDir, 'seen');
  const begun = performance.now();
  const child = spawn(electron, [root, `--data-dir=${join(dataDir, 'data')}`], {
    env: { ...process.env, PILOT_COMPANION_START_REPORT: report },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const tookMs = () => Math.round(performance.now() - begun);
  while (!existsSync(report) && child.exitCode === null && tookMs() < startLimitMs) await sleep(20);
  const shown = existsSync(report) ? tookMs() : null;
  child.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  return shown;
}

/** Takes the pictures, and measures the memory while the window is at rest. */
async function look(electron: string): Promise<Pick<FirstRun, 'versions' | 'memoryMb' | 'pictures'>> {
  const runtime = createRealRuntime(electron);
  const dataDir = newDataDir();
  try {
    const app = await runtime.start(dataDir);
    const page = await app.page();
    await beginDemo(page);
    const pictures: string[] = [];
    for (const view of views) {
      await page.evaluate((hash) => void (location.hash = hash), view);
      const name = `${view}.png`;
      await page.screenshot({ path: join(folder, name) });
      pictures.push(name);
    }
    const { versions, kilobytes } = await app.evaluate(
      ({ app }) => ({
        versions: {
          Electron: process.versions['electron'],
          Chromium: process.versions['chrome'],
          Node: process.version,
        },
        kilobytes: app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
      }),
      null,
    );
    const known = Object.entries(versions).map(([name, version]) => [name, version ?? 'unknown']);
    return { versions: Object.fromEntries(known), memoryMb: Math.round(kilobytes / 1024), pictures };
  } finally {
    await runtime.tidy();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function runTests(electron: string): Promise<FirstRun['tests']> {
  const results = join(folder, 'tests.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const file = 'test/desktop/scenarios/real-electron.test.ts';
  const options = ['run', file, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const child = spawn(process.execPath, [...process.execArgv, vitest, ...options], {
    cwd: root,
    env: { ...process.env, PILOT_COMPANION_ELECTRON: electron },
    stdio: 'inherit',
  });
  await new Promise((resolve) => child.once('close', resolve));
  const tests = testsOf(JSON.parse(readFileSync(results, 'utf8')) as Parameters<typeof testsOf>[0]);
  // It has the paths of this computer.
  rmSync(results);
  return tests;
}

const electron = process.env['PILOT_COMPANION_ELECTRON'];
if (!electron) throw new Error('PILOT_COMPANION_ELECTRON has to name the program of Electron');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const tests = await runTests(electron);
const startMs: number[] = [];
for (let n = 0; n < starts; n += 1) {
  const time = await timeOfStart(electron);
  if (time !== null) startMs.push(time);
}
const seen = await look(electron).catch((reason: unknown) => {
  console.error(reason);
  return { versions: {}, memoryMb: null, pictures: [] };
});
const session = process.env['XDG_SESSION_TYPE'];
const run: FirstRun = {
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  system: [process.platform, release(), arch(), ...(session === undefined ? [] : [session])],
  tests,
  startMs,
  ...seen,
};
writeFileSync(join(folder, 'report.json'), `${JSON.stringify(run, null, 2)}\n`);
writeFileSync(join(folder, 'report.md'), markdownOf(run));
console.log(`The report is in ${folder}. Attach report.md, report.json and the pictures to an issue.`);
process.exitCode = tests.failed.length === 0 && seen.pictures.length > 0 ? 0 : 1;
