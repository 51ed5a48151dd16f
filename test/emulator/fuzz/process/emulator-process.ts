// The emulators of a fuzz run, in a separate process, so that crashes, leaks and hangs are isolated. The parent sends
// it commands over the channel of `fork`.

import { createEmulator } from '../../../../emulator/emulator.ts';
import type { Emulator } from '../../../../emulator/emulator.ts';
import { challenge, clientId, clientSecret, redirectUri } from '../../open-emulator.ts';
import type { Place, Secrets } from '../cases/fuzz-case.ts';
import { maxFileBytes } from '../cases/multipart-cases.ts';

export type ProcessOrders = {
  /** Replaces the emulators; returns their ports. */
  renew: { input: void; output: Record<Place, number> };
  /** Moves time past every limit and creates this many sets of new secrets for each emulator. */
  refill: { input: number; output: Record<Place, Secrets[]> };
  /** Secrets of the last refill and of the applications that the journals contain; there should be none. */
  leaks: { input: void; output: string[] };
  /** After a garbage collection. */
  memory: { input: void; output: { rssBytes: number; heapBytes: number } };
  /** Samples the memory often, until `peakMemory` is requested. */
  watchMemory: { input: void; output: void };
  /** The peak since `watchMemory`. */
  peakMemory: { input: void; output: { rssBytes: number } };
};

export type Order = keyof ProcessOrders;

const emulators = new Map<Place, Emulator>();
const lastSecrets = new Map<Place, string[]>();

async function renew(): Promise<Record<Place, number>> {
  for (const emulator of emulators.values()) await emulator[Symbol.asyncDispose]();
  const shared = { clock: 'virtual', maxFileBytes } as const;
  emulators.set('extended', await createEmulator({ ...shared, autoConsent: true, minGapMs: 0 }));
  emulators.set('strict', await createEmulator({ ...shared, mode: 'strict' }));
  emulators.set('steered', await createEmulator(shared));
  const ports: Partial<Record<Place, number>> = {};
  for (const [place, emulator] of emulators) ports[place] = Number(new URL((await emulator.start()).url).port);
  return ports as Record<Place, number>;
}

async function refill(count: number): Promise<Record<Place, Secrets[]>> {
  const all: Partial<Record<Place, Secrets[]>> = {};
  for (const [place, emulator] of emulators) {
    // Invalid control calls may have left this one in any state.
    if (place === 'steered') emulator.reset();
    await emulator.clock.advance(61_000);
    all[place] = [];
    for (let index = 0; index < count; index += 1) all[place].push(await secretsOf(emulator, place));
    lastSecrets.set(
      place,
      all[place].flatMap(({ accessToken, refreshToken, code }) => [accessToken, refreshToken, code]),
    );
  }
  return all as Record<Place, Secrets[]>;
}

async function secretsOf(emulator: Emulator, place: Place): Promise<Secrets> {
  const { access_token, refresh_token } = emulator.signIn();
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    code: place === 'extended' ? await codeOf(emulator) : 'ac_none'.padEnd(46, '0'),
    controlToken: emulator.controlToken ?? '',
  };
}

async function codeOf(emulator: Emulator): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid flights:write',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const { headers } = await emulator.inject(`/oauth/authorize?${query.toString()}`);
  return new URL(String(headers.location)).searchParams.get('code') ?? '';
}

let watching: NodeJS.Timeout | undefined;
let peakBytes = 0;

const orders: { [name in Order]: (input: never) => unknown } = {
  renew,
  refill,
  leaks() {
    const found: string[] = [];
    for (const [place, emulator] of emulators) {
      for (const { id } of emulator.journal.list({ limit: 1000 }).items) {
        const text = JSON.stringify(emulator.journal.read(id));
        const isLeak = [...(lastSecrets.get(place) ?? []), clientSecret].some((secret) => text.includes(secret));
        if (isLeak) found.push(text);
      }
    }
    return found;
  },
  memory() {
    for (let times = 0; times < 3; times += 1) globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    return { rssBytes: rss, heapBytes: heapUsed };
  },
  watchMemory() {
    clearInterval(watching);
    peakBytes = process.memoryUsage.rss();
    watching = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 10);
  },
  peakMemory() {
    clearInterval(watching);
    return { rssBytes: Math.max(peakBytes, process.memoryUsage.rss()) };
  },
};

process.on('message', (message) => {
  const { id, order, input } = message as { id: number; order: Order; input: never };
  void Promise.resolve()
    .then(() => orders[order](input))
    .then(
      (output) => process.send?.({ id, output }),
      (reason: unknown) => process.send?.({ id, reason: reason instanceof Error ? reason.stack : String(reason) }),
    );
});
// The parent has exited.
process.on('disconnect', () => process.exit(0));
