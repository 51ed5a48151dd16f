// What the desktop app does without its window: launch at login, what closing does, notifications.
import { useEffect, useState } from 'react';
import type { LaunchState } from '../../main/contract/commands.ts';
import { Choices } from '../elements/choices.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';

const HOUR_MS = 3_600_000;
const quietHours = [1, 4] as const;

const kinds = [
  ['notifyCompleted', 'completed'],
  ['notifyAttention', 'attention'],
  ['notifyRejected', 'rejected'],
  ['notifySignIn', 'signIn'],
  ['notifyFolder', 'other'],
] as const;

export function BackgroundSection({ settings, now }: { readonly settings: KnownSettings; readonly now: number }) {
  const { changeSettings } = useStore();
  const isQuiet = settings.quietUntil > now;
  return (
    <section className="card section" aria-labelledby="settings-background">
      <h2 id="settings-background">{t('background.title')}</h2>
      <LaunchChoice />
      <Choices
        question={t('background.close')}
        value={settings.onClose}
        choices={[
          { value: 'ask', label: t('background.closeChoice', { choice: 'ask' }) },
          { value: 'keep-running', label: t('background.closeChoice', { choice: 'keepRunning' }) },
          { value: 'quit', label: t('background.closeChoice', { choice: 'other' }) },
        ]}
        onChange={(onClose) => void changeSettings({ onClose })}
      />
      <fieldset className="asked">
        <legend>{t('background.notify')}</legend>
        <div className="asked-choices">
          {kinds.map(([name, kind]) => (
            <label key={name} className="choice">
              <input
                type="checkbox"
                checked={settings[name]}
                onChange={(event) => void changeSettings({ [name]: event.target.checked })}
              />
              {t('background.kind', { kind })}
            </label>
          ))}
        </div>
      </fieldset>
      {isQuiet && <p>{t('background.quietUntil', { at: settings.quietUntil })}</p>}
      <div className="row">
        {isQuiet ? (
          <button type="button" className="button" onClick={() => void changeSettings({ quietUntil: 0 })}>
            {t('background.quietEnd')}
          </button>
        ) : (
          quietHours.map((hours) => (
            <button
              key={hours}
              type="button"
              className="button"
              onClick={() => void changeSettings({ quietUntil: Math.round(now + hours * HOUR_MS) })}
            >
              {t('background.quiet', { hours })}
            </button>
          ))
        )}
      </div>
    </section>
  );
}

/** True to what the system says: it can be changed there as well. */
function LaunchChoice() {
  const { ask, order } = useStore();
  const [launch, setLaunch] = useState<LaunchState | null>(null);

  useEffect(() => {
    let isGone = false;
    const read = () =>
      void ask('launch.read', {}).then((result) => {
        if (!isGone && result.ok) setLaunch(result.value.launch);
      });
    read();
    addEventListener('focus', read);
    return () => {
      isGone = true;
      removeEventListener('focus', read);
    };
  }, [ask]);

  async function change(isWanted: boolean) {
    await order('launch.set', { atLogin: isWanted });
    const result = await ask('launch.read', {});
    if (result.ok) setLaunch(result.value.launch);
  }

  if (launch === null || launch === 'unavailable') return null;
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          checked={launch === 'on'}
          aria-describedby="launch-hint"
          onChange={(event) => void change(event.target.checked)}
        />
        {t('background.launch')}
      </label>
      <p id="launch-hint" className="dim small">
        {launch === 'blocked' ? t('background.launchBlocked') : t('background.launchHint')}
      </p>
    </div>
  );
}
