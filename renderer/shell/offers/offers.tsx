// Shows questions about presets and folders that were opened with the app or dropped on it, one at a time.
import type { AppState } from '../../../main/contract/state.ts';
import { useStore, useWindow } from '../../store/use-window.ts';
import { FolderOffer } from './folder-offer.tsx';
import { PresetOffer } from './preset-offer.tsx';

export function Offers({ app }: { readonly app: AppState }) {
  const { endOffer } = useStore();
  const offers = useWindow((state) => state.offers);
  // Folders belong to a service, so they wait until one is chosen.
  const offer = offers.find(({ kind }) => kind === 'preset' || app.begun);
  if (offer === undefined) return null;
  const close = () => endOffer(offer);
  return offer.kind === 'preset' ? (
    <PresetOffer key={JSON.stringify(offer)} preset={offer.preset} isBegun={app.begun} close={close} />
  ) : (
    <FolderOffer key={offer.path} path={offer.path} close={close} />
  );
}
