// A failure as it came: its words, the code in small print, and when the companion goes on by itself.
import type { Failure } from '../../main/contract/failure.ts';
import { utcTime } from '../format/moment.ts';
import { words } from '../words/words.ts';

export function FailureWords({ failure }: { readonly failure: Failure }) {
  return (
    <>
      <span>{failure.words}</span>
      {failure.retryAt !== undefined && <span> {words.retriesAt(utcTime(failure.retryAt))}</span>}
      {failure.code !== undefined && <small className="code-print">{words.code(failure.code)}</small>}
    </>
  );
}
