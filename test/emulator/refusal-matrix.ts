// The cells of the matrix of refusals: clients, kinds of connection, sizes and statuses.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Emulator } from '../../emulator/emulator.ts';
import { anyPng, upload } from './images.ts';
import { openEmulator } from './open-emulator.ts';
import { curl, python, withNode, withUndici } from './refusals/clients.ts';
import type { Cell, Client, Connection } from './refusals/clients.ts';

const all: readonly Connection[] = ['keep-alive', 'close', 'HTTP/1.0'];
const ofNode: readonly Connection[] = ['keep-alive', 'close'];

type ClientRow = readonly [name: string, program: string | null, Client, readonly Connection[]];

export const clients: readonly ClientRow[] = [
  ['urllib', 'python3', python, ['close']],
  ['requests', 'python3', python, ofNode],
  ['curl', 'curl', curl(''), all],
  ['curl with Expect', 'curl', curl(' 100-continue'), all],
  ['undici', null, withUndici, ofNode],
  ['node:http', null, withNode, ofNode],
];

const missing = ['python3', 'curl'].filter((program) => spawnSync(program, ['--version']).status !== 0);

const sizes = [10, 1_000_000, 4_000_000, 12_000_000];

/** @param addressOf what leads to the emulator at a URL */
export function itGetsEveryStatus(addressOf: (url: string) => Promise<string>, these: readonly ClientRow[]): void {
  it.for(these)('every status arrives at %s', async ([client, program, send, connections], { skip }) => {
    skip(program !== null && missing.includes(program), `there is no ${program}`);
    const { emulator, tokens } = await openRefusing();
    const { url } = await emulator.start();
    const address = `${await addressOf(url)}/api/v1/flights`;
    const cells = connections.flatMap((connection) =>
      sizes.flatMap((size) =>
        Object.entries(tokens).map(([status, token]) => ({
          status: Number(status),
          cell: { client, connection, url: address, token, size } satisfies Cell,
        })),
      ),
    );
    const got = await send(cells.map(({ cell }) => cell));
    skip(got[0] === 'missing', `there is no ${client}`);
    const lost = cells.flatMap(({ status, cell: { connection, size } }, index) =>
      got[index] === status ? [] : [`${connection}, ${size} bytes: ${String(got[index])} instead of ${status}`],
    );
    expect(lost).toEqual([]);
    expect(got).toHaveLength(connections.length * 16);
  });
}

/** An emulator, and for each status a token that gets it. */
export async function openRefusing(): Promise<{ emulator: Emulator; tokens: Record<number, string | null> }> {
  const emulator = await openEmulator();
  const tooFast = emulator.signIn({ pilot: 'demo' }).access_token;
  await upload(emulator, tooFast, anyPng());
  emulator.settings.change({ maxFileBytes: 5 });
  const narrow = emulator.signIn({ pilot: 'demo', scopes: ['flights:read'] }).access_token;
  const tooLarge = emulator.signIn({ pilot: 'second' }).access_token;
  return { emulator, tokens: { 401: null, 403: narrow, 413: tooLarge, 429: tooFast } };
}
