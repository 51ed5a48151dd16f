// A failure: its message, its code in small print, and when it is retried.
import { isDeclined, type Failure } from '../../main/contract/failure.ts';
import { useNow } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { codeText } from './code-text.ts';

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
