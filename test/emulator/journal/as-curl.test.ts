// A real shell parses the commands, with curl replaced by a function that prints its arguments.

import { spawnSync } from 'node:child_process';
import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { JournalDetail } from '../../../emulator/emulator.ts';
import { asCurl } from '../../../emulator/journal/as-curl.ts';
import { clientId, clientSecret, basic, openEmulator, postForm, refresh } from '../open-emulator.ts';
import { anyPng, report, upload } from '../images.ts';
import { lastEntry } from './last-entry.ts';

const address = 'http://127.0.0.1:4170';

const variables = ['ACCESS_TOKEN', 'REFRESH_TOKEN', 'CODE', 'CLIENT_SECRET', 'CODE_VERIFIER', 'COOKIE', 'TEXT', 'BODY'];

/** The arguments of curl; each variable holds `<its name>`. */
function argumentsOf(command: string): string[] {
  const assigned = variables.map((name) => `${name}='<${name}>'`).join('\n');
  const script = `curl() { for given; do printf '%s\\0' "$given"; done; }\n${assigned}\n${command}\n`;
  const shell = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  if (shell.status !== 0 || shell.stderr !== '') throw new Error(`${shell.stderr}\n${command}`);
  return shell.stdout.split('\0').slice(0, -1);
}

const detail = (change: Partial<JournalDetail> & { headers?: Record<string, string>; body?: string | null }) => {
  const { headers = {}, body = null, ...others } = change;
  const request = { headers, body, bodyBytes: 0 };
  return { method: 'GET', path: '/', query: '', ...others, request } as JournalDetail;
};

// A shell accepts no NUL, and passes on no half of a character.
const text = fc.string({ unit: 'grapheme' }).map((chosen) => chosen.replaceAll('\0', '').replaceAll(/[‹›]/g, ''));

describe('an entry as a curl command', () => {
  it('repeats a refresh', async () => {
    const emulator = await openEmulator();
    await refresh(emulator, emulator.signIn().refresh_token);
    expect(argumentsOf(asCurl(lastEntry(emulator), address))).toEqual([
      `${address}/oauth/token`,
      '--data-raw',
      'grant_type=refresh_token',
      '--data-raw',
      `client_id=${clientId}`,
      '--data-urlencode',
      'client_secret=<CLIENT_SECRET>',
      '--data-urlencode',
      'refresh_token=<REFRESH_TOKEN>',
    ]);
  });

  it('passes Basic credentials to curl', async () => {
    const emulator = await openEmulator();
    await postForm(emulator, 'grant_type=refresh_token', { authorization: basic(clientId, clientSecret) });
    expect(argumentsOf(asCurl(lastEntry(emulator), address))).toEqual([
      `${address}/oauth/token`,
      '-u',
      `${clientId}:<CLIENT_SECRET>`,
      '--data-raw',
      'grant_type=refresh_token',
    ]);
  });

  it('uploads a file of the same name', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, [{ name: 'note', content: 'x' }, report(anyPng(), "a 'b', c.png")]);
    expect(argumentsOf(asCurl(lastEntry(emulator), address)).slice(-6)).toEqual([
      '-H',
      'authorization: Bearer <ACCESS_TOKEN>',
      '--form-string',
      'note=<TEXT>',
      '-F',
      `report=@"a 'b', c.png";type=image/png`,
    ]);
  });

  it.each([
    [{ method: 'HEAD' }, ['--head', `${address}/`]],
    [{ method: 'DELETE', query: 'a=[1]' }, ['-X', 'DELETE', '--globoff', `${address}/?a=[1]`]],
    [{ path: '/a/../b' }, ['--path-as-is', `${address}/a/../b`]],
    [{ method: 'OPTIONS', path: '*' }, ['-X', 'OPTIONS', address, '--request-target', '*']],
    [{ headers: { 'x-empty': '', host: 'x' } }, [`${address}/`, '-H', 'x-empty;']],
    [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '<application/json, 3 bytes, not read>',
      },
      [`${address}/`, '-H', 'content-type: application/json', '--data-binary', '<BODY>'],
    ],
    [{ method: 'POST' }, ['-X', 'POST', `${address}/`]],
  ])('%o', (change, given) => {
    expect(argumentsOf(asCurl(detail(change), address))).toEqual(given);
  });

  it('is a comment when there was no request', () => {
    expect(argumentsOf(asCurl(detail({ method: '?' }), address))).toEqual([]);
  });

  it('quotes arbitrary input for the shell', () => {
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (path, value, body, isMasked) => {
        const [mask, unmasked] = isMasked ? ['at_‹abc123›', '<ACCESS_TOKEN>'] : ['', ''];
        const sent = detail({
          method: 'POST',
          path: `/${path}`,
          headers: { 'x-note': `n${value}${mask}${value}` },
          body: `a${body}=${mask}`,
        });
        const given = argumentsOf(asCurl(sent, address));
        expect(given.filter((one) => one !== '--globoff' && one !== '--path-as-is').slice(0, 3)).toEqual([
          `${address}/${path}`,
          '-H',
          `x-note: n${value}${unmasked}${value}`,
        ]);
        const pieces = given.filter((_one, index) => given[index - 1]?.startsWith('--data'));
        expect(pieces.join('&')).toBe(`a${body}=${unmasked}`);
      }),
      { numRuns: 100 },
    );
  });
});
