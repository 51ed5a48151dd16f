// Cards about updates on the board: the question about update checks, the release notes, and an update that is ready.
import type { AppState, UpdatesState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { RestartButton } from '../settings/updates-section.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';

export function UpdateNotice({ app }: { readonly app: AppState }) {
  const checks = useWindow((state) => state.settings?.updateChecks);
  const { updates, account } = app;
  if (!updates) return null;
  return (
    <>
      {updates.news && updates.news.notes.length > 0 && <ReleaseNotes news={updates.news} />}
      {updates.by === 'app' && checks === 'ask' && account.status === 'signed-in' && <Question />}
      {updates.progress.step === 'ready' && (
        <section className="card" aria-label={t('updates.title')}>
          <div className="card-text">
            <span>{t('updates.ready', updates.progress)}</span>
          </div>
          <RestartButton />
        </section>
      )}
    </>
  );
}

/** Not shown again: the answer becomes a setting. */
function Question() {
  const { changeSettings } = useStore();
  return (
    <section className="card" aria-label={t('updates.askTitle')}>
      <div className="card-text">
        <strong>{t('updates.askTitle')}</strong>
        <span>{t('updates.privacy')}</span>
        <span>{t('updates.privacyServer')}</span>
      </div>
      <button type="button" className="button main-button" onClick={() => void changeSettings({ updateChecks: 'on' })}>
        {t('updates.agree')}
      </button>
      <button type="button" className="button" onClick={() => void changeSettings({ updateChecks: 'off' })}>
        {t('updates.decline')}
      </button>
    </section>
  );
}

/** The notes are written in English. */
function ReleaseNotes({ news }: { readonly news: NonNullable<UpdatesState['news']> }) {
  const { order } = useStore();
  const title = t('updates.whatsNew', { version: news.version });
  return (
    <section className="card release-notes" aria-label={title}>
      <div className="card-text">
        <strong>{title}</strong>
        <ul lang="en">
          {news.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={t('window.common.dismiss')}
        onClick={() => void order('updates.notesRead', {})}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
