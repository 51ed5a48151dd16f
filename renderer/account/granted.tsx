// The granted permissions, and what isn't possible without the others. A missing permission to upload has its own
// notice.
import type { AppState } from '../../main/contract/state.ts';
import { t } from '../text.ts';

type SignedIn = Extract<AppState['account'], { status: 'signed-in' }>;

export function Granted({ account }: { readonly account: SignedIn }) {
  const missing = account.missing.filter((scope) => scope !== 'flights:write').map(missingText);
  return (
    <>
      <p className="dim small">{t('window.account.permissions', { scopes: account.scopes })}</p>
      {missing.map((sentence) => (
        <p className="small" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}

function missingText(scope: string): string {
  if (scope === 'flights:read') return t('window.account.missing', { scope: 'read' });
  if (scope === 'profile') return t('window.account.missing', { scope: 'profile' });
  return t('window.account.missingOther', { scope });
}
