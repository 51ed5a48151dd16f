// Where files are dropped, and how else they are added. Always there, and never in the way.
import type { AppState, FolderState } from '../../main/contract/state.ts';
import { Button } from '../elements/button.tsx';
import { Icon } from '../elements/icon.tsx';
import { openView } from '../elements/use-view.ts';
import { useStore } from '../store/use-window.ts';
import { nameText, t } from '../text.ts';

type DropBarProps = {
  readonly app: AppState;
  /** While there is nothing else on the board. */
  readonly isLarge: boolean;
  readonly chooseFiles: () => void;
};

/** Whether the reports of a folder are those of the pilot who is shown alone. */
export const isOwn = ({ pilot, rules }: FolderState, { accounts, showsEveryone }: AppState) =>
  pilot === null || (!showsEveryone && accounts.some(({ id, isInUse }) => isInUse && id === rules.pilot));
const folderText = (folder: FolderState, app: AppState) =>
  isOwn(folder, app) || folder.pilot === null ? folder.name : `${folder.name} (${nameText(folder.pilot)})`;

export function DropBar({ app, isLarge, chooseFiles }: DropBarProps) {
  const { send } = useStore();
  const { folders, service, accounts } = app;
  // The header names the pilot who is shown.
  const current = app.showsEveryone ? accounts.find(({ isInUse }) => isInUse) : undefined;
  async function addFor(id: number) {
    await send('accounts.use', { id });
    await send('accounts.showEveryone', {});
  }
  return (
    <div className={isLarge ? 'line drop-bar is-large' : 'line drop-bar'}>
      <Icon name="upload" />
      <span className="drop-bar-text">
        <b>{t('window.board.drop')}</b>{' '}
        <span className="dim">
          {folders.length > 2 && t('window.board.saveAny', { n: folders.length })}
          {(folders.length === 1 || folders.length === 2) &&
            t('window.board.save', { folders: folders.map((folder) => folderText(folder, app)) })}
        </span>{' '}
      </span>
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
        {service.kind === 'demo' && (
          <Button look={isLarge ? 'main' : 'plain'} onClick={() => void send('service.addSampleReport', {})}>
            {t('window.board.sample')}
          </Button>
        )}
        {folders.length === 0 && <Button onClick={() => openView('files')}>{t('window.bay.watchFolder')}</Button>}
        <Button onClick={chooseFiles}>{t('window.bay.chooseFiles')}</Button>
      </span>
    </div>
  );
}
