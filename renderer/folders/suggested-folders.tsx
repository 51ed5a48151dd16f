// Folders of screenshots that are on this computer and not watched yet, each with one button to watch it.
import { useEffect, useState } from 'react';
import type { SuggestedFolder } from '../../main/contract/folder-rules.ts';
import { dayText } from '../format/day.ts';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';
import { DryRun } from './dry-run.tsx';

/** Asked once: with a key of the watched folders, again when those change. */
export function SuggestedFolders() {
  const store = useStore();
  const [found, setFound] = useState<readonly SuggestedFolder[]>([]);
  useEffect(() => {
    let isOvertaken = false;
    void store.ask('folders.suggest', {}).then((result) => {
      // Nothing is lost without a suggestion.
      if (!isOvertaken && result.ok) setFound(result.value);
    });
    return () => {
      isOvertaken = true;
    };
  }, [store]);

  async function watch({ path, names }: SuggestedFolder) {
    const rules = names === null ? {} : { names };
    if (await store.order('folders.add', { path, existing: false, rules }))
      store.notify(t('window.folder.watching', { path }));
  }

  if (found.length === 0) return null;
  return (
    <section className="suggested" aria-labelledby="suggested-title">
      <h2 id="suggested-title">{t('window.folder.suggested')}</h2>
      <ul className="folders">
        {found.map((folder) => (
          <li key={folder.path} className="card folder">
            <div className="card-text">
              <h3>{folder.program}</h3>
              <span className="dim small mono breakable">{folder.path}</span>
              <span className="small">
                {folder.newest === null
                  ? t('window.folder.suggestedNone')
                  : t('window.folder.suggestedFacts', {
                      n: folder.images,
                      day: dayText(new Date(folder.newest).toISOString().slice(0, 10)),
                    })}
              </span>
              <DryRun path={folder.path} names={folder.names} approval={null} existing />
            </div>
            <span className="actions folder-actions">
              <button
                type="button"
                className="button"
                aria-label={t('window.folder.watchThis', { program: folder.program })}
                onClick={() => void watch(folder)}
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
