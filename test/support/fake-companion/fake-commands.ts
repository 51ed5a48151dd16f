// The fake companion's handler of each command of the contract.
import type { CommandInput, CommandName } from '../../../main/contract/commands.ts';
import { type Check, diagnosticsFormat, type Diagnostics } from '../../../main/contract/diagnostics.ts';
import type { FileDecisionLine, ExplainInput, Explanation } from '../../../main/contract/explanation.ts';
import type { SuggestedFolder } from '../../../main/contract/folder-rules.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { failed, type Failure, ok, type Result } from '../../../main/contract/failure.ts';
import type { LogbookRow } from '../../../main/contract/logbook.ts';
import type { SecretChoice } from '../../../main/contract/secrets.ts';
import { type Preset, serviceInUse, type SettingsChange } from '../../../main/contract/settings.ts';
import { serviceOfPreset } from '../../../main/core/settings/presets.ts';
import type { AppState } from '../../../main/contract/state.ts';
import type { Bay, HistoryEntry, Strip } from '../../../main/contract/strip.ts';
import { type KnownSettings, withChange } from '../../../renderer/store/settings.ts';
import { fakeFolders } from './fake-folders.ts';
import { fakeLogbook } from './fake-logbook.ts';
import { makeStrip } from './fake-strips.ts';
import { message, type Message, type Name } from '../../../main/messages/message.ts';

type FakeWorld = {
  readonly now: () => number;
  readonly counted: () => AppState;
  readonly change: (edit: (state: AppState) => AppState) => void;
  readonly strips: ReadonlyMap<string, Strip>;
  readonly histories: ReadonlyMap<string, readonly HistoryEntry[]>;
  readonly explanations: readonly Explanation[];
  readonly decided: readonly FileDecisionLine[];
  readonly suggested: readonly SuggestedFolder[];
  readonly unreachable: readonly string[];
  readonly checks: readonly Check[];
  readonly flights: readonly LogbookRow[];
  readonly inBay: (bay: Bay) => Strip[];
  readonly move: (id: string, to: Partial<Strip>, happened: Message) => void;
  readonly put: (strip: Strip) => void;
  readonly remove: (id: string) => void;
  /** Undoes a removal or a rejection. */
  readonly restore: (id: string) => void;
  readonly resend: (id: string) => void;
  readonly settings: () => KnownSettings;
  readonly setSettings: (settings: KnownSettings) => void;
};

type FakeCommands = { readonly [N in CommandName]: (input: never) => Result<unknown> };

/** The passphrase of the fake vault. */
export const fakePassphrase = 'cold runway at dawn';
const isPassphrase = (text: string | null) => text === fakePassphrase;
const wrongPassphrase: Failure = { kind: 'wrong-input', message: message('failure.vaultPassphraseWrong') };

const nothingAnswers = (address: string): Failure => ({
  kind: 'service-unreachable',
  message: message('failure.nothingAnswers', { address }),
  requiredAction: 'sign-in',
});
export const notFound = (): Failure => ({
  kind: 'not-found',
  message: message('failure.notFound', { what: 'report' }),
});

export function fakeCommands(world: FakeWorld): FakeCommands {
  const { change, move } = world;
  const withStrip = (id: string, then: (strip: Strip) => void): Result<null> => {
    const strip = world.strips.get(id);
    if (!strip) return failed(notFound());
    then(strip);
    return ok(null);
  };
  const resend = ({ id }: { id: string }) => withStrip(id, () => world.resend(id));
  const did = (action: () => void): Result<null> => {
    action();
    return ok(null);
  };
  const serviceNamed = (profile: string | null) => serviceInUse({ ...world.settings(), profile });
  const signedIn = (name: Name): AppState['account'] => ({
    status: 'signed-in',
    name,
    since: world.now(),
    scopes: ['openid', 'profile', 'flights:read', 'flights:write'],
    mayUpload: true,
    missing: [],
    concern: null,
  });

  const unlock = ({ passphrase }: { passphrase: string }) =>
    isPassphrase(passphrase)
      ? did(() =>
          change((s) => ({
            ...s,
            secretsConcern: null,
            secretStorage: { ...s.secretStorage, vault: 'unlocked' },
            account: signedIn('Anna Aviator'),
          })),
        )
      : failed(wrongPassphrase);

  return {
    'app.state': () => ok(world.counted()),
    'profile.choose'({ profile, ifReachable = false }: { profile: string; ifReachable?: boolean }) {
      const { address } = serviceNamed(profile);
      if (ifReachable && world.unreachable.includes(address)) return failed(nothingAnswers(address));
      return did(() =>
        change((s) => ({
          ...s,
          begun: true,
          setup: s.setup === 'none' && profile !== 'demo' ? 'folders' : s.setup,
          service: {
            ...s.service,
            profile,
            kind: profile === 'demo' ? 'demo' : 'service',
            choice: profile,
            name: profile === 'demo' ? 'Demo service' : serviceNamed(profile).name,
            isTestService: profile === 'demo',
            hasConsole: profile === 'demo',
          },
          account: profile === 'demo' ? signedIn('Demo Pilot') : { status: 'none' },
        })),
      );
    },
    'service.openConsole': () =>
      world.counted().service.hasConsole
        ? ok({ address: null })
        : failed({ kind: 'not-supported-here', message: message('failure.noConsole') }),
    'service.addSampleFlights': () => ok(null),
    'service.addSampleReport': () => ok(null),
    'account.signIn': () =>
      did(() =>
        change((s) => ({
          ...s,
          account: { status: 'signing-in' },
          signIn: {
            step: 'waiting-for-browser',
            address: `${serviceNamed(world.counted().service.choice).address || 'https://service.example'}/oauth/authorize?client_id=abc`,
            endsOn: 'http://127.0.0.1:4321/callback/service',
            until: s.now + 600_000,
            concern: null,
          },
        })),
      ),
    'account.cancelSignIn': () =>
      did(() => change((s) => ({ ...s, account: { status: 'signed-out', name: null, reason: null }, signIn: null }))),
    'account.pasteRedirect': ({ address }: { address: string }) =>
      address.includes('code=')
        ? did(() => change((s) => ({ ...s, account: signedIn('Anna Aviator'), signIn: null })))
        : failed({ kind: 'wrong-input', message: message('failure.pastedAddressWrong') }),
    'account.signOut': () =>
      did(() => change((s) => ({ ...s, account: { status: 'signed-out', name: 'Demo Pilot', reason: null } }))),
    'accounts.use': ({ id }: { id: number }) =>
      did(() =>
        change((s) => ({
          ...s,
          account: signedIn(s.accounts.find((one) => one.id === id)?.name ?? 'Nobody'),
          showsEveryone: false,
          accounts: s.accounts.map((one) => ({ ...one, isInUse: one.id === id })),
        })),
      ),
    'accounts.showEveryone': () => did(() => change((s) => ({ ...s, showsEveryone: true }))),
    'account.setApplicationSecret': ({ service = 'service', secret }: { service?: string; secret: string | null }) =>
      did(() => {
        const others = world.settings().withSecret.filter((id) => id !== service);
        world.setSettings({ ...world.settings(), withSecret: secret === null ? others : [...others, service] });
      }),
    'account.signOutAll': () =>
      did(() => change((s) => ({ ...s, account: { status: 'signed-out', name: null, reason: null } }))),
    'secrets.choose': ({ choice, passphrase }: { choice: SecretChoice; passphrase: string | null }) => {
      const { secretStorage } = world.counted();
      const goesThroughVault = choice === 'file-vault' || secretStorage.choice === 'file-vault';
      if (goesThroughVault && secretStorage.vault !== 'unlocked' && !isPassphrase(passphrase))
        return failed(wrongPassphrase);
      const place = choice !== 'keychain' ? choice : secretStorage.hasKeychain ? 'keychain' : 'memory';
      return did(() =>
        change((s) => ({
          ...s,
          secretsIn: place,
          secretsConcern: null,
          secretStorage: { ...s.secretStorage, choice, vault: choice === 'file-vault' ? 'unlocked' : 'none' },
        })),
      );
    },
    'secrets.unlock': unlock,
    'secrets.changePassphrase': () => ok(null),
    'secrets.check': () => ok({ items: [], unseen: [] }),
    'secrets.removeOrphans': () => ok({ count: 0 }),
    'uploads.pause': () => did(() => change((s) => ({ ...s, queue: { ...s.queue, paused: true } }))),
    'uploads.resume': () => did(() => change((s) => ({ ...s, queue: { ...s.queue, paused: false } }))),
    'strips.page': ({ bay, after, limit }: { bay: Bay; after: string | null; limit: number }) => {
      const sorted = world.inBay(bay).sort((a, b) => (bay === 'queue' ? a.order - b.order : b.order - a.order));
      const from = after === null ? 0 : sorted.findIndex((strip) => strip.id === after) + 1;
      const page = sorted.slice(from, from + limit);
      const next = from + limit < sorted.length ? page.at(-1)!.id : null;
      return ok({ strips: page, next });
    },
    'strips.detail': ({ id }: { id: string }) => {
      const strip = world.strips.get(id);
      const row = world.flights.find((flight) => flight.id === strip?.flight?.id) ?? null;
      return strip ? ok({ strip, history: [...(world.histories.get(id) ?? [])], row }) : failed(notFound());
    },
    'strips.approve': resend,
    'strips.reject': ({ id }: { id: string }) =>
      withStrip(id, () => move(id, makeStrip('not-uploaded', {}), message('history.declined'))),
    'approvals.answerAll': ({ answer }: { answer: 'approve' | 'reject' }) => {
      const asked = world.inBay('needs-attention').filter((strip) => strip.stage === 'approval');
      for (const { id } of asked) {
        if (answer === 'approve') world.resend(id);
        else move(id, makeStrip('not-uploaded', {}), message('history.declined'));
      }
      return ok({ count: asked.length, ids: asked.map(({ id }) => id) });
    },
    'strips.retry': resend,
    'strips.uploadAgain': resend,
    'strips.uploadAsMe': resend,
    'strips.restore': ({ id }: { id: string }) => did(() => world.restore(id)),
    'strips.remove': ({ id }: { id: string }) => withStrip(id, () => world.remove(id)),
    'strips.markReceived': ({ id }: { id: string }) =>
      withStrip(id, () => move(id, makeStrip('received', { flightId: 4_900 }), message('shared.confirmedByPilot'))),
    'strips.setOwnEntry': ({ id, entry }: CommandInput<'strips.setOwnEntry'>) =>
      withStrip(id, (strip) => world.put({ ...strip, own: entry })),
    'layouts.teach': ({ id }: { id: string }) => withStrip(id, () => {}),
    'layouts.forget': () => ok(null),
    'strips.confirmFlight': ({ id }: { id: string }) =>
      withStrip(id, ({ flight }) =>
        move(
          id,
          { stage: 'automatic-check', isAgreed: true, actions: [] },
          message('history.confirmedByPilot', { flight: flight?.id ?? 0 }),
        ),
      ),
    'strips.releaseFlight': ({ id }: { id: string }) =>
      withStrip(id, ({ flight }) => {
        const reason = failures.inferredWrongly(flight?.id ?? 0);
        move(
          id,
          { ...makeStrip('unconfirmed', {}), reason },
          message('history.releasedByPilot', { flight: flight?.id ?? 0 }),
        );
      }),
    'strips.showFile': ({ id }: { id: string }) => withStrip(id, () => {}),
    'strips.openPage': ({ id }: { id: string }) => withStrip(id, () => {}),
    'flights.refresh': () => ok(null),
    ...fakeLogbook(world.flights, () => world.counted().logbook),
    ...fakeFolders(world.change, world.suggested),
    'settings.read': () => ok(world.settings()),
    'presets.use': (preset: Preset) => {
      const { services } = world.settings();
      const service = services.find((one) => one.address === preset.address) ?? serviceOfPreset(preset, services);
      world.setSettings({
        ...world.settings(),
        services: [...services.filter(({ id }) => id !== service.id), service],
      });
      return ok(service.id);
    },
    'services.remove': ({ id }: { id: string }) =>
      did(() => {
        const settings = world.settings();
        world.setSettings({ ...settings, services: settings.services.filter((service) => service.id !== id) });
      }),
    'settings.change': ({
      sameService: _sameService,
      ...wanted
    }: SettingsChange & { sameService?: boolean | undefined }) =>
      did(() => {
        const settings = withChange(world.settings(), wanted);
        world.setSettings(settings);
        change((s) => ({ ...s, language: settings.language, times: settings.times, setup: wanted.setup ?? s.setup }));
      }),
    'files.explain': (input: ExplainInput) => {
      const found = world.explanations.find(
        (one) =>
          (input.path !== undefined && one.path === input.path) ||
          (input.stripId !== undefined && one.stripId === input.stripId) ||
          (input.sha256 !== undefined && one.name === input.name),
      );
      return found ? ok(found) : failed(notFound());
    },
    'files.decisions': ({ text = '', state }: { text?: string | undefined; state?: string | undefined }) => {
      const files = world.decided.filter(
        (one) => one.path.includes(text) && (state === undefined || one.state === state),
      );
      return ok({ files, next: null, total: files.length });
    },
    'launch.read': () => ok({ launch: 'off' as const }),
    'launch.set': () => ok(null),
    ...fakeUpdates(change),
    'shortcut.read': () => {
      const { captureShortcut } = world.settings();
      return ok({ shortcut: captureShortcut === '' ? 'off' : captureShortcut.endsWith('9') ? 'refused' : 'on' });
    },
    'checks.run': () => ok(world.checks),
    'diagnostics.make': () => ok(sampleDiagnostics),
  };
}

/** The commands about updates, on the state of a test. */
function fakeUpdates(change: (edit: (state: AppState) => AppState) => void) {
  const withUpdates = (edit: (updates: NonNullable<AppState['updates']>) => AppState['updates']) => {
    change((state) => (state.updates ? { ...state, updates: edit(state.updates) } : state));
    return ok(null);
  };
  return {
    'updates.check': () =>
      withUpdates((updates) => ({ ...updates, progress: { step: 'ready' as const, version: '1.1.0' } })),
    'updates.restart': () =>
      withUpdates((updates) => ({ ...updates, progress: { step: 'restarting' as const, version: '1.1.0' } })),
    'updates.notesRead': () => withUpdates((updates) => ({ ...updates, news: null })),
  };
}

/** The diagnostics of a companion that was never used. */
const sampleDiagnostics: Diagnostics = {
  format: diagnosticsFormat,
  version: 1,
  madeAt: '2026-05-12T12:00:00.000Z',
  versions: { companion: '0.0.0-test' },
  machine: {},
  settings: {},
  profile: null,
  state: {},
  decisions: { files: [], isCut: false },
  calls: { entries: [], isCut: false },
  log: [],
};
