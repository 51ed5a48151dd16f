#!/usr/bin/env node
// Entry of the npm package. What the launcher does in the repository (scripts/run.mjs) is done here: Node's cache of
// compiled code, and no warnings about its experimental features. The version needs nothing else.
import '../core/platform/inspector-signal.ts';
import { enableCompileCache } from 'node:module';
import { defaultCacheDir } from './system/cache-dir.ts';
import { version } from './version.ts';

const { emitWarning } = process;
process.emitWarning = (warning, ...rest: unknown[]) => {
  const [kind] = rest;
  const type = typeof kind === 'object' && kind !== null && 'type' in kind ? kind.type : kind;
  if (type !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...rest]);
};

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  process.stdout.write(`${version}\n`);
} else {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? defaultCacheDir());
  await import('./cli.ts');
}
