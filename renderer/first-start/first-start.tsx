// The first start: one button for each service that is set up, the demo, and a form for the pilot's own service; then
// the steps of setup.tsx, which is loaded on demand.
import { Button } from '../elements/button.tsx';
import { LanguageChoice } from '../settings/look-section.tsx';
import { type ComponentType, Fragment, Suspense, useState } from 'react';
import type { Failure } from '../../main/contract/failure.ts';
import { isServiceComplete, type ServiceSettings, setupSteps } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Icon } from '../elements/icon.tsx';
import { ServiceLogo } from '../elements/report-image.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/settings.ts';
import { t } from '../text.ts';

type FirstStartProps = {
  readonly app: AppState;
  /** Loaded on demand: most pilots never open it. */
  readonly ManualSetup: ComponentType<ManualSetupProps>;
  /** Called when a service was chosen, even if it is the same one again. */
  readonly onChosen?: () => void;
};

export type ManualSetupProps = {
  readonly settings: KnownSettings;
  /** Null for a new service. */
  readonly service: ServiceSettings | null;
  /** `secret` for the service of a preset. */
  readonly asks: 'everything' | 'secret';
  readonly choice: ServiceChoice;
  readonly close: () => void;
};

/** The open form: for a new service, or for one that is set up. */
type Form = { readonly service: ServiceSettings | null; readonly asks: 'everything' | 'secret' };

export function FirstStart({ app, ManualSetup, onChosen = () => {} }: FirstStartProps) {
  const settings = useWindow((state) => state.settings);
  const [form, setForm] = useState<Form | null>(null);
  const choice = useServiceChoice(onChosen);
  const hasService = settings?.services.some(isServiceComplete) === true;
  const open = (next: Form | null) => {
    choice.clear();
    setForm(next);
  };
  return (
    <main className="first">
      <div className="first-card">
        <span className="first-mark" aria-hidden="true">
          <Icon name="flight" />
        </span>
        <h1>{t('window.first.title')}</h1>
        <p className="dim first-lead">{t('window.first.lead')}</p>
        <Kept />
        {settings && form === null && <Services app={app} settings={settings} choice={choice} open={open} />}
        {settings && form !== null && (
          <Suspense fallback={null}>
            <ManualSetup settings={settings} {...form} choice={choice} close={() => open(null)} />
          </Suspense>
        )}
        {form === null && <TryIt look={hasService ? 'plain' : 'main'} onChosen={onChosen} />}
        {settings && form === null && (
          <Button
            {...(hasService ? { look: 'link', className: 'first-more' } : { size: 'large' })}
            onClick={() => open({ service: null, asks: 'everything' })}
          >
            {t('window.first.manual')}
          </Button>
        )}
        {settings && form === null && <LanguageChoice language={settings.language} />}
        <p className="dim small first-note">{t('window.first.reading')}</p>
        <p className="dim small first-note">{t('window.first.later', { version: app.host.version })}</p>
      </div>
    </main>
  );
}

/** Files that were dropped before there was a queue. */
function Kept() {
  const store = useStore();
  const n = useWindow((state) => state.kept.length);
  if (n === 0) return null;
  return (
    <section className="card kept" aria-label={t('window.first.keptLabel')}>
      <p className="card-text">{t('window.first.kept', { n })}</p>
      <Button onClick={store.forgetKept}>{t('window.first.discard')}</Button>
    </section>
  );
}

type ServicesProps = {
  readonly app: AppState;
  readonly settings: KnownSettings;
  readonly choice: ServiceChoice;
  readonly open: (form: Form) => void;
};

/** The services of presets. With the pilot's own application, a form asks for the client secret first. */
function Services({ app, settings, choice, open }: ServicesProps) {
  const services = settings.services.filter(isServiceComplete);
  const { asked, refused } = choice;

  function begin(service: ServiceSettings) {
    if (asked !== null) return;
    if (service.mode === 'own-application' && !settings.withSecret.includes(service.id))
      return open({ service, asks: 'secret' });
    void choice.choose(service.id);
  }

  return services.map((service) => (
    <Fragment key={service.id}>
      {service.logo !== undefined && <ServiceLogo logo={service.logo} />}
      <Button look="main" size="large" aria-disabled={asked !== null} onClick={() => begin(service)}>
        {asked === service.id ? t('window.first.connecting') : t('window.first.signIn', { service: service.name })}
      </Button>
      {/* Its name comes from the preset. */}
      <p className="dim small breakable first-address">
        {service.address}
        {(refused?.id === service.id || app.service.choice === service.id) && (
          <Button look="link" onClick={() => open({ service, asks: 'everything' })}>
            {t('window.first.changeAddress')}
          </Button>
        )}
      </p>
      {refused?.id === service.id && <Refused why={refused.why} />}
    </Fragment>
  ));
}

function TryIt({ look, onChosen }: { readonly look: 'main' | 'plain'; readonly onChosen: () => void }) {
  const { send } = useStore();
  const [isStarting, setIsStarting] = useState(false);

  async function begin() {
    if (isStarting) return;
    setIsStarting(true);
    if (await send('profile.choose', { profile: 'demo' })) onChosen();
    else setIsStarting(false);
  }

  return (
    <Button look={look} size="large" aria-disabled={isStarting} onClick={() => void begin()}>
      {isStarting ? t('window.first.trying') : t('window.first.tryButton')}
    </Button>
  );
}

/**
 * Chooses a service at the first start and begins the sign-in. A service that doesn't answer is not chosen, so that
 * the browser opens no dead page and the address can be corrected.
 */
type ServiceChoice = {
  /** The id of the service that is being contacted. */
  readonly asked: string | null;
  /** Why the last service was not chosen. */
  readonly refused: { readonly id: string; readonly why: Failure } | null;
  choose(id: string): Promise<void>;
  clear(): void;
};

function useServiceChoice(onChosen: () => void): ServiceChoice {
  const store = useStore();
  const [asked, setAsked] = useState<string | null>(null);
  const [refused, setRefused] = useState<ServiceChoice['refused']>(null);

  async function choose(id: string) {
    setRefused(null);
    setAsked(id);
    const chosen = await store.ask('profile.choose', { profile: id, ifReachable: true });
    setAsked(null);
    if (!chosen.ok) return setRefused({ id, why: chosen.failure });
    onChosen();
    await store.signIn();
  }

  return { asked, refused, choose, clear: () => setRefused(null) };
}

/** Why a service was not chosen, announced immediately. */
export const Refused = ({ why }: { readonly why: Failure }) => (
  <p className="invalid first-refused breakable" role="alert">
    <FailureMessage failure={why} />
  </p>
);

// Which step of the first start is shown.

export type SetupStep = 'sign-in' | (typeof setupSteps)[number];

/** A window in a browser has neither notifications nor a tray. */
export const stepsOf = ({ host }: Pick<AppState, 'host'>): readonly SetupStep[] =>
  host.kind === 'desktop' ? ['sign-in', ...setupSteps] : ['sign-in', 'folders'];

type Shown = Pick<AppState, 'host' | 'setup' | 'service' | 'account'>;

/** Returns the step to show, or null once the first start is finished. Without a sign-in, it is the sign-in. */
export function setupStepOf(app: Shown): SetupStep | null {
  const step = stepsOf(app).find((one) => one === app.setup);
  if (step === undefined || app.service.kind !== 'service') return null;
  return app.account.status === 'signed-in' ? step : 'sign-in';
}

/** Returns the previous step, or null if there is none to go back to. */
export function stepBefore(app: Shown, step: SetupStep): Exclude<SetupStep, 'sign-in'> | null {
  const steps = stepsOf(app);
  const before = steps[steps.indexOf(step) - 1];
  return before === undefined || before === 'sign-in' ? null : before;
}

/** Returns what the settings remember once a step is finished. */
export function setupAfter(app: Shown, step: SetupStep): AppState['setup'] {
  const steps = stepsOf(app);
  const next = step === 'sign-in' ? undefined : steps[steps.indexOf(step) + 1];
  return next === undefined || next === 'sign-in' ? 'done' : next;
}
