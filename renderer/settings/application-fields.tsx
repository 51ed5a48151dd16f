// Where a service is, how the app signs in (with its own client secret, or through a broker), and advanced settings.
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

export function AdvancedFields({ form: { field } }: { readonly form: ServiceForm }) {
  return (
    <>
      <p className="dim small">{t('window.settings.advancedText')}</p>
      <Field label={t('window.service.authorizePath')} {...field('authorizePath')} className="mono" />
      <Field label={t('window.service.redirectPath')} {...field('redirectPath')} className="mono" />
      <Field
        label={t('window.service.redirectPort')}
        hint={t('window.service.redirectPortHint')}
        inputMode="numeric"
        {...field('redirectPort')}
      />
      <Field
        label={t('window.service.issuer')}
        hint={t('window.service.issuerHint')}
        type="url"
        {...field('issuer')}
        maxLength={200}
      />
      <Field label={t('window.service.scopes')} {...field('scopes')} className="mono" />
      <Field
        label={t('window.service.flightPage')}
        hint={t('window.service.flightPageHint')}
        {...field('flightPage')}
        maxLength={300}
      />
      <Field label={t('window.service.zone')} hint={t('window.service.zoneHint')} {...field('zone')} />
    </>
  );
}
