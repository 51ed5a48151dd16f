// Where a service is, and how the app signs in: with its own client secret, or through a broker.
import { Choices } from '../elements/choices.tsx';
import { Field } from '../elements/field.tsx';
import { t } from '../text.ts';
import type { ServiceForm } from './use-service-form.ts';

/** Returns the redirect URI to register. Port 0 stands for any port (RFC 8252, section 7.3). */
const redirectAddress = ({ field }: ServiceForm) => {
  const port = field('redirectPort').value.trim();
  return `http://127.0.0.1${port === '' || port === '0' ? '' : `:${port}`}${field('redirectPath').value}`;
};

export const AddressField = ({ form }: { readonly form: ServiceForm }) => (
  <Field
    label={t('window.service.address')}
    hint={t('window.service.addressHint')}
    type="url"
    {...form.field('address')}
  />
);

export function ApplicationFields({ form }: { readonly form: ServiceForm }) {
  const { field, secretField, mode } = form;
  return (
    <>
      <Field label={t('window.service.clientId')} {...field('clientId')} maxLength={200} />
      <Choices
        question={t('window.service.mode')}
        value={mode.value}
        onChange={mode.onChange}
        choices={[
          {
            value: 'own-application',
            label: t('window.service.ownApplication'),
            hint: t('window.service.ownApplicationHint'),
            more: <Field label={t('window.service.clientSecret')} {...secretField} />,
          },
          {
            value: 'broker',
            label: t('window.service.broker'),
            hint: t('window.service.brokerHint'),
            more: (
              <Field
                label={t('window.service.brokerAddress')}
                hint={t('window.service.addressHint')}
                type="url"
                {...field('brokerAddress')}
              />
            ),
          },
        ]}
      />
      <p className="dim small breakable">{t('window.service.redirect', { address: redirectAddress(form) })}</p>
    </>
  );
}
