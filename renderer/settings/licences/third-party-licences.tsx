// In the section About: the app's own licence, and a button for the third-party licences.
import { lazy, Suspense, useState } from 'react';
import { t } from '../../text.ts';

const LicencesDialog = lazy(() => import('./licences-dialog.tsx'));

export function ThirdPartyLicences() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <p className="dim small">{t('window.licences.own', { licence: 'MIT' })}</p>
      <p>
        <button type="button" className="button" onClick={() => setShown(true)}>
          {t('window.licences.title')}
        </button>
      </p>
      {isShown && (
        <Suspense fallback={<p className="dim">{t('window.common.reading')}</p>}>
          <LicencesDialog close={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}
