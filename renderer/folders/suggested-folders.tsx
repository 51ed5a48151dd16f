// Screenshot folders on this computer that are not watched yet, each with a button that watches it.
import { useEffect, useState } from 'react';
import type { SuggestedFolder } from '../../main/contract/folder-rules.ts';
import { dateText } from '../format/date-format.ts';
import { useStore } from '../store/use-window.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t } from '../text.ts';
import { DryRun } from './dry-run.tsx';

/** Returns null until they are loaded. Loads them again when the watched folders change. */
export function useSuggestedFolders(): readonly SuggestedFolder[] | null {
  const store = useStore();
  const [found, setFound] = useState<readonly SuggestedFolder[] | null>(null);
  useEffect(() => {
    let isStale = false;
    void store.ask('folders.suggest', {}).then((result) => {
      // Suggestions are optional, so a failure is not shown.
      if (!isStale) setFound(result.ok ? result.value : []);
    });
    return () => {
      isStale = true;
    };
  }, [store]);
  return found;
}

export const programName = ({ program }: SuggestedFolder): string => program ?? t('window.folder.ofSystem');

/** Watches a suggested folder with the suggested rules. Returns whether that succeeded. */
export async function watchSuggested(store: WindowStore, { path, names, approval, program }: SuggestedFolder) {
  const rules = {
    ...(names !== null && { names }),
    ...(approval && { approval }),
    ...(program !== null && { label: program }),
  };
  const isWatched = await store.order('folders.add', { path, existing: false, rules });
  if (isWatched) store.notify(t('window.folder.watching', { path }));
  return isWatched;
}

/** Describes a suggested folder: the number of screenshots, and the date of the newest. */
export const suggestedFacts = ({ newest, images }: SuggestedFolder): string =>
  newest === null
    ? t('window.folder.suggestedNone')
    : t('window.folder.suggestedFacts', {
        n: images,
        day: dateText(newest),
      });

export function SuggestedFolders() {
  const store = useStore();
  const found = useSuggestedFolders();
  if (found === null || found.length === 0) return null;
  return (
    <section className="suggested" aria-labelledby="suggested-title">
      <h2 id="suggested-title">{t('window.folder.suggested')}</h2>
      <ul className="folders">
        {found.map((folder) => (
          <li key={folder.path} className="card folder">
            <div className="card-text">
              <h3>{programName(folder)}</h3>
              <span className="dim small mono breakable">{folder.path}</span>
              <span className="small">{suggestedFacts(folder)}</span>
              {folder.approval && <span className="small dim">{t('window.setup.approval')}</span>}
              <DryRun path={folder.path} names={folder.names} approval={folder.approval} existing={false} />
            </div>
            <span className="actions folder-actions">
              <button
                type="button"
                className="button"
                aria-label={t('window.folder.watchThis', { program: programName(folder) })}
                onClick={() => void watchSuggested(store, folder)}
              >
                {t('window.folder.add')}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
