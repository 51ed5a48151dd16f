// A failure as it came: its words, the code in small print, and when the companion goes on by itself.
import type { Failure } from '../../main/contract/failure.ts';
import { utcTime } from '../format/moment.ts';
import { useNow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { codeWords } from './code-words.ts';
import { text } from '../text.ts';

export function FailureMessage({ failure }: { readonly failure: Failure }) {
  const now = useNow(failure.retryAt !== undefined);
  const code = failure.code === undefined ? null : codeWords(failure.code);
  return (
    <>
      <span>{text(failure.message)}</span>
      {failure.retryAt !== undefined && failure.retryAt > now && (
        <span> {words.retriesAt(utcTime(failure.retryAt))}</span>
      )}
      {code !== null && <small className="code-print">{code}</small>}
    </>
  );
}
