// The desktop app in the background: launch at login, closing the window, notifications, and the system-wide shortcut.
// The first start asks some of it.
import { Button } from '../elements/button.tsx';
import { type KeyboardEvent, useReducer } from 'react';
import { quietHours, quietUntil } from '../commands/settings-sections.ts';
import { Check, CheckChoice, Choices, Field } from '../elements/form-fields.tsx';
import { useWindowEvent } from '../elements/use-keydown.ts';
import { useNow, useStore } from '../store/use-window.ts';
import { nothing, useAnswer } from '../store/use-answer.ts';
import type { KnownSettings } from '../store/settings.ts';
import { t } from '../text.ts';

type BackgroundSectionProps = { readonly settings: KnownSettings; readonly withoutTray: boolean };

export function BackgroundSection({ settings, withoutTray }: BackgroundSectionProps) {
  const { changeSettings } = useStore();
  const now = useNow();
  const isQuiet = settings.quietUntil > now;
  return (
    <section className="card section" aria-labelledby="settings-background">
      <h2 id="settings-background">{t('background.title')}</h2>
      <LaunchChoice />
      <CloseChoice settings={settings} />
      {withoutTray && <p className="dim small">{t('background.withoutTray')}</p>}
      <CheckChoice
        label={t('background.awake')}
        hint={t('background.awakeHint')}
        isChecked={settings.keepAwake}
        onChange={(keepAwake) => void changeSettings({ keepAwake })}
      />
      <ShortcutField settings={settings} />
      <NotificationChoices settings={settings} />
      {isQuiet && <p>{t('background.quietUntil', { at: settings.quietUntil })}</p>}
      <div className="row">
        {isQuiet ? (
          <Button onClick={() => void changeSettings({ quietUntil: 0 })}>{t('background.quietEnd')}</Button>
        ) : (
          quietHours.map((hours) => (
            <Button key={hours} onClick={() => void changeSettings({ quietUntil: quietUntil(hours, now) })}>
              {t('background.quiet', { hours })}
            </Button>
          ))
        )}
      </div>
    </section>
  );
}

const kinds = [
  ['notifyCompleted', 'completed'],
  ['notifyArchived', 'archived'],
  ['notifyAttention', 'attention'],
  ['notifyRejected', 'rejected'],
  ['notifySignIn', 'signIn'],
  ['notifyFolder', null],
] as const;

type ChoiceProps = { readonly settings: KnownSettings };

export function NotificationChoices({ settings }: ChoiceProps) {
  const { changeSettings } = useStore();
  return (
    <fieldset className="asked">
      <legend>{t('background.notify')}</legend>
      <div className="asked-choices">
        {kinds.map(([name, kind]) => (
          <Check key={name} checked={settings[name]} onChange={(isOn) => void changeSettings({ [name]: isOn })}>
            {t('background.kind', { kind })}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}

export function CloseChoice({ settings }: ChoiceProps) {
  const { changeSettings } = useStore();
  return (
    <Choices
      question={t('background.close')}
      value={settings.onClose}
      choices={[
        { value: 'ask', label: t('background.closeChoice', { choice: 'ask' }) },
        { value: 'keep-running', label: t('background.closeChoice', { choice: 'keepRunning' }) },
        { value: 'quit', label: t('background.closeChoice', { choice: null }) },
      ]}
      onChange={(onClose) => void changeSettings({ onClose })}
    />
  );
}

/** Shows the system's state, which can also be changed there. */
export function LaunchChoice() {
  const { send } = useStore();
  const [revision, readAgain] = useReducer((count: number) => count + 1, 0);
  const launch = useAnswer('launch.read', nothing, String(revision)).value?.launch ?? null;

  useWindowEvent('focus', readAgain);

  async function change(isWanted: boolean) {
    await send('launch.set', { atLogin: isWanted });
    readAgain();
  }

  if (launch === null || launch === 'unavailable') return null;
  return (
    <CheckChoice
      label={t('background.launch')}
      hint={<p>{launch === 'blocked' ? t('background.launchBlocked') : t('background.launchHint')}</p>}
      isChecked={launch === 'on'}
      onChange={(isWanted) => void change(isWanted)}
    />
  );
}

const clearing: readonly string[] = ['Backspace', 'Delete'];

/** The field for the system-wide shortcut that adds the newest screenshot. It is set by pressing its keys. */
function ShortcutField({ settings }: { readonly settings: KnownSettings }) {
  const { changeSettings } = useStore();
  const { captureShortcut } = settings;
  const [revision, readAgain] = useReducer((count: number) => count + 1, 0);
  const state = useAnswer('shortcut.read', nothing, String(revision)).value?.shortcut ?? null;

  async function change(wanted: string) {
    await changeSettings({ captureShortcut: wanted });
    readAgain();
  }

  function press(event: KeyboardEvent) {
    const wanted = clearing.includes(event.key) ? '' : acceleratorOf(event);
    if (wanted === null) return;
    event.preventDefault();
    void change(wanted);
  }

  if (state === null || state === 'unavailable') return null;
  return (
    <Field
      label={t('background.shortcut')}
      hint={state === 'asked' ? t('background.shortcutAsked', { keys: captureShortcut }) : t('background.shortcutHint')}
      error={state === 'refused' ? t('background.shortcutTaken', { keys: captureShortcut }) : undefined}
      className="mono"
      readOnly
      placeholder={t('background.shortcutOff')}
      value={captureShortcut}
      onKeyDown={press}
    />
  );
}

type Pressed = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
};

/**
 * Converts a key press to an Electron accelerator, such as Control+Shift+U. Returns null for a key that types a character
 * and for a modifier alone. Function keys need no modifier.
 */
export function acceleratorOf({ key, code, ctrlKey, altKey, shiftKey, metaKey }: Pressed): string | null {
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.test(key);
  // Alt and Shift change the typed character, so the physical key is used.
  const named = /^[a-z0-9]$/i.test(key) ? key.toUpperCase() : (/^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? null);
  const main = isFunction ? key : named;
  if (main === null || !(isFunction || ctrlKey || altKey || metaKey)) return null;
  const modifiers = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'];
  return [...modifiers.filter(Boolean), main].join('+');
}
