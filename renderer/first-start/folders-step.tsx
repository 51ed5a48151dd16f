// The folder step of the first start: the folders with screenshots, each with a dry run, or any other folder.
import { useState } from 'react';
import type { SuggestedFolder } from '../../main/contract/folder-rules.ts';
import type { AppState } from '../../main/contract/state.ts';
import { AddFolder } from '../folders/add-folder.tsx';
import { DryRun } from '../folders/dry-run.tsx';
import { programName, suggestedFacts, useSuggestedFolders, watchSuggested } from '../folders/suggested-folders.tsx';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

type Props = { readonly app: AppState; readonly goOn: () => void };

export function FoldersStep({ app, goOn }: Props) {
  const store = useStore();
  const found = useSuggestedFolders();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isOther, setIsOther] = useState(false);
  const watched = new Set(app.folders.map(({ path }) => path));
  const offered = (found ?? []).filter(({ path }) => !watched.has(path));
  // Preselects the folder with the newest screenshots of a simulator.
  const likely = found?.find(({ approval, newest }) => !approval && newest !== null);
  const isChosen = (folder: SuggestedFolder) => changed.get(folder.path) ?? folder === likely;
  const chosen = offered.filter(isChosen);

  async function watch() {
    for (const folder of chosen) if (!(await watchSuggested(store, folder))) return;
    goOn();
  }

  return (
    <>
      {(offered.length > 0 || watched.size > 0) && (
        <ul className="setup-folders">
          {app.folders.map(({ path }) => (
            <li key={path}>{t('window.folder.watching', { path })}</li>
          ))}
          {offered.map((folder) => (
            <li key={folder.path}>
              <label className="setup-folder">
                <input
                  type="checkbox"
                  checked={isChosen(folder)}
                  onChange={({ target }) => setChanged(new Map(changed).set(folder.path, target.checked))}
                />
                <b>{programName(folder)}</b>
                <small className="dim mono breakable">{folder.path}</small>
                <small className="dim">{suggestedFacts(folder)}</small>
                {folder.approval && <small className="dim">{t('window.setup.approval')}</small>}
              </label>
              <DryRun path={folder.path} names={folder.names} approval={folder.approval} existing={false} />
            </li>
          ))}
        </ul>
      )}
      {found !== null && found.length === 0 && <p>{t('window.setup.noFolders')}</p>}
      {isOther || found?.length === 0 ? (
        <AddFolder canChoose={app.host.canChooseFolder} />
      ) : (
        <button type="button" className="link-button first-more" onClick={() => setIsOther(true)}>
          {t('window.setup.otherFolder')}
        </button>
      )}
      <div className="setup-end">
        <button type="button" className="button" onClick={goOn}>
          {t('window.setup.skip')}
        </button>
        <button type="button" className="button main-button large-button" onClick={() => void watch()}>
          {chosen.length === 0 ? t('window.setup.goOn') : t('window.setup.watch', { n: chosen.length })}
        </button>
      </div>
    </>
  );
}
