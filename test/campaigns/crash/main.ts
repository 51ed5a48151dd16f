// The crash campaign as a command: `node scripts/run.mjs test/campaigns/crash/main.ts`. Prints the seed, the errors and the
// count; exits with 1 if a report was lost, doubled or stuck.
import { parseArgs } from 'node:util';
import { runCrashCampaign } from './campaign.ts';
import type { CrashReport } from './crash-report.ts';

const say = (message: string) => void process.stdout.write(`${message}\n`);
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '300' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    scale: { type: 'string', default: '20' },
  },
});
const { seed } = values;
const [files, kills, scale] = [Number(values.files), Number(values.kills), Number(values.scale)];

function sayReport(report: CrashReport) {
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

say(`Seed ${seed}. ${files} files, ${kills} kills, ${scale} times as fast as the machine's clock.`);
let violations = 0;
for (const tooFastRestarts of [false, true]) {
  for (const mode of ['extended', 'strict'] as const) {
    say(`\n${mode}${tooFastRestarts ? ', too-fast-restarts' : ''}`);
    const onProgress = (message: string) => void process.stderr.write(`    ${message}\n`);
    const report = await runCrashCampaign({ seed, files, kills, scale, mode, tooFastRestarts, onProgress });
    sayReport(report);
    violations += report.violations.length;
  }
}
say(violations === 0 ? '\nNothing lost, nothing twice.' : `\n${violations} violations.`);
process.exitCode = violations === 0 ? 0 : 1;
