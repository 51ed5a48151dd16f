// A companion's accounts in a separate process, for the campaign of lost answers and kills: the real session, vault,
// network and lock, in scaled time, with a wall clock that is wrong and changes while it runs. Uses each sign-in from
// time to time as the app does, and dies where instructed. Communicates with its parent by messages.
import { once } from 'node:events';
import { createAccount, type Account } from '../../../main/core/account/account.ts';
import { createNetwork } from '../../../main/core/platform/network/http-network.ts';
import type { BrowserOpener, Clock, Logger, SecretStore } from '../../../main/core/platform/ports.ts';
import { emulatorProfile, tokensName } from '../../../main/core/service/profile.ts';
import { ok, failed } from '../../../main/contract/failure.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createChance } from '../../support/chance.ts';
import { createScaledClock, type ScaledTime } from '../scaled-clock.ts';
import { fingerprintOf, type Death } from './death.ts';
import { openCampaignVault } from './vault.ts';

/** The first message: until it arrives, a process waits with everything loaded. */
export type PilotStart = ScaledTime & {
  readonly dataDir: string;
  readonly address: string;
  readonly seed: string;
  /** How many sign-ins it handles. */
  readonly consents: number;
  readonly death: Death | null;
};
export type PilotQuestion = { readonly signIn: number } | { readonly use: number } | { readonly stop: true };
export type PilotMessage =
  | { readonly type: 'open' }
  /** A refresh is about to be sent: the unknown outcome is on disk. */
  | { readonly type: 'sending'; readonly consent: number }
  /** This refresh token is now on disk. */
  | { readonly type: 'on-disk'; readonly consent: number; readonly fingerprint: string }
  | { readonly type: 'signed-in'; readonly consent: number; readonly isIn: boolean }
  | {
      readonly type: 'used';
      readonly consent: number;
      readonly outcome: 'good' | 'lost' | 'later';
      readonly message: string;
    }
  /** The service answered 401 to a token that was returned as valid. */
  | { readonly type: 'rejected'; readonly consent: number }
  /** An unexpected error was logged. */
  | { readonly type: 'mishap'; readonly message: string };

process.on('disconnect', () => process.exit());
const [start] = (await once(process, 'message')) as [PilotStart];
const chance = createChance(`pilot ${start.seed}`);
const say = (message: PilotMessage) => void process.send?.(message);
const die = () => process.kill(process.pid, 'SIGKILL');

const scaled = createScaledClock(start);
const hourMs = 3_600_000;
const drawWrongMs = () => (chance.is(0.5) ? 0 : chance.pick([-8_760, -1, -0.05, 0.1, 1, 24]) * hourMs);
let wallAheadMs = drawWrongMs();
const clock: Clock = { ...scaled, now: () => scaled.now() + wallAheadMs };
const log: Logger = {
  debug() {},
  info() {},
  warn() {},
  error: (message, fields) => say({ type: 'mishap', message: `${message} ${JSON.stringify(fields ?? {})}` }),
};

const vault = openCampaignVault(start.dataDir, log);
const names = Array.from({ length: start.consents }, (_, consent) => tokensName(`consent-${consent}`));
let refreshes = 0;
const isLast = (where: Death['where']) => start.death?.where === where && refreshes >= start.death.atRefresh;

type Kept = { readonly refreshToken: string; readonly refreshesUnconfirmed: number };
const secrets: SecretStore = {
  ...vault,
  async set(name, value) {
    const consent = names.indexOf(name);
    const before = await vault.get(name);
    const kept = before.ok && before.value !== null ? (JSON.parse(before.value) as Kept) : null;
    const next = JSON.parse(value) as Kept;
    const isNew = next.refreshToken !== kept?.refreshToken;
    const isSending = !isNew && next.refreshesUnconfirmed > kept.refreshesUnconfirmed;
    const isRenewed = isNew && kept !== null;
    if (isSending) refreshes += 1;
    if (isRenewed && isLast('before-disk')) die();
    if (isRenewed && isLast('while-writing')) setTimeout(die, chance.int(0, 4));
    const written = await vault.set(name, value);
    if (isNew && written.ok) say({ type: 'on-disk', consent, fingerprint: fingerprintOf(next.refreshToken) });
    if (isSending) say({ type: 'sending', consent });
    if ((isSending && isLast('before-send')) || (isRenewed && isLast('after-disk'))) die();
    return written;
  },
};

const network = createNetwork({ clock, log });
const accounts = names.map((_, consent): Account => {
  const profile = { ...emulatorProfile('emulator', start.address), key: `consent-${consent}` };
  // The emulator approves automatically and redirects to the account's own listener.
  const browser: BrowserOpener = {
    async open(address) {
      void fetch(address).then(
        (page) => page.text(),
        () => accounts[consent]!.cancelSignIn(),
      );
      return address ? ok(null) : failed(failures.noBrowser());
    },
  };
  return createAccount({ profile, ports: { clock, secrets, log, browser }, fetch: network.fetch });
});

async function askService(token: string): Promise<number> {
  try {
    const answer = await network.fetch(`${start.address}/oauth/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Like request-scheduler.ts: one refresh after a 401, one replay, never two. */
async function use(consent: number) {
  const account = accounts[consent]!;
  let token = await account.accessToken();
  if (token.ok && (await askService(token.value.value)) === 401) {
    say({ type: 'rejected', consent });
    token = await account.rejected(token.value.value);
    if (token.ok && (await askService(token.value.value)) === 200) account.accepted(token.value.value);
  }
  const isLost = !token.ok && token.failure.kind === 'sign-in-needed';
  const outcome = token.ok ? 'good' : isLost ? 'lost' : 'later';
  say({
    type: 'used',
    consent,
    outcome,
    message: token.ok ? '' : `${token.failure.message.id} ${token.failure.code ?? ''}`,
  });
}

async function keepUsing(consent: number) {
  for (;;) {
    await clock.sleep(chance.int(60_000, 420_000));
    await use(consent);
  }
}

async function answer(question: PilotQuestion) {
  if ('use' in question) return use(question.use);
  if ('signIn' in question) {
    const result = await accounts[question.signIn]!.signIn();
    return say({ type: 'signed-in', consent: question.signIn, isIn: result.ok });
  }
  await Promise.all(accounts.map((account) => account.stop()));
  process.exit();
}

process.on('message', (question) => void answer(question as PilotQuestion));
for (const [consent, account] of accounts.entries()) {
  await account.start();
  void keepUsing(consent);
}
if (start.death?.where === 'any-time') setTimeout(die, chance.int(1_000, 30_000));
// The clock is set, by a person or NTP.
setInterval(() => (wallAheadMs = drawWrongMs()), 2_000);
say({ type: 'open' });
