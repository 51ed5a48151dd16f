// The first start: one button for each service that is set up, the demo, and a form for the pilot's own service; then
// the steps of setup.tsx.
import { Button } from '../elements/button.tsx';
import { LanguageChoice } from '../settings/look-section.tsx';
import { Fragment, useState } from 'react';
import { isServiceComplete, type ServiceSettings } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { ServiceLogo } from '../elements/service-logo.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/settings.ts';
import { t } from '../text.ts';
import { ManualSetup, Refused, type ServiceChoice } from './manual-setup.tsx';

type FirstStartProps = {
  readonly app: AppState;
  /** Called when a service was chosen, even if it is the same one again. */
  readonly onChosen?: () => void;
};

/** The open form: for a new service, or for one that is set up. */
type Form = { readonly service: ServiceSettings | null; readonly asks: 'everything' | 'secret' };

export function FirstStart({ app, onChosen = () => {} }: FirstStartProps) {
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
          <ManualSetup settings={settings} {...form} choice={choice} close={() => open(null)} />
        )}
        {form === null && <TryIt look={hasService ? 'plain' : 'main'} onChosen={onChosen} />}
        {settings && form === null && (
          <Button
            {...(hasService ? { look: 'link', className: 'first-more' } : { size: 'large' })}
            onClick={() => open({ service: null, asks: 'everything' })}
          >
            {t('window.first.manual', { has: hasService })}
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
