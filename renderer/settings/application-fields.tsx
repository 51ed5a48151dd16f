// The application that signs in: whose it is, so who holds its secret, and what has to be known of it.
import { Choices } from '../elements/choices.tsx';
import { Field } from '../elements/field.tsx';
import { words } from '../words/words.ts';
import type { ServiceForm } from './use-service-form.ts';

const f = words.fields;

/** What the service has to know of this computer. Any port will do where none is fixed (RFC 8252, section 7.3). */
const redirectAddress = ({ field }: ServiceForm) => {
  const port = field('redirectPort').value.trim();
  return `http://127.0.0.1${port === '' || port === '0' ? '' : `:${port}`}${field('redirectPath').value}`;
};

export function ApplicationFields({ form }: { readonly form: ServiceForm }) {
  const { field, secretField, mode } = form;
  return (
    <>
      <Field label={f.clientId} {...field('clientId')} maxLength={200} />
      <Choices
        question={f.mode}
        value={mode.value}
        onChange={mode.onChange}
        choices={[
          {
            value: 'own-application',
            label: f.modes['own-application'],
            hint: f.modeHints['own-application'],
            more: <Field label={f.secret} {...secretField} />,
          },
          {
            value: 'broker',
            label: f.modes.broker,
            hint: f.modeHints.broker,
            more: <Field label={f.brokerAddress} hint={f.addressHint} type="url" {...field('brokerAddress')} />,
          },
        ]}
      />
      <p className="dim small breakable">{f.redirect(redirectAddress(form))}</p>
    </>
  );
}
