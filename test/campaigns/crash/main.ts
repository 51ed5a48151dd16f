// The crash campaign as a command: `node scripts/run.mjs test/campaigns/crash/main.ts`. Prints the seed, the errors and the
// count; exits with 1 if a report was lost, doubled or stuck.
import { parseArgs } from 'node:util';
import { runCrashCampaign } from './campaign.ts';
import type { CrashReport } from './crash-report.ts';
import type { Mode } from './emulator-process.ts';

const usage =
  'node scripts/run.mjs test/campaigns/crash/main.ts [--files N] [--kills N] [--seed S] [--mode extended|strict] [--too-fast-restarts] [--scale N]';
const say = (message: string) => void process.stdout.write(`${message}\n`);

function readWishes() {
  try {
    const { values } = parseArgs({
      options: {
        files: { type: 'string', default: '300' },
        kills: { type: 'string', default: '200' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        mode: { type: 'string' },
        'too-fast-restarts': { type: 'boolean' },
        scale: { type: 'string', default: '20' },
      },
    });
    const [files, kills, scale] = [Number(values.files), Number(values.kills), Number(values.scale)];
    const isRight =
      [files, kills].every((count) => Number.isInteger(count) && count > 0) &&
      scale > 0 &&
      (values.mode === undefined || values.mode === 'extended' || values.mode === 'strict');
    const modes = (values.mode === undefined ? ['extended', 'strict'] : [values.mode]) as Mode[];
    const isAll = values.mode === undefined && values['too-fast-restarts'] === undefined;
    const restarts = isAll ? [false, true] : [values['too-fast-restarts'] ?? false];
    return isRight ? { files, kills, scale, seed: values.seed, modes, restarts } : null;
  } catch {
    return null;
  }
}

function sayReport(report: CrashReport, files: number) {
  say(`  ${(report.tookMs / 1000).toFixed(0)} s`);
  const arrived = report.questions.filter((question) => question.hasRecord).length;
  say(
    `  ${files} files, ${report.records} records in the end; ${report.questions.length} open questions to the pilot, ` +
      `of which ${arrived} had arrived and ${report.questions.length - arrived} had not:`,
  );
  const { right, wrong } = report.inferred;
  say(`  ${right + wrong} inferred, of which ${wrong} wrongly`);
  for (const message of new Set(report.questions.map((question) => question.message))) {
    const names = report.questions.filter((question) => question.message === message).map((question) => question.name);
    say(`    ${names.length} × “${message}”\n      ${names.join(' ')}`);
  }
  for (const notice of report.notices) say(`  logged: ${notice.slice(0, 400)}`);
  for (const violation of report.violations) say(`\nVIOLATION: ${violation}`);
}

async function run(): Promise<number> {
  const wishes = readWishes();
  if (wishes === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const { files, kills, scale, seed } = wishes;
  say(`Seed ${seed}. ${files} files, ${kills} kills, ${scale} times as fast as the machine's clock.`);
  let violations = 0;
  for (const tooFastRestarts of wishes.restarts) {
    for (const mode of wishes.modes) {
      say(`\n${mode}${tooFastRestarts ? ', too-fast-restarts' : ''}`);
      const onProgress = (message: string) => void process.stderr.write(`    ${message}\n`);
      const report = await runCrashCampaign({ seed, files, kills, scale, mode, tooFastRestarts, onProgress });
      sayReport(report, files);
      violations += report.violations.length;
    }
  }
  say(violations === 0 ? '\nNothing lost, nothing twice.' : `\n${violations} violations.`);
  return violations === 0 ? 0 : 1;
}

process.exitCode = await run();
