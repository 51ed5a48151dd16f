// The servers of this benchmark and their callers. Each server is a separate process, from a file in this folder.

import type { Pinning } from '../harness/pinning.ts';
import { startServer } from '../harness/server-process.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Side } from '../harness/under-load.ts';
import { refreshing } from './callers.ts';
import type { EmulatorReady, EmulatorWanted } from './servers/serve-emulator.ts';

/**
 * The service limits each pair of pilot and application to 60 requests a minute, and no option lifts that. Where more
 * is needed, the service's clock runs so fast that its minute is over in 6 ms; checks fall due within the run.
 */
export const shortMinutes = { clockScale: 10_000, accessLifetimeMs: 3_000_000_000_000 };

export const serverFile = (name: string): URL => new URL(`servers/serve-${name}.ts`, import.meta.url);

/** The Node flags of `npm run emulator`; a test compares the two. */
export const emulatorFlags = ['--max-semi-space-size=2'];

export const startEmulator = (wanted: EmulatorWanted, pinning: Pinning): Promise<ServerProcess<EmulatorReady>> =>
  startServer<EmulatorReady>(serverFile('emulator'), wanted, pinning, emulatorFlags);

/** The first pilots, each on its own connection with its own refresh token. */
export const refreshingSide = (server: ServerProcess<EmulatorReady>, connections: number): Side => ({
  name: 'emulator',
  server,
  url: server.ready.url,
  callers: server.ready.signedIn
    .slice(0, connections)
    .map(({ refresh_token: refreshToken }) => refreshing({ ...server.ready, refreshToken })),
});

/** The access tokens of a connection's share of the pilots. */
export const accessTokensOf = ({ signedIn }: EmulatorReady, connection: number, connections: number): string[] =>
  signedIn.flatMap(({ access_token: token }, index) => (index % connections === connection ? [token] : []));
