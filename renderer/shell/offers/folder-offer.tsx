// Offers to watch a dropped folder, with a dry run.
import { DryRun } from '../../folders/dry-run.tsx';
import { ModalSheet } from './modal-sheet.tsx';
import { useStore } from '../../store/use-window.ts';
import { t, text } from '../../text.ts';

type Props = { readonly path: string; readonly close: () => void };

export function FolderOffer({ path, close }: Props) {
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
