// The emulator with journal and control interface, filled with the pilots, consents and flights that the benchmark
// needs.

import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions, SignedIn } from '../../../emulator/emulator.ts';
import { given, isReady } from '../../harness/serving.ts';

export type EmulatorWanted = {
  options?: EmulatorOptions;
  /** Each with its own consent. */
  pilots: number;
  /** Flights for each of the first pilots, for one page of them. */
  pagedPilots?: number;
  pageItems?: number;
  /** Flights in total, spread over the pilots. */
  flights?: number;
};

export type EmulatorReady = {
  url: string;
  clientId: string;
  clientSecret: string;
  /** For the part that watches the control interface. */
  controlToken: string;
  /** Of the pilots, in their order. */
  signedIn: SignedIn[];
};

const { options, pilots, pagedPilots = 0, pageItems = 0, flights = 0 } = given() as EmulatorWanted;
const emulator = await createEmulator(options);
const { url } = await emulator.start();
const [client] = emulator.clients;
// Long enough ago that all checks are complete.
const createdAt = new Date(emulator.clock.now() - 24 * 3_600_000).toISOString();

const signedIn: SignedIn[] = [];
let made = 0;
for (let index = 0; index < pilots; index += 1) {
  const pilot = `pilot-${index}`;
  emulator.pilots.add({ id: pilot, name: `Pilot ${index}` });
  signedIn.push(emulator.signIn({ pilot }));
  const share = Math.ceil((flights - made) / (pilots - index));
  const count = index < pagedPilots ? pageItems : Math.max(0, share);
  if (count > 0) emulator.flights.add({ count, pilot, createdAt });
  made += count;
}

isReady({
  url,
  clientId: client!.client_id,
  clientSecret: client!.client_secret,
  controlToken: emulator.controlToken ?? '',
  signedIn,
} satisfies EmulatorReady);
