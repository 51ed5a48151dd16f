// The form of a service: its address, its client, and advanced settings.
import type { FormEvent } from 'react';
import type { ServiceSettings } from '../../main/contract/settings.ts';
import { focusFirstInvalid } from '../elements/focus-first-invalid.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t, text } from '../text.ts';
import { AddressField, AdvancedFields, ApplicationFields } from './application-fields.tsx';
import { useServiceForm, type AddressAnswer } from './use-service-form.ts';

const answers: readonly AddressAnswer[] = ['same-service', 'other-service'];

type Props = {
  readonly settings: KnownSettings;
  readonly service: ServiceSettings;
  /** Whether the service is in use, so that it can't be removed. */
  readonly isInUse: boolean;
  readonly onSaved?: () => void;
};

export function ServiceForm({ settings, service, isInUse, onSaved }: Props) {
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
          <button
            type="button"
            className="button small-button"
            onClick={() => void store.order('account.setApplicationSecret', { service: service.id, secret: null })}
          >
            {t('window.service.secretRemove')}
          </button>
        </p>
      )}
      <fieldset>
        <legend>{t('window.settings.advanced')}</legend>
        <AdvancedFields form={form} />
      </fieldset>
      {isUnsaved && isOnList && <p className="dim small">{t('window.service.unsaved')}</p>}
      <p className="actions">
        <button type="submit" className="button main-button">
          {t('window.common.save')}
        </button>
        {isUnsaved && isOnList && (
          <button type="button" className="button" onClick={discard}>
            {t('window.service.discard')}
          </button>
        )}
        {isOnList && !isInUse && (
          <button
            type="button"
            className="button"
            onClick={() => void store.order('services.remove', { id: service.id })}
          >
            {t('window.settings.removeService', { name: service.name })}
          </button>
        )}
      </p>
      {/* Behind Save, which stays the button that Enter presses. */}
      {question && (
        <div role="alert">
          <p className="concern-text">{text(question.message)}</p>
          <p className="actions">
            {answers.map((answer) => (
              <button key={answer} type="submit" className="button" value={answer}>
                {answer === 'same-service' ? t('window.service.sameService') : t('window.service.otherService')}
              </button>
            ))}
          </p>
        </div>
      )}
    </form>
  );
}
