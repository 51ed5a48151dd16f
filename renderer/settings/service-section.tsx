// The services: which one is in use, and a form for each.
import { Button } from '../elements/button.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  demoProfile,
  isServiceComplete,
  newService,
  newServiceId,
  type ServiceSettings,
} from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { Field, focusFirstInvalid } from '../elements/form-fields.tsx';
import { Icon } from '../elements/icon.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/settings.ts';
import { nameText, t, text } from '../text.ts';
import {
  type AddressAnswer,
  AddressField,
  AdvancedFields,
  ApplicationFields,
  typedServicesOf,
  useServiceForm,
} from './service-fields.tsx';

type ServiceSectionProps = { readonly app: AppState; readonly settings: KnownSettings };

export function ServiceSection({ app, settings }: ServiceSectionProps) {
  const typedServices = typedServicesOf(useStore());
  const { kind, isTestService, hasConsole, choice } = app.service;
  return (
    <section className="card section" aria-labelledby="settings-service">
      <h2 id="settings-service">{t('window.settings.services')}</h2>
      <p className="dim small">{t('window.first.reading')}</p>
      {kind === 'emulator' && (
        <Choice name={nameText(app.service.name)} description={app.service.address} isInUse>
          <p className="dim small">{t('window.settings.testText')}</p>
        </Choice>
      )}
      <Choice
        profile={demoProfile}
        name={t('window.settings.demo')}
        description={t('window.settings.demoText')}
        isInUse={kind === 'demo'}
      >
        {hasConsole && <DemoButtons />}
      </Choice>
      {settings.services.map((service) => {
        const isInUse = choice === service.id;
        return (
          <div key={service.id} className="service">
            <Choice
              profile={service.id}
              name={service.name}
              description={addressText(service)}
              isInUse={isInUse}
              isReady={isServiceComplete(service)}
            >
              {isInUse && isTestService && <p className="concern-text">{t('window.settings.testText')}</p>}
            </Choice>
            <details
              className="connection"
              open={typedServices.has(service.id) || (isInUse && needsSettings(app.account))}
            >
              <summary>{t('window.settings.connection', { name: service.name })}</summary>
              <ServiceForm settings={settings} service={service} isInUse={isInUse} />
            </details>
          </div>
        );
      })}
      <AddService settings={settings} />
    </section>
  );
}

/** Whether the account has a problem that this form can fix. */
const needsSettings = (account: AppState['account']) =>
  account.status === 'signed-in'
    ? account.concern?.requiredAction === 'settings'
    : account.status === 'signed-out' && account.reason?.requiredAction === 'settings';

const addressText = (service: ServiceSettings) =>
  service.mode === 'broker' && service.address !== ''
    ? t('window.settings.viaBroker', { address: service.address, broker: service.brokerAddress })
    : service.address || t('window.settings.notSetUp');

function DemoButtons() {
  const { addSampleFlights, openConsole } = useStore();
  return (
    <p className="actions">
      <Button onClick={() => void addSampleFlights()}>{t('logbook.empty.addSamples')}</Button>
      <Button onClick={() => void openConsole()}>
        <Icon name="external" />
        {t('window.common.openConsole')}
      </Button>
    </p>
  );
}

type ChoiceProps = {
  /** Absent for a service that was named on the command line. */
  readonly profile?: string;
  readonly name: string;
  readonly description: string;
  readonly isInUse: boolean;
  readonly isReady?: boolean;
  readonly children?: ReactNode;
};

function Choice({ profile, name, description, isInUse, isReady = true, children }: ChoiceProps) {
  const { send } = useStore();
  return (
    <div className="row">
      <div>
        <p className="line">
          <strong>{name}</strong>
          {isInUse && (
            <span className="in-use">
              <span className="lamp" aria-hidden="true" />
              {t('window.settings.inUse')}
            </span>
          )}
        </p>
        <p className="dim small breakable">{description}</p>
        {children}
      </div>
      {!isInUse && isReady && profile !== undefined && (
        <Button
          aria-label={t('window.common.actionOn', { action: t('window.settings.use'), name })}
          onClick={() => void send('profile.choose', { profile })}
        >
          {t('window.settings.use')}
        </Button>
      )}
    </div>
  );
}

function AddService({ settings }: { readonly settings: KnownSettings }) {
  const typedServices = typedServicesOf(useStore());
  const id = newServiceId('service', settings.services);
  const fresh = () => newService(id, t('window.settings.newService'));
  // Input from before the view was left is still in the form.
  const [added, setAdded] = useState<ServiceSettings | null>(() => (typedServices.has(id) ? fresh() : null));
  if (added === null)
    return (
      <p className="actions">
        <Button onClick={() => setAdded(fresh())}>{t('window.settings.addService')}</Button>
      </p>
    );
  function cancel() {
    typedServices.delete(id);
    setAdded(null);
  }
  return (
    <section className="service" aria-label={t('window.settings.addService')}>
      <h3>{t('window.settings.addService')}</h3>
      <ServiceForm settings={settings} service={added} isInUse={false} onSaved={() => setAdded(null)} />
      <p>
        <Button size="small" onClick={cancel}>
          {t('window.common.cancel')}
        </Button>
      </p>
    </section>
  );
}

const answers: readonly AddressAnswer[] = ['same-service', 'other-service'];

type ServiceFormProps = {
  readonly settings: KnownSettings;
  readonly service: ServiceSettings;
  /** Whether the service is in use, so that it can't be removed. */
  readonly isInUse: boolean;
  readonly onSaved?: () => void;
};

/** The form of a service: its address, its client, and advanced settings. */
function ServiceForm({ settings, service, isInUse, onSaved }: ServiceFormProps) {
  const store = useStore();
  const form = useServiceForm(store, settings, service);
  const { field, question, save, discard, isUnsaved } = form;
  const isOnList = settings.services.some(({ id }) => id === service.id);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const answer = answers.find((one) => one === submitter?.getAttribute('value')) ?? null;
    if (!(await save(answer))) return focusFirstInvalid(element);
    // Saving folds the form, so the focus has to move out of it.
    const fold = element.closest('details');
    if (fold) fold.open = false;
    fold?.querySelector('summary')?.focus();
    store.notify(t('window.common.saved'));
    onSaved?.();
  }

  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('window.service.name')} {...field('name')} maxLength={60} />
      <AddressField form={form} />
      <ApplicationFields form={form} />
      {settings.withSecret.includes(service.id) && (
        <p>
          <Button
            size="small"
            onClick={() => void store.send('account.setApplicationSecret', { service: service.id, secret: null })}
          >
            {t('window.service.secretRemove')}
          </Button>
        </p>
      )}
      <fieldset>
        <legend>{t('window.settings.advanced')}</legend>
        <AdvancedFields form={form} />
      </fieldset>
      {isUnsaved && isOnList && <p className="dim small">{t('window.service.unsaved')}</p>}
      <p className="actions">
        <Button type="submit" look="main">
          {t('window.common.save')}
        </Button>
        {isUnsaved && isOnList && <Button onClick={discard}>{t('window.service.discard')}</Button>}
        {isOnList && !isInUse && (
          <Button onClick={() => void store.send('services.remove', { id: service.id })}>
            {t('window.settings.removeService', { name: service.name })}
          </Button>
        )}
      </p>
      {/* Behind Save, which stays the button that Enter presses. */}
      {question && (
        <div role="alert">
          <p className="concern-text">{text(question.message)}</p>
          <p className="actions">
            {answers.map((answer) => (
              <Button key={answer} type="submit" value={answer}>
                {answer === 'same-service' ? t('window.service.sameService') : t('window.service.otherService')}
              </Button>
            ))}
          </p>
        </div>
      )}
    </form>
  );
}
