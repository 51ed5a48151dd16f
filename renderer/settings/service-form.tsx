// How one service is reached: its address, the application, and what the service leaves open.
import type { FormEvent } from 'react';
import type { ServiceSettings } from '../../main/contract/settings.ts';
import { focusFirstInvalid } from '../elements/focus-first-amiss.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { words } from '../words/words.ts';
import { ApplicationFields } from './application-fields.tsx';
import { useServiceForm } from './use-service-form.ts';

const w = words.settings;
const f = words.fields;

type Props = {
  readonly settings: KnownSettings;
  readonly service: ServiceSettings;
  /** It is what the companion works with, and stays on the list. */
  readonly isInUse: boolean;
  readonly onSaved?: () => void;
};

export function ServiceForm({ settings, service, isInUse, onSaved }: Props) {
  const store = useStore();
  const form = useServiceForm(store, settings, service);
  const { field, save } = form;
  const isOnList = settings.services.some(({ id }) => id === service.id);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (!(await save())) return focusFirstInvalid(element);
    store.tell(w.saved);
    onSaved?.();
  }

  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={f.name} {...field('name')} maxLength={60} />
      <Field label={f.address} hint={f.addressHint} type="url" {...field('address')} />
      <ApplicationFields form={form} />
      {settings.withSecret.includes(service.id) && (
        <p>
          <button
            type="button"
            className="button small-button"
            onClick={() => void store.order('account.setApplicationSecret', { service: service.id, secret: null })}
          >
            {f.secretRemove}
          </button>
        </p>
      )}
      <fieldset>
        <legend>{w.advanced}</legend>
        <p className="dim small">{w.advancedWords}</p>
        <Field label={f.authorizePath} {...field('authorizePath')} className="mono" />
        <Field label={f.redirectPath} {...field('redirectPath')} className="mono" />
        <Field label={f.redirectPort} hint={f.redirectPortHint} inputMode="numeric" {...field('redirectPort')} />
        <Field label={f.issuer} hint={f.issuerHint} type="url" {...field('issuer')} maxLength={200} />
        <Field label={f.scopes} {...field('scopes')} className="mono" />
        <Field label={f.zone} hint={f.zoneHint} {...field('zone')} />
      </fieldset>
      <p className="actions">
        <button type="submit" className="button main-button">
          {w.save}
        </button>
        {isOnList && !isInUse && (
          <button
            type="button"
            className="button"
            onClick={() => void store.order('services.remove', { id: service.id })}
          >
            {w.removeService(service.name)}
          </button>
        )}
      </p>
    </form>
  );
}
