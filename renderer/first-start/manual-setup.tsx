// Sets up the pilot's own service at the first start: its address and application, then the sign-in. A service from a
// preset lacks only the client secret.
import { Button } from '../elements/button.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Failure } from '../../main/contract/failure.ts';
import { newService, newServiceId, type ServiceSettings } from '../../main/contract/settings.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Field, focusFirstInvalid } from '../elements/form-fields.tsx';
import { AddressField, AdvancedFields, ApplicationFields, useServiceForm } from '../settings/service-fields.tsx';
import type { KnownSettings } from '../store/settings.ts';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

/**
 * Chooses a service at the first start and begins the sign-in. A service that doesn't answer is not chosen, so that
 * the browser opens no dead page and the address can be corrected.
 */
export type ServiceChoice = {
  /** The id of the service that is being contacted. */
  readonly asked: string | null;
  /** Why the last service was not chosen. */
  readonly refused: { readonly id: string; readonly why: Failure } | null;
  choose(id: string): Promise<void>;
  clear(): void;
};

type ManualSetupProps = {
  readonly settings: KnownSettings;
  /** Null for a new service. */
  readonly service: ServiceSettings | null;
  /** `secret` for the service of a preset. */
  readonly asks: 'everything' | 'secret';
  readonly choice: ServiceChoice;
  readonly close: () => void;
};

/** Why a service was not chosen, announced immediately. */
export const Refused = ({ why }: { readonly why: Failure }) => (
  <p className="invalid first-refused breakable" role="alert">
    <FailureMessage failure={why} />
  </p>
);

export function ManualSetup({ settings, service, asks, choice, close }: ManualSetupProps) {
  const store = useStore();
  // Kept, because the form saves the service before contacting it, which changes the props.
  const [begun] = useState(
    () =>
      service ??
      settings.services.find(({ address }) => address === '') ??
      newService(newServiceId('service', settings.services)),
  );
  const form = useServiceForm(store, settings, settings.services.find((one) => one.id === begun.id) ?? begun);
  const { id, secretField, save } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const inputs = [...(element.current?.querySelectorAll('input') ?? [])];
    inputs.find(({ type, value }) => type !== 'radio' && value === '')?.focus();
  }, []);

  async function connect(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (choice.asked !== null) return;
    const submitted = event.currentTarget;
    choice.clear();
    if (!(await save())) return focusFirstInvalid(submitted);
    await choice.choose(id);
  }

  return (
    <form
      ref={element}
      className="form first-form"
      aria-labelledby="first-manual"
      onSubmit={(event) => void connect(event)}
      noValidate
    >
      {asks === 'secret' ? (
        <>
          <h2 id="first-manual">{t('window.first.signIn', { service: begun.name })}</h2>
          <p className="dim">{t('window.first.secretText', { service: begun.name, address: begun.address })}</p>
          <Field label={t('window.service.clientSecret')} {...secretField} />
        </>
      ) : (
        <>
          <h2 id="first-manual">{t('window.first.connectTitle')}</h2>
          <p className="dim">{t('window.first.connectText')}</p>
          <AddressField form={form} />
          <ApplicationFields form={form} />
          <details className="advanced">
            <summary>{t('window.settings.advanced')}</summary>
            <AdvancedFields form={form} />
          </details>
        </>
      )}
      {choice.refused?.id === id && <Refused why={choice.refused.why} />}
      <div className="actions">
        <Button size="large" onClick={close}>
          {t('window.common.cancel')}
        </Button>
        <Button type="submit" look="main" size="large" aria-disabled={choice.asked !== null}>
          {choice.asked === null ? t('window.first.connectButton') : t('window.first.connecting')}
        </Button>
      </div>
    </form>
  );
}
