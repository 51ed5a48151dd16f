// The settings, section by section.
import { Button } from '../elements/button.tsx';
import { type Choice, Choices, Field } from '../elements/form-fields.tsx';
import { download } from '../copy-and-save.ts';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { type Check, diagnosticsName } from '../../main/contract/diagnostics.ts';
import { type Failure, needsSignIn } from '../../main/contract/failure.ts';
import { readingTimes } from '../../main/contract/settings.ts';
import type { SecretChoice } from '../../main/contract/secrets.ts';
import type { AppState } from '../../main/contract/state.ts';
import { AccountSection } from '../account/account-section.tsx';
import { VaultForm } from '../account/vault.tsx';
import { openSection } from '../commands/settings-sections.ts';
import { useCommands } from '../commands/use-commands.ts';
import { FailureMessage, FailureNote } from '../elements/failure-message.tsx';
import { Icon } from '../elements/icon.tsx';
import { Later } from '../elements/later.ts';
import { openView } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/settings.ts';
import { choice, t, text } from '../text.ts';
import { BackgroundSection } from './background-section.tsx';
import { LookSection } from './look-section.tsx';
import { ServiceSection } from './service-section.tsx';
import { UpdatesSection } from './updates.tsx';

const mega = 1024 * 1024;
const maxMegabytes = 1024;

export function SettingsView({ app }: { readonly app: AppState }) {
  const settings = useWindow((state) => state.settings);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{t('window.settings.title')}</h1>
      {settings === null ? (
        <p className="dim">{t('window.common.reading')}</p>
      ) : (
        <Sections app={app} settings={settings} />
      )}
    </main>
  );
}

type SettingsViewProps = { readonly app: AppState; readonly settings: KnownSettings };

function Sections({ app, settings }: SettingsViewProps) {
  const store = useStore();
  const { changeSettings } = store;
  const { canRead } = app.service;
  const known = canRead === null ? 'unknown' : canRead ? 'yes' : 'no';
  return (
    <>
      <section className="card section" aria-labelledby="settings-account">
        <h2 id="settings-account">{t('window.account.title')}</h2>
        <AccountSection app={app} />
      </section>
      <ServiceSection app={app} settings={settings} />
      <section className="card section labelled" aria-labelledby="settings-reports">
        <h2 id="settings-reports">{t('window.settings.reports')}</h2>
        <SizeLimit key={settings.maxFileBytes} maxFileBytes={settings.maxFileBytes} />
        <Choices
          isRow
          question={t('window.settings.readsRoutes')}
          hint={t('window.settings.readsRoutesHint')}
          value={settings.readsRoutes}
          choices={readingTimes.map((when) => ({
            value: when,
            label: t('window.settings.readsRoutesWhen', { when: when === 'always' ? null : when }),
          }))}
          onChange={(readsRoutes) => void changeSettings({ readsRoutes })}
        />
        {app.service.layouts > 0 && (
          <div className="row">
            <span />
            <Button onClick={() => store.send('layouts.forget', {})}>
              {t('window.settings.forgetLayouts', { n: app.service.layouts })}
            </Button>
          </div>
        )}
      </section>
      <LookSection settings={settings} />
      <Later>
        {app.host.kind === 'desktop' && (
          <BackgroundSection settings={settings} withoutTray={app.host.withoutTray === true} />
        )}
        {app.updates && <UpdatesSection updates={app.updates} settings={settings} version={app.host.version} />}
        <KeepingSection app={app} />
        <ChecksSection />
        <DiagnosticsSection />
        <section className="card section" aria-labelledby="settings-about">
          <h2 id="settings-about">{t('window.settings.about')}</h2>
          <p>{t('window.settings.version', { version: app.host.version })}</p>
          <p className="dim small">{t('window.settings.host', { host: app.host.kind })}</p>
          {app.host.withoutSandbox && <p className="concern-text">{t('background.withoutSandbox')}</p>}
          <p className="dim small">{t('window.settings.reading', { canRead: known })}</p>
          <ThirdPartyLicences />
        </section>
      </Later>
    </>
  );
}

function SizeLimit({ maxFileBytes }: { readonly maxFileBytes: number }) {
  const store = useStore();
  const [typed, setTyped] = useState(String(Math.round((maxFileBytes / mega) * 10) / 10));
  const [error, setError] = useState<string | undefined>();

  /** Saves when the field loses the focus. */
  async function save() {
    const megabytes = Number(typed.replace(',', '.'));
    const isGood = megabytes >= 1 && megabytes <= maxMegabytes;
    setError(isGood ? undefined : t('window.settings.invalidSize', { min: 1, max: maxMegabytes }));
    const wanted = Math.round(megabytes * mega);
    if (isGood && wanted !== maxFileBytes && (await store.changeSettings({ maxFileBytes: wanted })))
      store.offerUndo(t('window.common.saved'), () => store.changeSettings({ maxFileBytes }));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={t('window.settings.maxFileSize')}
        hint={t('window.settings.maxFileSizeHint')}
        error={error}
        unit={t('window.settings.megabytes')}
        inputMode="decimal"
        className="short time"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}

const LicencesDialog = lazy(() => import('./licences-dialog.tsx'));

/** In the section About: the app's own licence, and a button for the third-party licences. */
function ThirdPartyLicences() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <div className="row">
        <p className="dim small">{t('window.licences.own', { licence: 'MIT' })}</p>
        <Button onClick={() => setShown(true)}>{t('window.licences.title')}</Button>
      </div>
      {isShown && (
        <Suspense fallback={<p className="dim">{t('window.common.reading')}</p>}>
          <LicencesDialog close={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Shows and changes where sign-ins are stored. Stored sign-ins move with the choice. */
function KeepingSection({ app }: { readonly app: AppState }) {
  const { secretsIn, secretsConcern, secretStorage } = app;
  return (
    <section className="card section" aria-labelledby="settings-keeping">
      <h2 id="settings-keeping">{t('window.keeping.title')}</h2>
      {/* The warning about an unencrypted file already names its location. */}
      {!(secretsConcern && secretStorage.choice === 'open-vault') && (
        <p>{t('window.account.secretsIn', { place: choice(secretsIn) })}</p>
      )}
      {secretsConcern && (
        <p className="concern-text">
          <FailureMessage failure={secretsConcern} />
        </p>
      )}
      {app.service.kind === 'demo' ? (
        <p className="dim small">{t('window.keeping.demo')}</p>
      ) : (
        // Resets the form when the choice has changed.
        <PlaceChoice key={`${secretStorage.choice} ${secretStorage.vault}`} app={app} />
      )}
    </section>
  );
}

function PlaceChoice({ app: { secretStorage, service } }: { readonly app: AppState }) {
  const { ask, send } = useStore();
  const [wanted, setWanted] = useState<SecretChoice>(secretStorage.choice);
  /** Whether this choice needs the passphrase of the vault. */
  const asksFor = (choice: SecretChoice) =>
    (choice === 'file-vault' && secretStorage.vault !== 'unlocked') ||
    (secretStorage.choice === 'file-vault' && secretStorage.vault === 'locked');
  const isOther = wanted !== secretStorage.choice;

  function choose(choice: SecretChoice) {
    setWanted(choice);
    if (!asksFor(choice) && choice !== secretStorage.choice) {
      void send('secrets.choose', { choice, passphrase: null }).then((isDone) => {
        if (!isDone) setWanted(secretStorage.choice);
      });
    }
  }

  const form = asksFor(wanted) && (
    <VaultForm
      isNew={secretStorage.vault === 'none'}
      label={isOther ? t('window.vault.use') : t('window.vault.unlock')}
      hand={(passphrase) =>
        isOther ? ask('secrets.choose', { choice: wanted, passphrase }) : ask('secrets.unlock', { passphrase })
      }
    />
  );
  const choices: Choice<SecretChoice>[] = [
    secretStorage.hasKeychain
      ? { value: 'keychain', label: t('window.keeping.keychain'), hint: t('window.keeping.keychainHint'), more: form }
      : { value: 'keychain', label: t('window.keeping.memory'), hint: t('window.keeping.memoryHint'), more: form },
    { value: 'file-vault', label: t('window.keeping.vault'), hint: t('window.keeping.vaultHint'), more: form },
  ];
  // An unencrypted file is only offered without a keychain.
  if (!secretStorage.hasKeychain || secretStorage.choice === 'open-vault')
    choices.push({
      value: 'open-vault',
      label: t('window.keeping.openVault'),
      // Once it is chosen, a warning is shown above.
      hint: secretStorage.choice === 'open-vault' ? undefined : t('window.keeping.openVaultHint'),
      more: form,
    });
  return (
    <Choices
      question={t('window.keeping.question', { service: service.name })}
      choices={choices}
      value={wanted}
      onChange={choose}
    />
  );
}

const icons = { good: 'check', problem: 'close', note: 'minus' } as const;

/** The pre-flight check, with a button for each problem that the pilot can fix. */
function ChecksSection() {
  const store = useStore();
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const [isRunning, setRunning] = useState(false);

  async function run() {
    if (isRunning) return;
    setRunning(true);
    setError(null);
    const made = await store.ask('checks.run', {});
    setRunning(false);
    if (!made.ok) return setError(made.failure);
    setChecks(made.value);
    store.announce(summaryOf(made.value));
  }

  useCommands({
    'checks.run'() {
      openSection('checks');
      void run();
    },
  });

  return (
    <section className="card section" aria-labelledby="settings-checks">
      <h2 id="settings-checks">{t('window.check.title')}</h2>
      <div className="row">
        <p>{checks === null ? t('window.check.text') : summaryOf(checks)}</p>
        <Button aria-disabled={isRunning} onClick={() => void run()}>
          {isRunning ? t('window.check.running') : t('window.check.run')}
        </Button>
      </div>
      {checks !== null && (
        <ul className="checks">
          {checks.map((check) => (
            <li key={`${check.about} ${text(check.message)}`} className={`line check-line ${check.verdict}`}>
              <Icon name={icons[check.verdict]} />
              <span className="breakable">
                <span className="off-screen">
                  {t('window.check.verdict', { verdict: check.verdict === 'note' ? null : check.verdict })}
                </span>{' '}
                {text(check.message)}
              </span>
              {check.verdict !== 'good' && <Fix check={check} checkAgain={() => void run()} />}
            </li>
          ))}
        </ul>
      )}
      <FailureNote failure={error} />
    </section>
  );
}

const summaryOf = (checks: readonly Check[]) =>
  t('check.summary', { problems: checks.filter(({ verdict }) => verdict === 'problem').length });

/** The button of a problem. If the fix is outside the app, it runs the check again. */
function Fix({ check, checkAgain }: { readonly check: Check; readonly checkAgain: () => void }) {
  const store = useStore();
  const button = (label: string, onClick: () => void) => (
    <Button size="small" onClick={onClick}>
      {label}
    </Button>
  );
  const { about, verdict, requiredAction } = check;
  if (needsSignIn(check)) return button(t('window.account.signIn'), () => void store.signIn());
  if (about === 'secrets') return button(t('window.check.fix', { about }), () => openSection('keeping'));
  if (about === 'service' || requiredAction === 'settings')
    return button(t('window.check.fix', { about: 'service' }), () => openSection('service'));
  if (about === 'folder')
    return button(t('window.check.fix', { about: verdict === 'note' ? 'noFolder' : about }), () => openView('files'));
  if (about === 'launch' || about === 'notifications')
    return button(t('window.check.fix', { about: 'background' }), () => openSection('background'));
  return button(t('window.check.fix', { about: null }), checkAgain);
}

/** Saves the diagnostics file, which the process creates, as a download. */
function DiagnosticsSection() {
  const store = useStore();
  const [isMaking, setMaking] = useState(false);
  const [error, setError] = useState<Failure | null>(null);

  async function save() {
    if (isMaking) return;
    setMaking(true);
    setError(null);
    const made = await store.ask('diagnostics.make', {});
    setMaking(false);
    if (!made.ok) return setError(made.failure);
    const json = JSON.stringify(made.value, null, 1);
    download(new Blob([json, '\n'], { type: 'application/json' }), diagnosticsName(made.value));
    store.notify(t('window.diagnostics.saved'));
  }

  useCommands({
    'diagnostics.save'() {
      openSection('diagnostics');
      void save();
    },
  });

  return (
    <section className="card section" aria-labelledby="settings-diagnostics">
      <h2 id="settings-diagnostics">{t('window.diagnostics.title')}</h2>
      <div className="row">
        <div>
          <p>{t('window.diagnostics.text')}</p>
          <p className="dim small">{t('window.diagnostics.privacy')}</p>
        </div>
        <Button aria-disabled={isMaking} onClick={() => void save()}>
          {t('window.diagnostics.save')}
        </Button>
      </div>
      <FailureNote failure={error} />
    </section>
  );
}
