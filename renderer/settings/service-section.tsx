// The services: which one is in use, and how each of the pilot's own is reached.
import { useState, type ReactNode } from 'react';
import { demoProfile, isServiceComplete, newService, newServiceId } from '../../main/contract/settings.ts';
import type { ServiceSettings } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { useOpenConsole } from '../elements/use-open-console.ts';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { words } from '../words/words.ts';
import { ServiceForm } from './service-form.tsx';

const w = words.settings;

type Props = { readonly app: AppState; readonly settings: KnownSettings };

export function ServiceSection({ app, settings }: Props) {
  const { kind, isDemonstration, hasConsole, choice } = app.service;
  return (
    <section className="card section" aria-labelledby="settings-service">
      <h2 id="settings-service">{w.service}</h2>
      {kind === 'emulator' && (
        <Choice name={app.service.name} told={app.service.address} isInUse>
          <p className="dim small">{w.testWords}</p>
        </Choice>
      )}
      <Choice profile={demoProfile} name={w.demoName} told={w.demoWords} isInUse={kind === 'demo'}>
        {hasConsole && <ConsoleButton />}
      </Choice>
      {settings.services.map((service) => {
        const isInUse = choice === service.id;
        return (
          <div key={service.id} className="service">
            <Choice
              profile={service.id}
              name={service.name}
              told={toldOf(service)}
              isInUse={isInUse}
              isReady={isServiceComplete(service)}
            >
              {isInUse && isDemonstration && <p className="concern-words">{w.testWords}</p>}
            </Choice>
            <details className="connection" open={isInUse && sendsHere(app.account)}>
              <summary>{w.connection(service.name)}</summary>
              <ServiceForm settings={settings} service={service} isInUse={isInUse} />
            </details>
          </div>
        );
      })}
      <AddService settings={settings} />
    </section>
  );
}

/** What stands in the way is mended here: the form is open. */
const sendsHere = (account: AppState['account']) =>
  account.status === 'signed-in'
    ? account.concern?.requiredAction === 'settings'
    : account.status === 'signed-out' && account.reason?.requiredAction === 'settings';

const toldOf = (service: ServiceSettings) =>
  service.mode === 'broker' && service.address !== ''
    ? w.byBroker(service.address, service.brokerAddress)
    : w.realWords(service.address);

function ConsoleButton() {
  const openConsole = useOpenConsole();
  return (
    <p className="console-button">
      <button type="button" className="button" onClick={openConsole}>
        <Icon name="outside" />
        {words.openConsole}
      </button>
    </p>
  );
}

type ChoiceProps = {
  /** Absent: it was named at the start, and cannot be chosen here. */
  readonly profile?: string;
  readonly name: string;
  readonly told: string;
  readonly isInUse: boolean;
  readonly isReady?: boolean;
  readonly children?: ReactNode;
};

function Choice({ profile, name, told, isInUse, isReady = true, children }: ChoiceProps) {
  const { order } = useStore();
  return (
    <div className="row">
      <div>
        <strong>{name}</strong>
        <p className="dim small breakable">{told}</p>
        {children}
      </div>
      {isInUse && <span className="in-use">{w.inUse}</span>}
      {!isInUse && isReady && profile !== undefined && (
        <button
          type="button"
          className="button"
          aria-label={`${w.use}: ${name}`}
          onClick={() => void order('profile.choose', { profile })}
        >
          {w.use}
        </button>
      )}
    </div>
  );
}

function AddService({ settings }: { readonly settings: KnownSettings }) {
  const [added, setAdded] = useState<ServiceSettings | null>(null);
  if (added === null)
    return (
      <p className="actions">
        <button
          type="button"
          className="button"
          onClick={() => setAdded(newService(newServiceId('service', settings.services), w.newServiceName))}
        >
          {w.addService}
        </button>
      </p>
    );
  return (
    <section className="service" aria-label={w.addService}>
      <h3>{w.addService}</h3>
      <ServiceForm settings={settings} service={added} isInUse={false} onSaved={() => setAdded(null)} />
      <p>
        <button type="button" className="button small-button" onClick={() => setAdded(null)}>
          {words.cancel}
        </button>
      </p>
    </section>
  );
}
