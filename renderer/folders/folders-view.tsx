// The watched folders.
import type { AppState } from '../../main/contract/state.ts';
import { t } from '../text.ts';
import { AddFolder } from './add-folder.tsx';
import { FolderCard } from './folder-card.tsx';
import { SuggestedFolders } from './suggested-folders.tsx';

export function FoldersView({ app }: { readonly app: AppState }) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{t('window.folder.title')}</h1>
      <p className="dim lead">{t('window.folder.lead')}</p>
      {app.folders.length === 0 && (
        <div className="strip empty bay-queue">
          <i className="edge" aria-hidden="true" />
          <span className="thumb dashed" aria-hidden="true" />
          <span className="cell empty-text">
            <b>{t('window.folder.none')}</b>
            <span className="small dim">{t('window.folder.noneText')}</span>
          </span>
        </div>
      )}
      {app.folders.length > 0 && (
        <ul className="folders">
          {app.folders.map((folder) => (
            <FolderCard key={folder.id} folder={folder} canTrash={app.host.canTrash} />
          ))}
        </ul>
      )}
      <SuggestedFolders key={app.folders.map(({ path }) => path).join('\n')} />
      <AddFolder canChoose={app.host.canChooseFolder} />
    </main>
  );
}
