// Updates of the desktop app: the cards on the board, and the section of the settings.
import { Button, IconButton } from '../elements/button.tsx';
import type { UpdateChannel } from '../../main/contract/settings.ts';
import type { AppState, UpdatesState, UpdateStep } from '../../main/contract/state.ts';
import { CheckChoice, Choices } from '../elements/form-fields.tsx';
import { FailureMessage } from '../elements/failure-message.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/settings.ts';
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
      <Button look="main" onClick={() => void changeSettings({ updateChecks: 'on' })}>
        {t('updates.agree')}
      </Button>
      <Button onClick={() => void changeSettings({ updateChecks: 'off' })}>{t('updates.decline')}</Button>
    </section>
  );
}

/** The notes are written in English. */
function ReleaseNotes({ news }: { readonly news: NonNullable<UpdatesState['news']> }) {
  const { send } = useStore();
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
      <IconButton icon="close" label={t('window.common.dismiss')} onClick={() => void send('updates.notesRead', {})} />
    </section>
  );
}

type SectionProps = { readonly updates: UpdatesState; readonly settings: KnownSettings; readonly version: string };

/** Updates of the desktop app: whether to check for them, the channel, and the progress. */
export function UpdatesSection({ updates, settings, version }: SectionProps) {
  const { changeSettings, send } = useStore();
  const { by, progress } = updates;
  const isOn = settings.updateChecks === 'on';
  const isBusy = ['checking', 'waiting', 'downloading', 'ready', 'restarting'].includes(progress.step);
  return (
    <section className="card section updates-section" aria-labelledby="settings-updates">
      <h2 id="settings-updates">{t('updates.title')}</h2>
      <p>{t('window.settings.version', { version })}</p>
      {by !== 'app' && <p>{t('updates.notHere', { by: by === 'system' ? 'system' : null })}</p>}
      {by === 'app' && (
        <>
          <CheckChoice
            label={t('updates.automatic')}
            hint={
              <>
                <p>{t('updates.privacy')}</p>
                <p>{t('updates.privacyServer')}</p>
              </>
            }
            isChecked={isOn}
            onChange={(isWanted) => void changeSettings({ updateChecks: isWanted ? 'on' : 'off' })}
          />
          <Choices<UpdateChannel>
            question={t('updates.channel')}
            value={settings.updateChannel}
            choices={[
              { value: 'stable', label: t('updates.channelChoice', { channel: null }) },
              { value: 'beta', label: t('updates.channelChoice', { channel: 'beta' }), hint: t('updates.betaHint') },
            ]}
            onChange={(updateChannel) => void changeSettings({ updateChannel })}
          />
          <output>
            <Progress progress={progress} />
          </output>
          {isOn && (
            <div className="row">
              <Button aria-disabled={isBusy} onClick={() => isBusy || void send('updates.check', {})}>
                {t('updates.checkNow')}
              </Button>
              {progress.step === 'ready' && <RestartButton />}
            </div>
          )}
        </>
      )}
    </section>
  );
}

function RestartButton() {
  const { send } = useStore();
  return (
    <Button look="main" onClick={() => void send('updates.restart', {})}>
      {t('updates.restart')}
    </Button>
  );
}

function Progress({ progress }: { readonly progress: UpdateStep }) {
  if (progress.step === 'failed') return <FailureMessage failure={progress.failure} />;
  const message = progressText(progress);
  return message === null ? null : <span>{message}</span>;
}

function progressText(progress: Exclude<UpdateStep, { step: 'failed' }>): string | null {
  switch (progress.step) {
    case 'idle':
      return null;
    case 'checking':
      return t('updates.checking');
    case 'current':
      return progress.older === null
        ? t('updates.current', { at: progress.at })
        : t('updates.older', { version: progress.older });
    case 'waiting':
      return t('updates.waiting', progress);
    case 'downloading':
      return t('updates.downloading', { version: progress.version, share: progress.percent / 100 });
    case 'ready':
      return t('updates.ready', progress);
    case 'restarting':
      return t('updates.restarting');
  }
}
