// Shows an opened preset with its address and offers to sign in. Nothing is sent before the pilot agrees.
import type { Preset } from '../../../main/contract/settings.ts';
import { ModalSheet } from './modal-sheet.tsx';
import { ServiceLogo } from '../../images/report-image.tsx';
import { openView } from '../../elements/use-view.ts';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t, text } from '../../text.ts';

type Props = { readonly preset: Preset; readonly isBegun: boolean; readonly close: () => void };

export function PresetOffer({ preset, isBegun, close }: Props) {
  const store = useStore();
  const settings = useWindow((state) => state.settings);
  const { name: service, address, brokerAddress = '', logo } = preset;
  const known = settings?.services.find((one) => one.address === address);
  const named = settings?.services.find((one) => one.name === service && one.address !== '' && one.address !== address);
  // As when it is added: existing settings for the address stay.
  const isOwn = known === undefined ? brokerAddress === '' : known.mode === 'own-application';
  const needsSecret = isOwn && !(known && settings?.withSecret.includes(known.id));

  async function agree(): Promise<string | null> {
    const used = await store.ask('presets.use', preset);
    if (!used.ok) return text(used.failure.message);
    close();
    const profile = used.value;
    if (needsSecret && !isBegun) return null;
    if (!(await store.order('profile.choose', { profile }))) return null;
    if (needsSecret) openView('settings');
    else {
      openView('board');
      await store.signIn();
    }
    return null;
  }

  return (
    <ModalSheet
      title={t('window.offer.title', { service })}
      close={close}
      agree={agree}
      action={needsSecret ? t('window.offer.add', { service }) : t('window.first.signIn', { service })}
    >
      {logo !== undefined && <ServiceLogo logo={logo} />}
      <p>{t('window.offer.text')}</p>
      <dl className="offer-facts">
        <div>
          <dt>{t('window.service.address')}</dt>
          <dd className="mono breakable">{address}</dd>
        </div>
        {brokerAddress !== '' && (
          <div>
            <dt>{t('window.service.brokerAddress')}</dt>
            <dd className="mono breakable">{brokerAddress}</dd>
          </div>
        )}
      </dl>
      {named && <p className="concern-text">{t('window.offer.sameName', { address: named.address })}</p>}
    </ModalSheet>
  );
}
