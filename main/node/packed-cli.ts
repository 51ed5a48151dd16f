// Entry of the bundle, behind bin/pilot-companion.cjs. What the launcher does in the repository (scripts/run.mjs) is done
// here: Node's cache of compiled code, and no warnings about its experimental features.
import '../core/platform/inspector-signal.ts';
import { enableCompileCache } from 'node:module';
import { defaultCacheDir } from './system/places.ts';

const { emitWarning } = process;
process.emitWarning = (warning, ...rest: unknown[]) => {
  const [kind] = rest;
  const type = typeof kind === 'object' && kind !== null && 'type' in kind ? kind.type : kind;
  if (type !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...rest]);
};

enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? defaultCacheDir());
void import('./cli.ts');
