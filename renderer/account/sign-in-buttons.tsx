// The buttons of a pilot who isn't signed in: open the settings, sign in again, add another pilot.
import type { Failure } from '../../main/contract/failure.ts';
import { openView } from '../elements/use-view.ts';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

type Props = { readonly why: Failure | null; readonly label: string };

export function SignInButtons({ why, label }: Props) {
  const { signIn } = useStore();
  const needsSettings = why?.requiredAction === 'settings';
  return (
    <span className="actions">
      {needsSettings && (
        <button type="button" className="button main-button" onClick={() => openView('settings')}>
          {t('window.action.name', { action: 'openSettings' })}
        </button>
      )}
      <button type="button" className={needsSettings ? 'button' : 'button main-button'} onClick={() => void signIn()}>
        {label}
      </button>
      {why?.kind === 'other-pilot' && (
        <button type="button" className="button" onClick={() => void signIn({ otherPilot: true })}>
          {t('window.pilots.add')}
        </button>
      )}
    </span>
  );
}
