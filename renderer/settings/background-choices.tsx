// Choices about the desktop app in the background, for the settings and the first start.
import { useEffect, useState } from 'react';
import type { LaunchState } from '../../main/contract/commands.ts';
import { Choices } from '../elements/choices.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';

const kinds = [
  ['notifyCompleted', 'completed'],
  ['notifyArchived', 'archived'],
  ['notifyAttention', 'attention'],
  ['notifyRejected', 'rejected'],
  ['notifySignIn', 'signIn'],
  ['notifyFolder', 'other'],
] as const;

type Props = { readonly settings: KnownSettings };

export function NotificationChoices({ settings }: Props) {
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

export function CloseChoice({ settings }: Props) {
  const { changeSettings } = useStore();
  return (
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

export function AwakeChoice({ settings }: Props) {
  const { changeSettings } = useStore();
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          checked={settings.keepAwake}
          aria-describedby="awake-hint"
          onChange={(event) => void changeSettings({ keepAwake: event.target.checked })}
        />
        {t('background.awake')}
      </label>
      <p id="awake-hint" className="dim small">
        {t('background.awakeHint')}
      </p>
    </div>
  );
}
