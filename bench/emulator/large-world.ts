// A world of 100,000 flights and 10,000 consents compared with an empty one. The pilot who lists has one page of
// flights in both.

import type { Bench } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { compareUnderLoad } from '../harness/under-load.ts';
import { listing, refreshing, uploading } from './callers.ts';
import type { Caller } from '../harness/http-load.ts';
import { makeImage } from './image.ts';
import type { EmulatorReady } from './servers/serve-emulator.ts';
import { accessTokensOf, shortMinutes, startEmulator } from './sides.ts';

const pageItems = 50;
const flights = 100_000;
const consents = 10_000;

type Kind = {
  name: string;
  unit: string;
  connections: number;
  /** Returns the requests of the connection with this index. */
  caller(ready: EmulatorReady, index: number): Caller;
};

export async function* largeWorld({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  const image = makeImage(1_500_000);
  const kinds: readonly Kind[] = [
    {
      name: 'token refresh',
      unit: 'requests per core second',
      connections: 20,
      caller: (ready, index) => refreshing({ ...ready, refreshToken: ready.signedIn[index]!.refresh_token }),
    },
    {
      name: 'upload of 1.5 MB',
      unit: 'uploads per core second',
      connections: 8,
      caller: (ready, index) => uploading(image, accessTokensOf(ready, index, 8)),
    },
    {
      name: `listing of ${pageItems} flights`,
      unit: 'requests per core second',
      connections: 20,
      caller: (ready, index) => listing([ready.signedIn[index]!.access_token], pageItems),
    },
  ];
  const options = { minGapMs: 0, ...shortMinutes };
  const large = { pilots: Math.round(consents * effort.worldShare), flights: Math.round(flights * effort.worldShare) };
  for (const { name, unit, connections, caller } of kinds) {
    await using subject = await startEmulator({ options, pageItems, pagedPilots: connections, ...large }, pinning);
    await using peer = await startEmulator(
      { options, pageItems, pagedPilots: connections, pilots: connections },
      pinning,
    );
    const sideOf = (side: string, server: typeof subject) => ({
      name: side,
      server,
      url: server.ready.url,
      callers: Array.from({ length: connections }, (_, index) => caller(server.ready, index)),
    });
    const { comparison, notes } = await compareUnderLoad(effort, {
      subject: sideOf('large world', subject),
      peer: sideOf('empty world', peer),
    });
    const size = `${figureText(large.flights)} flights and ${figureText(large.pilots)} consents`;
    yield compared(
      { what: `${name} with ${size}`, against: 'the same, empty', unit, target: { of: 'ratio', atLeast: 0.9 } },
      comparison,
      notes,
    );
  }
}
