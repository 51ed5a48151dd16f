// A day of uploads and of flights followed, as a command: `npm run campaign:day [-- --seed S] [--hours H]`. Exits with
// 1 if the rate limit was exceeded, or a change was seen later than two polls of all that is followed, or older flights
// weren't all loaded.
import { parseArgs } from 'node:util';
import { runDay } from './day.ts';
import { delaysOf, type Spread } from './delays.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, hours: { type: 'string' }, older: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const hours = Number(values.hours ?? 24);
const older = Number(values.older ?? 10_000);
const say = (message: string) => void process.stdout.write(`${message}\n`);
const figures = ({ median, late, worst }: Spread) => [median, late, worst].map((one) => one.toFixed(2)).join(' / ');

say(
  `Seed ${seed}. ${hours} hours: 300 reports come, 500 flights are followed from the beginning, ${older} older ones are loaded.`,
);
say('Each: median / 95th percentile / worst, behind an oracle that knows when every flight changes.\n');
say(
  '| requests a minute | changes | seen later by, s | in polls | in polls of all (at most 2) | reads | uploads | rate_limit_exceeded | too_fast | older flights, loaded after, h |',
);
say('|---|---|---|---|---|---|---|---|---|---|');
let isGood = true;
let [fewest, most] = [Number.POSITIVE_INFINITY, 0];
for (const hasSubscription of [true, false]) {
  const day = await runDay({ seed, hours, uploads: hasSubscription ? 300 : 0, followed: 500, older, hasSubscription });
  const perMinute = hasSubscription ? 60 : 10;
  const delays = delaysOf(day.changes, perMinute, hours * 3_600_000);
  const { reads, rateLimited, tooFast } = day.counts;
  const loaded = `${day.loaded}, ${day.loadedAtMs === null ? 'not all' : (day.loadedAtMs / 3_600_000).toFixed(1)}`;
  const name = `${perMinute} (${hasSubscription ? 'with' : 'without'} the subscription)`;
  say(
    `| ${name} | ${day.changes.length} | ${figures(delays.seconds)} | ${figures(delays.polls)} | ${figures(delays.pollsOfAll)} | ${reads} | ${day.uploaded} | ${rateLimited} | ${tooFast} | ${loaded} |`,
  );
  const pages = day.changes.map((one) => one.pages);
  fewest = Math.min(fewest, ...pages);
  most = Math.max(most, ...pages);
  if (day.wrong > 0) say(`${day.wrong} flights are shown other than they are.`);
  isGood &&= rateLimited === 0 && delays.unseen === 0 && delays.pollsOfAll.worst <= 2 && day.wrong === 0;
  isGood &&= day.loaded === older;
}
say(`\nA poll of all was ${fewest} to ${most} listings.`);
say(`${isGood ? 'As promised.' : 'NOT as promised.'} Again: npm run campaign:day -- --seed ${seed} --hours ${hours}`);
process.exitCode = isGood ? 0 : 1;
