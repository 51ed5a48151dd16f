// The built preload obeys the sandbox's rules, which Electron would report only at run time.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { builtPreload } from '../scenarios/desktop-app.ts';

test('builds the preload as one CommonJS file that requires only electron', async () => {
  const text = await readFile(builtPreload, 'utf8');
  const required = [...text.matchAll(/require\((["'`])(.*?)\1\)/g)].map(([, , name]) => name);
  expect(new Set(required)).toEqual(new Set(['electron']));
  expect(text).not.toMatch(/^\s*(import|export)\s/m);
  expect(text).not.toMatch(/\b(process|Buffer|__dirname|global)\b\./);
  expect(text).not.toContain('sourceMappingURL');
});
