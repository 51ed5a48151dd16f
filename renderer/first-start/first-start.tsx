// The first start: one button for each service that is set up, the demo, and a form for the pilot's own service.
import { Fragment, Suspense, useState, type ComponentType } from 'react';
import { isServiceComplete, type ServiceSettings } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { ServiceLogo } from '../images/service-logo.tsx';
import { LanguageChoice } from '../settings/language-choice.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';
import { useServiceChoice, type ServiceChoice } from './choose-service.ts';
import type { ManualSetupProps } from './manual-setup.tsx';
import { Refused } from './refused.tsx';

type Props = {
  readonly app: AppState;
  /** Loaded on demand: most pilots never open it. */
  readonly ManualSetup: ComponentType<ManualSetupProps>;
  /** Called when a service was chosen, even if it is the same one again. */
  readonly onChosen?: () => void;
};

/** The open form: for a new service, or for one that is set up. */
type Form = { readonly service: ServiceSettings | null; readonly asks: 'everything' | 'secret' };

export function FirstStart({ app, ManualSetup, onChosen = () => {} }: Props) {
  const settings = useWindow((state) => state.settings);
  const [form, setForm] = useState<Form | null>(null);
  const choice = useServiceChoice(onChosen);
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
        {form === null && <TryIt onChosen={onChosen} />}
        {settings && form === null && (
          <button
            type="button"
            className="link-button first-more"
            onClick={() => open({ service: null, asks: 'everything' })}
          >
            {t('window.first.manual')}
          </button>
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
      <button type="button" className="button" onClick={store.forgetKept}>
        {t('window.first.discard')}
      </button>
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
      <button
        type="button"
        className="button main-button large-button"
        aria-disabled={asked !== null}
        onClick={() => begin(service)}
      >
        {asked === service.id ? t('window.first.connecting') : t('window.first.signIn', { service: service.name })}
      </button>
      {/* Its name comes from the preset. */}
      <p className="dim small breakable first-address">
        {service.address}
        {(refused?.id === service.id || app.service.choice === service.id) && (
          <button type="button" className="link-button" onClick={() => open({ service, asks: 'everything' })}>
            {t('window.first.changeAddress')}
          </button>
        )}
      </p>
      {refused?.id === service.id && <Refused why={refused.why} />}
    </Fragment>
  ));
}

function TryIt({ onChosen }: { readonly onChosen: () => void }) {
  const { order } = useStore();
  const [isStarting, setIsStarting] = useState(false);

  async function begin() {
    if (isStarting) return;
    setIsStarting(true);
    if (await order('profile.choose', { profile: 'demo' })) onChosen();
    else setIsStarting(false);
  }

  return (
    <button type="button" className="button large-button" aria-disabled={isStarting} onClick={() => void begin()}>
      {isStarting ? t('window.first.trying') : t('window.first.tryButton')}
    </button>
  );
}
