// The companion in a separate process, for a campaign that kills it: the real spool, database and vault, in scaled
// time, and a pilot who signs in again whenever nobody is signed in. Communicates with its parent by messages.
import { createCompanion } from '../../../main/core/app/companion.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { failed, ok } from '../../../main/contract/failure.ts';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { createFileVault } from '../../../main/node/secrets/vault/file-vault.ts';
import { createSecretLock } from '../../../main/node/secrets/secret-lock.ts';
import { createSecretRouter } from '../../../main/node/secrets/secret-router.ts';
import { createSettingsStore } from '../../../main/node/system/settings-store.ts';
import { createScaledClock, type ScaledTime } from '../scaled-clock.ts';
import { noEmbeddedService } from '../../support/no-embedded-service.ts';

/** Passed as the only argument. */
export type PilotStart = ScaledTime & {
  readonly dataDir: string;
  readonly address: string;
  /** The parent signs in. */
  readonly isPassive?: boolean;
};
export type PilotQuestion =
  | { readonly id: number; readonly ask: string; readonly input: unknown }
  | { readonly id: number; readonly take: readonly { readonly path: string; readonly name: string }[] };
export type PilotMessage =
  | { readonly type: 'open' }
  | { readonly type: 'answer'; readonly id: number; readonly result: unknown }
  /** A report is being uploaded; `sentBytes` of it have been sent. */
  | { readonly type: 'sending'; readonly sentBytes: number }
  /** An unexpected error was logged. */
  | { readonly type: 'mishap'; readonly message: string };

/** How long the pilot takes to notice that nobody is signed in. */
const seesAfterMs = 3_000;

const start = JSON.parse(process.argv[2]!) as PilotStart;
const clock = createScaledClock(start);
const say = (message: PilotMessage) => void process.send?.(message);
const log: Logger = {
  debug() {},
  info() {},
  warn() {},
  error: (message, fields) => say({ type: 'mishap', message: `${message} ${JSON.stringify(fields ?? {})}` }),
};

const opened = await createCompanion({
  ports: {
    clock,
    log,
    secrets: createSecretRouter({
      keychain: null,
      vault: createFileVault({ dataDir: start.dataDir, clock, log }),
      log,
      lock: createSecretLock({ dataDir: start.dataDir, lockDir: start.dataDir, service: 'test', clock, log }),
      choiceOf: () => 'open-vault',
    }),
    settings: createSettingsStore(start.dataDir, clock),
    // The emulator approves automatically and redirects to the companion's own listener.
    browser: {
      open: async (address) => {
        try {
          await (await fetch(address)).text();
          return ok(null);
        } catch {
          void companion.handle('account.cancelSignIn', {});
          return failed(failures.noBrowser());
        }
      },
    },
    system: { onResume: () => () => {}, onNetworkHint: () => () => {} },
    desktop: {},
    embeddedService: noEmbeddedService,
  },
  dataDir: start.dataDir,
  host: { kind: 'browser', version: '0.0.0-campaign' },
  profile: { kind: 'emulator', address: start.address },
});
if (!opened.ok) throw new Error(opened.failure.message.id);
const companion = opened.value;

companion.subscribe((event) => {
  if (event.type === 'upload.progressed') say({ type: 'sending', sentBytes: event.sentBytes });
  if (event.type === 'strips.changed' && event.strips.some((strip) => strip.stage === 'uploading')) {
    say({ type: 'sending', sentBytes: 0 });
  }
});

async function lookWhoIsSignedIn() {
  const state = (await companion.handle('app.state', {})) as { ok: true; value: { account: { status: string } } };
  const { status } = state.value.account;
  if (status === 'none' || status === 'signed-out') {
    await companion.handle('account.signIn', {});
  }
  clock.schedule(seesAfterMs, () => void lookWhoIsSignedIn());
}

async function answer(question: PilotQuestion) {
  const result =
    'take' in question
      ? await companion.addFiles(question.take, { kind: 'command-line' })
      : await companion.handle(question.ask, question.input);
  say({ type: 'answer', id: question.id, result });
}

process.on('message', (question) => void answer(question as PilotQuestion));
process.on('disconnect', () => process.exit());
if (!start.isPassive) void lookWhoIsSignedIn();
say({ type: 'open' });
