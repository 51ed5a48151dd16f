// `node scripts/run.mjs scripts/test/mutation.mjs`: mutates the rules of core and runs the unit tests of the folder against each mutant. Lists
// the surviving mutants, and fails if less than 85 % are killed.
//   node scripts/run.mjs scripts/test/mutation.mjs uploads watch          only these folders
//   node scripts/run.mjs scripts/test/mutation.mjs --percent 5 --seed a   a sample, the same for the same seed
//   node scripts/run.mjs scripts/test/mutation.mjs --concurrency 1        one mutant at a time, on a machine with other work
import { Stryker } from '@stryker-mutator/core';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';
import { scoreOf, survivorLines } from './mutation/score.mjs';
import { sampleVariable } from './mutation/plugin.mjs';

/** What is left out of the folders of main/core. */
const leftOut = [
  'app/{app-state,companion,leader,profile-switch,read-image,state-publisher}.ts',
  'app/commands/**',
  'platform/ports.ts',
  'storage/database/schema.ts',
];
/** `profile` only joins the others. */
const folders = readdirSync(inRoot('main', 'core')).filter((name) => name !== 'profile' && !name.includes('.'));
const leastPercent = 85;

/**
 * @param {string} folder
 * @param {string[]} files the changed files, below main/core
 * @param {number | undefined} concurrency mutants at a time; by default as many as Stryker chooses
 */
function mutate(folder, files, concurrency) {
  process.env['PILOT_COMPANION_MUTATION_FOLDER'] = folder;
  return new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'test/setup/mutation.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/test/mutation/plugin.mjs'],
    checkers: ['wanted'],
    ignorers: ['log'],
    mutate: files,
    ...(concurrency === undefined ? {} : { concurrency }),
    // Names of kinds, messages and states are typed, so such mutants don't compile.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // On a busy machine slow is not endless: a mutant that is only slow counts as noticed otherwise.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
    tempDirName: '.cache/mutation',
    ignorePatterns: ['dist', 'docs/pictures', '.cache'],
    // Stryker would rewrite tsconfig.json with the API of TypeScript 6. No types are checked here.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    reporters: ['dots'],
    allowConsoleColors: false,
  }).runMutationTest();
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      percent: { type: 'string', default: '100' },
      seed: { type: 'string', default: 'a' },
      concurrency: { type: 'string' },
    },
  });
  const wanted = positionals.length === 0 ? folders : positionals;
  const isKnown = wanted.every((one) => folders.some((folder) => folder === one.split('/')[0]));
  const concurrency = values.concurrency === undefined ? undefined : Number(values.concurrency);
  if (!isKnown || !(Number(values.percent) > 0) || !(concurrency === undefined || concurrency >= 1)) {
    throw new PlainStop(
      'It takes folders of main/core, or files in them, and a share in percent.',
      `Type: node scripts/run.mjs scripts/test/mutation.mjs [--percent N] [--seed S] [--concurrency N] [${folders.join('|')}]…`,
    );
  }
  process.chdir(root);
  process.env[sampleVariable] = `${values.percent} ${values.seed}`;
  let isEnough = true;
  for (const folder of folders) {
    const ofFolder = wanted.filter((one) => one.split('/')[0] === folder);
    if (ofFolder.length === 0) continue;
    const results = await mutate(
      folder,
      [
        ...ofFolder.map((one) => `main/core/${one}${one.endsWith('.ts') ? '' : '/**/*.ts'}`),
        ...leftOut.map((one) => `!main/core/${one}`),
      ],
      concurrency,
    );
    const { killed, run, percent } = scoreOf(results);
    for (const line of survivorLines(results, root)) console.log(line);
    console.log(`${folder}: ${killed} of ${run} noticed, ${percent} %`);
    isEnough &&= percent >= leastPercent;
  }
  return isEnough ? 0 : 1;
});
