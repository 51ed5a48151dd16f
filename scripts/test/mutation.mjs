// `node scripts/run.mjs scripts/test/mutation.mjs`: mutates the rules of core and runs the unit tests of the folder against each mutant. Lists
// the surviving mutants, and fails if less than 85 % are killed.
//   node scripts/run.mjs scripts/test/mutation.mjs uploads watch          only these folders
//   node scripts/run.mjs scripts/test/mutation.mjs --percent 5 --seed a   a sample, the same for the same seed
//   node scripts/run.mjs scripts/test/mutation.mjs --concurrency 1        one mutant at a time, on a machine with other work
//   node scripts/run.mjs scripts/test/mutation.mjs filing --tests         also the tests that notice nothing which others do not
import { Stryker } from '@stryker-mutator/core';
import { parseArgs } from 'node:util';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { root } from '../root.mjs';
import { scoreOf, sparedTests, survivorLines } from './mutation/score.mjs';
import { sampleVariable } from './mutation/plugin.mjs';

/** The folders of main/core that hold rules, and what is left out of them. */
const leftOut = {
  account: [],
  app: ['{app-state,companion,leader,profile-switch,read-image,state-publisher}.ts', 'commands/**'],
  board: [],
  decisions: [],
  filing: [],
  flights: [],
  folders: [],
  logbook: [],
  messages: [],
  pacing: [],
  platform: ['ports.ts'],
  service: [],
  settings: [],
  storage: ['database/schema.ts'],
  uploads: [],
  watch: [],
};
const folders = /** @type {(keyof typeof leftOut)[]} */ (Object.keys(leftOut));
const leastPercent = 85;

/**
 * @param {string} folder
 * @param {string[]} files the changed files, below main/core
 * @param {object} options
 * @param {number | undefined} options.concurrency mutants at a time; by default as many as Stryker chooses
 * @param {boolean} options.everyTest run each test against each mutant that it reaches
 */
function mutate(folder, files, { concurrency, everyTest }) {
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
    disableBail: everyTest,
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
      tests: { type: 'boolean', default: false },
    },
  });
  const wanted = positionals.length === 0 ? folders : positionals;
  const isKnown = wanted.every((one) => folders.some((folder) => folder === one.split('/')[0]));
  const concurrency = values.concurrency === undefined ? undefined : Number(values.concurrency);
  if (!isKnown || !(Number(values.percent) > 0) || !(concurrency === undefined || concurrency >= 1)) {
    throw new PlainStop(
      'It takes folders of main/core, or files in them, and a share in percent.',
      `Type: node scripts/run.mjs scripts/test/mutation.mjs [--percent N] [--seed S] [--concurrency N] [--tests] [${folders.join('|')}]…`,
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
        ...leftOut[folder].map((one) => `!main/core/${folder}/${one}`),
      ],
      { concurrency, everyTest: values.tests },
    );
    const { killed, run, percent } = scoreOf(results);
    for (const line of survivorLines(results, root)) console.log(line);
    if (values.tests) for (const test of sparedTests(results)) console.log(`Nothing that others do not: ${test}`);
    console.log(`${folder}: ${killed} of ${run} noticed, ${percent} %`);
    isEnough &&= percent >= leastPercent;
  }
  return isEnough ? 0 : 1;
});
