// Questions about presets and folders that were opened with the app or dropped on it, and before a sign-out, one at a time.
import { Button } from '../elements/button.tsx';
import { Sheet, useModal } from '../elements/sheet.tsx';
import { type ReactNode, useState } from 'react';
import type { Preset } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { openView } from '../elements/use-view.ts';
import { DryRun } from '../folders/dry-run.tsx';
import { ServiceLogo } from '../elements/service-logo.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { Offer } from '../store/window-state.ts';
import { t, text } from '../text.ts';
import { Announcements } from './notices.tsx';

export function Offers({ app }: { readonly app: AppState }) {
  const { endOffer } = useStore();
  const offers = useWindow((state) => state.offers);
  // Folders belong to a service, so they wait until one is chosen.
  const offer = offers.find(({ kind }) => kind === 'preset' || app.begun);
  if (offer === undefined) return null;
  const close = () => endOffer(offer);
  if (offer.kind === 'preset')
    return <PresetOffer key={JSON.stringify(offer)} preset={offer.preset} isBegun={app.begun} close={close} />;
  if (offer.kind === 'folder') return <FolderOffer key={offer.path} path={offer.path} close={close} />;
  return <SignOut {...offer} close={close} />;
}

/** There is no undo: the service has forgotten the sign-in. */
function SignOut({ id, name, close }: Extract<Offer, { kind: 'sign-out' }> & { readonly close: () => void }) {
  const store = useStore();
  const title = t('window.pilots.signOutTitle', { name });
  async function agree() {
    close();
    await store.send('account.signOut', { id });
    return null;
  }
  return (
    <ModalSheet title={title} close={close} agree={agree} action={t('window.account.signOut')}>
      <p>{t('window.pilots.signOutText')}</p>
    </ModalSheet>
  );
}

type PresetOfferProps = { readonly preset: Preset; readonly isBegun: boolean; readonly close: () => void };

/** Shows an opened preset with its address and offers to sign in. Nothing is sent before the pilot agrees. */
function PresetOffer({ preset, isBegun, close }: PresetOfferProps) {
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
    if (!(await store.send('profile.choose', { profile }))) return null;
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

type FolderOfferProps = { readonly path: string; readonly close: () => void };

/** Offers to watch a dropped folder, with a dry run. */
function FolderOffer({ path, close }: FolderOfferProps) {
  const store = useStore();

  async function agree(): Promise<string | null> {
    const result = await store.ask('folders.add', { path, existing: false });
    if (!result.ok) return text(result.failure.message);
    close();
    store.notify(t('window.folder.watching', { path }));
    return null;
  }

  return (
    <ModalSheet title={t('window.offer.folderTitle')} close={close} agree={agree} action={t('window.folder.add')}>
      <p className="mono breakable">{path}</p>
      <p className="dim">{t('window.offer.folderText')}</p>
      <DryRun path={path} names={null} approval={null} existing={false} />
    </ModalSheet>
  );
}

type ModalSheetProps = {
  readonly title: string;
  readonly close: () => void;
  /** The label of the main button. */
  readonly action: string;
  /** Returns an error message, or null if it succeeded. */
  readonly agree: () => Promise<string | null>;
  readonly children: ReactNode;
};

/** A modal question. Escape and Cancel change nothing. */
function ModalSheet({ title, close, action, agree, children }: ModalSheetProps) {
  const ref = useModal();
  const [error, setError] = useState<string | null>(null);
  return (
    <Sheet ref={ref} className="question" title={title} close={close}>
      {children}
      {error !== null && (
        <p className="invalid" role="alert">
          {error}
        </p>
      )}
      <div className="line setup-end">
        <Button onClick={() => ref.current?.close()}>{t('window.common.cancel')}</Button>
        <Button look="main" onClick={() => void agree().then(setError)}>
          {action}
        </Button>
      </div>
      <Announcements />
    </Sheet>
  );
}
