// A service of one's own at the first start: its address and application, then the sign-in. Of a service from a preset
// only the secret is missing.
import { useEffect, useRef, type FormEvent } from 'react';
import { newService, newServiceId, type ServiceSettings } from '../../main/contract/settings.ts';
import { focusFirstInvalid } from '../elements/focus-first-invalid.ts';
import { Field } from '../elements/field.tsx';
import { AddressField, ApplicationFields } from '../settings/application-fields.tsx';
import { useServiceForm } from '../settings/use-service-form.ts';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';

type Props = {
  readonly settings: KnownSettings;
  /** Of a preset. Null: none is set up yet, or another one is wanted. */
  readonly service: ServiceSettings | null;
  readonly close: () => void;
};

export function ManualSetup({ settings, service, close }: Props) {
  const store = useStore();
  const empty = settings.services.find(({ address }) => address === '');
  const form = useServiceForm(
    store,
    settings,
    service ?? empty ?? newService(newServiceId('service', settings.services)),
  );
  const { id, secretField, save } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const inputs = [...(element.current?.querySelectorAll('input') ?? [])];
    inputs.find(({ type, value }) => type !== 'radio' && value === '')?.focus();
  }, []);

  async function connect(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const submitted = event.currentTarget;
    if (!(await save())) return focusFirstInvalid(submitted);
    if (await store.order('profile.choose', { profile: id })) await store.signIn();
  }

  return (
    <form
      ref={element}
      className="form first-form"
      aria-labelledby="first-manual"
      onSubmit={(event) => void connect(event)}
      noValidate
    >
      {service ? (
        <>
          <h2 id="first-manual">{t('window.first.signIn', { service: service.name })}</h2>
          <p className="dim">{t('window.first.secretText', { service: service.name, address: service.address })}</p>
          <Field label={t('window.service.clientSecret')} {...secretField} />
        </>
      ) : (
        <>
          <h2 id="first-manual">{t('window.first.connectTitle')}</h2>
          <p className="dim">{t('window.first.connectText')}</p>
          <AddressField form={form} />
          <ApplicationFields form={form} />
        </>
      )}
      <div className="actions">
        <button type="button" className="button large-button" onClick={close}>
          {t('window.common.cancel')}
        </button>
        <button type="submit" className="button main-button large-button">
          {t('window.first.connectButton')}
        </button>
      </div>
    </form>
  );
}
