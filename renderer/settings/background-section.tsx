// The desktop app in the background: launch at login, closing the window, notifications, and the system-wide shortcut.
// The first start asks some of it.
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { LaunchState, ShortcutState } from '../../main/contract/commands.ts';
import { quietHours, quietUntil } from '../commands/settings-sections.ts';
import { Choices, Field } from '../elements/form-fields.tsx';
import { useNow, useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
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
    <CheckChoice
      id="launch-hint"
      label={t('background.launch')}
      hint={launch === 'blocked' ? t('background.launchBlocked') : t('background.launchHint')}
      isChecked={launch === 'on'}
      onChange={(isWanted) => void change(isWanted)}
    />
  );
}

function AwakeChoice({ settings }: ChoiceProps) {
  const { changeSettings } = useStore();
  return (
    <CheckChoice
      id="awake-hint"
      label={t('background.awake')}
      hint={t('background.awakeHint')}
      isChecked={settings.keepAwake}
      onChange={(keepAwake) => void changeSettings({ keepAwake })}
    />
  );
}

type CheckChoiceProps = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

function CheckChoice({ id, label, hint, isChecked, onChange }: CheckChoiceProps) {
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={id} className="dim small">
        {hint}
      </p>
    </div>
  );
}

const clearing: readonly string[] = ['Backspace', 'Delete'];

/** The field for the system-wide shortcut that adds the newest screenshot. It is set by pressing its keys. */
function ShortcutField({ settings }: { readonly settings: KnownSettings }) {
  const { ask, changeSettings } = useStore();
  const [state, setState] = useState<ShortcutState | null>(null);
  const { captureShortcut } = settings;

  useEffect(() => {
    let isGone = false;
    void ask('shortcut.read', {}).then((result) => {
      if (!isGone && result.ok) setState(result.value.shortcut);
    });
    return () => {
      isGone = true;
    };
  }, [ask]);

  async function change(wanted: string) {
    await changeSettings({ captureShortcut: wanted });
    const result = await ask('shortcut.read', {});
    if (result.ok) setState(result.value.shortcut);
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
