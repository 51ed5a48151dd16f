// A failure: its message, its code in small print, and when it is retried.
import { codeOwner, type Failure, isDeclined } from '../../main/contract/failure.ts';
import { useNow } from '../store/use-window.ts';
import { t, text } from '../text.ts';

export function FailureMessage({ failure }: { readonly failure: Failure }) {
  const now = useNow(failure.retryAt !== undefined);
  const code = failure.code === undefined || isDeclined(failure) ? null : codeText(failure.code);
  return (
    <>
      <span>{text(failure.message)}</span>
      {failure.retryAt !== undefined && failure.retryAt > now && (
        <span> {t('window.common.retryingAt', { at: failure.retryAt })}</span>
      )}
      {code !== null && <small className="code-print">{code}</small>}
    </>
  );
}

/** A failure in a box of its own, announced immediately; nothing without one. */
export const FailureNote = ({ failure }: { readonly failure: Failure | null }) =>
  failure && (
    <p className="concern-text" role="alert">
      <FailureMessage failure={failure} />
    </p>
  );

// The small print under a failure: its error code, and whether that is the service's, the system's or the proxy's.

/** Returns null if the code means nothing to a pilot. */
export function codeText(code: string): string | null {
  switch (codeOwner(code)) {
    case 'service':
      return t('window.common.serviceCode', { code });
    case 'computer':
      return t('window.common.systemCode', { code });
    case 'proxy':
      return t('window.common.proxyCode', { code: code.replace('proxy: ', '') });
    case null:
      return null;
  }
}
