// Explains on an empty board how to add the first reports.
import { openView } from '../elements/use-view.ts';
import { t } from '../text.ts';

export function Invitation({ hasFolders, chooseFiles }: { hasFolders: boolean; chooseFiles: () => void }) {
  return (
    <div className="strip empty bay-queue">
      <i className="edge" aria-hidden="true" />
      <span className="thumb dashed" aria-hidden="true" />
      <span className="cell empty-text">
        <b>{t('window.bay.queueEmpty')}</b>
        <span className="small dim">{t('window.bay.queueEmptyText')}</span>
      </span>
      <span className="begin">
        <button type="button" className="button main-button" onClick={chooseFiles}>
          {t('window.bay.chooseFiles')}
        </button>
        {!hasFolders && <span className="dim">{t('window.bay.or')}</span>}
        {!hasFolders && (
          <button type="button" className="button" onClick={() => openView('folders')}>
            {t('window.bay.watchFolder')}
          </button>
        )}
      </span>
    </div>
  );
}
