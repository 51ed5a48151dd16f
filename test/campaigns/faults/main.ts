// The fault campaign as a command: `npm run campaign:faults`. Prints the seed, the random answers and the messages to
// the pilot; exits with 1 if something crashed, hung, was lost, duplicated, or had no message.
import { parseArgs } from 'node:util';
import { runFaultCampaign } from './campaign.ts';
import { mib } from './fault-report.ts';

const usage = 'campaign:faults [--answers N] [--seed S] [--strict]';
const say = (message: string) => void process.stdout.write(`${message}\n`);

function readWishes() {
  try {
    const { values } = parseArgs({
      options: {
        answers: { type: 'string', default: '10000' },
        strict: { type: 'boolean', default: false },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      },
    });
    const draws = Number(values.answers);
    return Number.isInteger(draws) && draws > 0 ? { draws, seed: values.seed, isStrict: values.strict } : null;
  } catch {
    return null;
  }
}

const table = (counts: Iterable<readonly [string, number]>) =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `    ${String(count).padStart(6)}  ${name}`)
    .join('\n');

async function run(): Promise<number> {
  const wishes = readWishes();
  if (wishes === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  say(`Seed ${wishes.seed}. ${wishes.draws} answers${wishes.isStrict ? ', flights cannot be read' : ''}.`);
  const report = await runFaultCampaign({
    ...wishes,
    onProgress: (message) => void process.stderr.write(`  ${message}\n`),
  });
  say(`${(report.tookMs / 1000).toFixed(0)} s, in which ${report.virtualHours.toFixed(0)} hours passed`);
  say(`  answers drawn:\n${table(report.drawn)}`);
  say(`  what the pilot read, and how often:\n${table(report.message)}`);
  say(
    `  ${report.files} files, ${report.records} records, ${report.sentTwice} of them doubled; ${report.questions} questions to the pilot, ${report.signIns} sign-ins, ${report.consentsRevoked} consents ended by a last try; ${report.openAtRestart} questions open at a start`,
  );
  say(`  longest request: ${(report.longestOpen.ms / 1000).toFixed(0)} s (${report.longestOpen.what})`);
  say(`  memory: ${mib(report.rssBytes.before)} before, ${mib(report.rssBytes.most)} at most`);
  for (const history of report.histories) say(`  ${history}`);
  for (const violation of report.violations) say(`VIOLATION: ${violation}`);
  say(
    report.violations.length === 0
      ? 'Nothing crashed, hung, was lost or sent twice.'
      : `${report.violations.length} violations.`,
  );
  return report.violations.length === 0 ? 0 : 1;
}

process.exitCode = await run();
