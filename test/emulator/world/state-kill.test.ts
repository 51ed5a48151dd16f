// Everything that an emulator with a state file has acknowledged is still there after a kill at any time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { digestOf } from '../../../emulator/http/digest.ts';
import { createChance } from '../../support/chance.ts';
import { clientId, clientSecret, newFolder } from '../open-emulator.ts';
import { anyPng, uploadTo } from '../images.ts';

const rounds = 8;
const workers = 4;

async function startEmulator(stateFile: string) {
  const child = spawn(
    process.execPath,
    ['emulator/main.ts', '--state', stateFile, '--port', '0', '--min-gap', '0', '--json', '--quiet'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, controlToken } = JSON.parse(line) as { url: string; controlToken: string };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/_emulator${path}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return bodyOf(response);
  };
  return { url, control, kill };
}

async function bodyOf(response: Response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

type Running = Awaited<ReturnType<typeof startEmulator>>;

/** Acknowledged changes, over all rounds. */
type Promised = {
  pilots: string[];
  flights: number[];
  /** Refresh tokens, oldest first, of each sign-in: all but the last have been exchanged. */
  chains: string[][];
};

/** Signs in as a new pilot, and then refreshes and uploads in turn until there is no answer any more. */
async function work({ url, control }: Running, pilot: string, promised: Promised, answered: () => void) {
  await control('POST', '/pilots', { id: pilot, name: pilot });
  promised.pilots.push(pilot);
  answered();
  let tokens = await control('POST', '/sign-in', { pilot });
  const chain: string[] = [tokens.refresh_token];
  promised.chains.push(chain);
  answered();
  for (let turn = 0; ; turn += 1) {
    promised.flights.push((await bodyOf(await uploadTo(url, tokens.access_token, anyPng(turn)))).id);
    answered();
    const renewed = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: tokens.refresh_token,
      }),
    });
    tokens = await bodyOf(renewed);
    chain.push(tokens.refresh_token);
    answered();
  }
}

async function expectKept({ control }: Running, promised: Promised): Promise<void> {
  const world = await control('GET', '/state');
  const pilots = new Set(world.pilots.map(({ id }: { id: string }) => id));
  const flights = new Set(world.flights.map(({ id }: { id: number }) => id));
  const refreshTokens = new Map<string, { rotated: boolean }>(world.refreshTokens);
  expect(promised.pilots.filter((id) => !pilots.has(id))).toEqual([]);
  expect(promised.flights.filter((id) => !flights.has(id))).toEqual([]);
  for (const chain of promised.chains) {
    const rotated = chain.map((token) => refreshTokens.get(digestOf(token))?.rotated);
    // The last may have been exchanged by a request whose answer was lost.
    expect(rotated.slice(0, -1)).toEqual(rotated.slice(0, -1).map(() => true));
    expect(rotated.at(-1)).toBeTypeOf('boolean');
  }
}

it('every acknowledged change is in the file after a kill at any time', async () => {
  const folder = await newFolder();
  const chance = createChance('kill');
  const promised: Promised = { pilots: [], flights: [], chains: [] };
  for (let round = 0; round < rounds; round += 1) {
    const running = await startEmulator(`${folder}/world.json`);
    await expectKept(running, promised);
    // Killed exactly at some answer, while others are in progress.
    let left = chance.int(2, 41);
    const killed = new Promise<void>((resolve, reject) => {
      const answered = () => void ((left -= 1) === 0 && resolve(running.kill()));
      for (let worker = 0; worker < workers; worker += 1) {
        // A broken connection is a TypeError; anything else is an unexpected answer.
        work(running, `pilot-${round}-${worker}`, promised, answered).catch((cause: unknown) => {
          if (!(cause instanceof TypeError)) reject(cause);
        });
      }
    });
    await killed;
  }
  await expectKept(await startEmulator(`${folder}/world.json`), promised);
  expect(promised.flights.length).toBeGreaterThan(rounds);
});
