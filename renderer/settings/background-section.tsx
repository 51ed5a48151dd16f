// The section about the desktop app in the background: launch at login, closing the window, notifications.
import { useNow, useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';
import { AwakeChoice, CloseChoice, LaunchChoice, NotificationChoices } from './background-choices.tsx';
import { quietHours, quietUntil } from '../commands/quiet-time.ts';
import { ShortcutField } from './shortcut-field.tsx';

type Props = { readonly settings: KnownSettings; readonly withoutTray: boolean };

export function BackgroundSection({ settings, withoutTray }: Props) {
  const { changeSettings } = useStore();
  const now = useNow();
  const isQuiet = settings.quietUntil > now;
  return (
    <section className="card section" aria-labelledby="settings-background">
      <h2 id="settings-background">{t('background.title')}</h2>
      <LaunchChoice />
      <CloseChoice settings={settings} />
      {withoutTray && <p className="dim small">{t('background.withoutTray')}</p>}
      <AwakeChoice settings={settings} />
      <ShortcutField settings={settings} />
      <NotificationChoices settings={settings} />
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
              onClick={() => void changeSettings({ quietUntil: quietUntil(hours, now) })}
            >
              {t('background.quiet', { hours })}
            </button>
          ))
        )}
      </div>
    </section>
  );
}
