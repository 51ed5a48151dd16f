// The files that the app knows of: the watched folders, and what was decided about each file.
import type { AppState } from '../../main/contract/state.ts';
import { useViewSubject } from '../elements/use-view.ts';
import { Folders } from '../folders/folders-view.tsx';
import { t } from '../text.ts';
import { Decisions } from './decisions.tsx';
import { queryOf } from './file-query.ts';

export function FilesView({ app }: { readonly app: AppState }) {
  const asked = queryOf(useViewSubject());
  return (
    <main className="page files" id="main" tabIndex={-1} data-asked={asked !== null}>
      <h1 className="off-screen">{t('window.nav.view', { view: 'files' })}</h1>
      {/* Kept while a history is open, with a form that may be open in it. */}
      <div hidden={asked !== null}>
        <Folders app={app} />
      </div>
      <Decisions asked={asked} />
    </main>
  );
}
