// The first start: one button for each service that is set up, the demo, or a form for a service of one's own.
import { Fragment, useState } from 'react';
import { isServiceComplete, type ServiceSettings } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { ServiceLogo } from '../images/service-logo.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';
import { ManualSetup } from './manual-setup.tsx';

export function FirstStart({ app }: { readonly app: AppState }) {
  const settings = useWindow((state) => state.settings);
  const [setUp, setSetUp] = useState<ServiceSettings | 'new' | null>(null);
  return (
    <main className="first">
      <div className="first-card">
        <span className="first-mark" aria-hidden="true">
          <Icon name="flight" />
        </span>
        <h1>{t('window.first.title')}</h1>
        <p className="dim first-lead">{t('window.first.lead')}</p>
        <Kept />
        {settings && setUp === null && <Services settings={settings} setUp={setSetUp} />}
        {settings && setUp !== null && (
          <ManualSetup settings={settings} service={setUp === 'new' ? null : setUp} close={() => setSetUp(null)} />
        )}
        {setUp === null && <TryIt />}
        {settings && setUp === null && (
          <button type="button" className="link-button first-more" onClick={() => setSetUp('new')}>
            {t('window.first.manual')}
          </button>
        )}
        <p className="dim small first-note">{t('window.first.later', { version: app.host.version })}</p>
      </div>
    </main>
  );
}

/** Files that were dropped on this screen. */
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
  readonly settings: KnownSettings;
  readonly setUp: (service: ServiceSettings) => void;
};

/** The services of presets. One whose application belongs to the pilot needs its secret first. */
function Services({ settings, setUp }: ServicesProps) {
  const store = useStore();
  const services = settings.services.filter(isServiceComplete);

  async function begin(service: ServiceSettings) {
    if (service.mode === 'own-application' && !settings.withSecret.includes(service.id)) return setUp(service);
    if (await store.order('profile.choose', { profile: service.id })) await store.signIn();
  }

  return services.map((service) => (
    <Fragment key={service.id}>
      {service.logo !== undefined && <ServiceLogo logo={service.logo} />}
      <button type="button" className="button main-button large-button" onClick={() => void begin(service)}>
        {t('window.first.signIn', { service: service.name })}
      </button>
      {/* Its name is whatever the preset says. */}
      <p className="dim small breakable first-address">{service.address}</p>
    </Fragment>
  ));
}

function TryIt() {
  const { order } = useStore();
  const [isStarting, setIsStarting] = useState(false);

  async function begin() {
    setIsStarting(true);
    if (!(await order('profile.choose', { profile: 'demo' }))) setIsStarting(false);
  }

  return (
    <button type="button" className="button large-button" disabled={isStarting} onClick={() => void begin()}>
      {isStarting ? t('window.first.trying') : t('window.first.tryButton')}
    </button>
  );
}
