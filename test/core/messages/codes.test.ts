// Only a code of the service, the system or a proxy is shown to a person, with its owner.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOwner } from '../../../main/contract/failure.ts';

it.each([
  ['too_fast', 'service'],
  ['HTTP 503', 'service'],
  ['invalid_grant', 'service'],
  ['ENOSPC', 'computer'],
  ['CERT_HAS_EXPIRED', 'computer'],
  ['SQLITE_FULL', 'computer'],
  ['proxy: 407', 'proxy'],
  ['UND_ERR_SOCKET', null],
])('%s is a code of the %s', (code, owner) => expect(codeOwner(code)).toBe(owner));

const root = join(import.meta.dirname, '..', '..', '..');

it('no code that the app itself makes is called the service’s or the system’s', () => {
  const ofOthers = /^(HTTP |E[A-Z]+$|write_not_enabled$|too_fast$|rate_limit_exceeded$|custom$)/;
  const literal =
    /(?:\bcode ?[:=]|Code =|InTime =|\bgone =|serviceError\(\w+,|(?:\.code|isGood \? null) :) '([^']+)'(?! in)/g;
  const made = globSync('main/{core,contract,node}/**/*.ts', { cwd: root })
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(literal)])
    .map(([, code = '']) => code);
  expect(made).toEqual(expect.arrayContaining(['NOT_SENT', 'PAUSE', 'newer_version', 'STOPPED_WAITING', 'no answer']));
  expect(made.filter((code) => !ofOthers.test(code) && codeOwner(code) !== null)).toEqual([]);
});
