// Where files are dropped, and how else they are added. Always there, and never in the way.
import { type AppState, type FolderState, isForSame, shownFolders } from '../../main/contract/state.ts';
import { Button } from '../elements/button.tsx';
import type { OfferedImage } from '../../main/contract/strip.ts';
import { Icon } from '../elements/icon.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import { openView } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { draggedOffer } from '../store/drops.ts';
import { nameText, t } from '../text.ts';

type DropBarProps = {
  readonly app: AppState;
  /** While there is nothing else on the board. */
  readonly isLarge: boolean;
  readonly chooseFiles: () => void;
};

const folderText = (folder: FolderState, app: AppState) =>
  folder.pilot === null || (!app.showsEveryone && isForSame(folder, app))
    ? folder.name
    : `${folder.name} (${nameText(folder.pilot)})`;

export function DropBar({ app, isLarge, chooseFiles }: DropBarProps) {
  const { addFor } = useStore();
  const { folders, service, accounts } = app;
  // The header names the pilot who is shown.
  const current = app.showsEveryone ? accounts.find(({ isInUse }) => isInUse) : undefined;
  const shown = shownFolders(app);
  function sentence(asks: boolean) {
    const some = shown.filter(({ status, rules }) => status !== 'unavailable' && rules.approval === asks);
    const [n, names] = [some.length, some.map((folder) => folderText(folder, app))];
    return n > 0 && t('window.board.save', { folders: n > 2 ? [t('window.board.folders', { n })] : names, asks });
  }
  return (
    <div className={isLarge ? 'line drop-bar is-large' : 'line drop-bar'}>
      <Icon name="upload" />
      <span className="drop-bar-text">
        <b>{t('window.board.drop')}</b>{' '}
        <span className="dim">
          {sentence(false)} {sentence(true)}
        </span>{' '}
      </span>
      {folders.length > 0 && folders.every(({ added }) => added === 0) && (
        // Shows that it is the right folder, until the first screenshot comes from it.
        <Offered key={folders.map(({ path }) => path).join()} image="newest" isLarge={isLarge} />
      )}
      {service.kind === 'demo' && <Offered image="sample" isLarge={isLarge} />}
      {current && (
        <select
          aria-label={t('window.account.title')}
          value={current.id}
          onChange={(event) => void addFor(Number(event.currentTarget.value))}
        >
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {t('window.pilots.addedFor', { name })}
            </option>
          ))}
        </select>
      )}
      <span className="actions">
        {shown.length === 0 && <Button onClick={() => openView('files')}>{t('window.bay.watchFolder')}</Button>}
        <Button onClick={chooseFiles}>{t('window.bay.chooseFiles')}</Button>
      </span>
    </div>
  );
}

/** A screenshot that isn't a report yet, to be added by a click or by dragging it. Hidden where there is none. */
function Offered({ image, isLarge }: { readonly image: OfferedImage; readonly isLarge: boolean }) {
  const { addOffered } = useStore();
  const jobs = useWindow(({ app }) => Object.values(app?.bays ?? {}).reduce((sum, count) => sum + count, 0));
  return (
    <span className="offered" draggable onDragStart={(event) => event.dataTransfer.setData(draggedOffer, image)}>
      <ReportImage
        key={jobs}
        stripId={image}
        className="offered-image"
        box={isLarge ? { width: 240, height: 135 } : { width: 64, height: 36 }}
        label={null}
        otherwise={() => null}
      />
      <Button look={image === 'sample' && isLarge ? 'main' : 'link'} onClick={() => void addOffered(image)}>
        {t(image === 'sample' ? 'window.board.sample' : 'window.board.newest')}
      </Button>
    </span>
  );
}
