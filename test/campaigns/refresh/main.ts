// The refresh campaign as a command: `npm run campaign:refresh`. Prints the seed, the faults applied to the refreshes,
// and how each sign-in was lost; exits with 1 if one was lost that could have been kept.
import { parseArgs } from 'node:util';
import { countsOf, runRefreshCampaign, type RefreshReport } from './campaign.ts';

const usage = 'campaign:refresh [--refreshes N] [--consents N] [--seed S] [--scale N] [--minutes N]';
const say = (message: string) => void process.stdout.write(`${message}\n`);

function readWishes() {
  try {
    const { values } = parseArgs({
      options: {
        refreshes: { type: 'string', default: '1000' },
        consents: { type: 'string', default: '40' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        scale: { type: 'string', default: '60' },
        minutes: { type: 'string', default: '15' },
      },
    });
    const [refreshes, consents] = [Number(values.refreshes), Number(values.consents)];
    const [scale, minutes] = [Number(values.scale), Number(values.minutes)];
    const isRight = [refreshes, consents].every((one) => Number.isInteger(one) && one > 0) && scale > 1 && minutes > 0;
    return isRight ? { refreshes, consents, scale, minutes, seed: values.seed } : null;
  } catch {
    return null;
  }
}

const table = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `    ${String(count).padStart(5)}  ${name}`)
    .join('\n');

function sayReport(report: RefreshReport) {
  const ways = (kind: string) => {
    const found = report.verdicts.filter((verdict) => verdict.kind === kind);
    return { count: found.length, table: table(countsOf(found.map(({ how }) => how))) };
  };
  say(
    `  ${(report.tookMs / 1000).toFixed(0)} s, ${report.refreshes} refreshes, by process: ${report.byProcess.join(' and ')}`,
  );
  say('  faults of the emulator:');
  say(table(report.faults));
  say('  processes killed, by where:');
  say(table(report.kills));
  say(`  ${report.refusals} tokens were rejected that a wrong clock took for valid, or that had just expired`);
  say(`  ${report.usedFromCutAnswers} pairs of tokens were used from answers whose end did not arrive`);
  say(
    `  ${report.recoveredByLastTry} refreshes were lost before the service did anything, and recovered by the last try`,
  );
  const spent = ways('spent');
  say(
    `  ${report.signIns} sign-ins, of which ${report.verdicts.length} were lost again, each after its access token had expired.`,
  );
  say(`  ${spent.count} that no client could have kept: the refresh token was used and the new one reached no disk:`);
  say(spent.table);
  const givenUp = ways('given-up');
  say(
    `  ${givenUp.count} given up after two tries without an answer, as rule 25 says, although the service had processed neither:`,
  );
  if (givenUp.count > 0) say(givenUp.table);
  for (const violation of report.violations) say(`\nVIOLATION: ${violation}`);
}

async function run(): Promise<number> {
  const wishes = readWishes();
  if (wishes === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  say(
    `Seed ${wishes.seed}. ${wishes.refreshes} refreshes of ${wishes.consents} sign-ins by two processes, ${wishes.scale} times as fast as the machine's clock.`,
  );
  const onProgress = (message: string) => void process.stderr.write(`    ${message}\n`);
  const limitMs = wishes.minutes * 60_000;
  const report = await runRefreshCampaign({
    ...wishes,
    accessLifetimeMs: 900_000,
    maxRefreshesPerLife: 48,
    limitMs,
    onProgress,
  });
  sayReport(report);
  const count = report.violations.length;
  say(
    count === 0 ? '\nNo sign-in was lost that a client could have kept that keeps rule 25.' : `\n${count} violations.`,
  );
  return count === 0 ? 0 : 1;
}

process.exitCode = await run();
