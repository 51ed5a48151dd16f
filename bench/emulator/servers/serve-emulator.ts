// The emulator with journal and control interface, with the pilots and consents that the benchmark needs.

import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions, SignedIn } from '../../../emulator/emulator.ts';
import { given, isReady } from '../../harness/serving.ts';

export type EmulatorWanted = {
  options?: EmulatorOptions;
  /** Each with its own consent. */
  pilots: number;
};

export type EmulatorReady = {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Of the pilots, in their order. */
  signedIn: SignedIn[];
};

const { options, pilots } = given() as EmulatorWanted;
const emulator = await createEmulator(options);
const { url } = await emulator.start({ holdsProcess: true });
const [client] = emulator.clients;

const signedIn: SignedIn[] = [];
for (let index = 0; index < pilots; index += 1) {
  const pilot = `pilot-${index}`;
  emulator.pilots.add({ id: pilot, name: `Pilot ${index}` });
  signedIn.push(emulator.signIn({ pilot }));
}

isReady({
  url,
  clientId: client!.client_id,
  clientSecret: client!.client_secret,
  signedIn,
} satisfies EmulatorReady);
