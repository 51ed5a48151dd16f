// The damage campaign as a command: `node scripts/run.mjs test/campaigns/damage/main.ts`. Prints the seed, the damages, and what the companion said;
// exits with 1 if it did not start, or if a report was lost or uploaded twice.
import { parseArgs } from 'node:util';
import { runDamageCampaign } from './campaign.ts';

const say = (message: string) => void process.stdout.write(`${message}\n`);
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    mode: { type: 'string', default: 'extended' },
  },
});
const mode = values.mode === 'strict' ? 'strict' : 'extended';
say(`seed ${values.seed}, ${values.rounds} damaged databases, ${mode}`);
const report = await runDamageCampaign({ seed: values.seed, rounds: Number(values.rounds), mode });
const table = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => `  ${String(count).padStart(5)}  ${name}`).join('\n');
say(`damage:\n${table(report.damages)}\nsaid at the start:\n${table(report.said)}`);
say(`${report.reports} reports, ${report.records} records; the pilot was asked ${report.asked} times`);
for (const violation of report.violations) say(`VIOLATION ${violation}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
