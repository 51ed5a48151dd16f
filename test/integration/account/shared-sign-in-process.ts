// A process with a sign-in in the system's keychain and a data folder of its own, for shared-sign-in.test.ts: signs in on
// request, then uses the sign-in at the beginning of each round, at the same moment as its peers.
import { once } from 'node:events';
import { createAccount } from '../../../main/core/account/account.ts';
import { createNetwork } from '../../../main/core/platform/network/http-network.ts';
import type { BrowserOpener } from '../../../main/core/platform/ports.ts';
import { systemClock as clock } from '../../../main/core/platform/system-clock.ts';
import { emulatorProfile } from '../../../main/core/service/profile.ts';
import { ok } from '../../../main/contract/failure.ts';
import { onlyAccountOf } from '../../core/account/only-account.ts';
import { createSecretStore } from '../../../main/node/secrets/secret-store.ts';

export type SharedStart = {
  readonly dataDir: string;
  readonly lockDir: string;
  readonly service: string;
  readonly address: string;
  readonly signsIn: boolean;
};
export type SharedRounds = { readonly rounds: number; readonly everyMs: number; readonly from: number };

const [start] = (await once(process, 'message')) as [SharedStart];
const log = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = await createSecretStore({ ...start, choiceOf: () => 'keychain', log });
const network = createNetwork({ clock, log });
const browser: BrowserOpener = {
  async open(address) {
    void fetch(address).then((page) => page.text());
    return ok(null);
  },
};
const profile = emulatorProfile('emulator', start.address);
const account = createAccount({
  profile,
  ports: { clock, secrets, log, browser },
  fetch: network.fetch,
  ...onlyAccountOf(profile, clock, log),
});
const begun = start.signsIn ? await account.signIn() : null;
if (begun?.ok === false) throw new Error(JSON.stringify(begun.failure));
if (!start.signsIn) await account.start();
process.send?.({ place: secrets.place, status: account.state().status });

const [{ rounds, everyMs, from }] = (await once(process, 'message')) as [SharedRounds];
for (let round = 0; round < rounds; round += 1) {
  await clock.sleep(from + round * everyMs - Date.now());
  await account.accessToken();
}
process.send?.({ status: account.state().status });
await account.stop();
process.exit();
