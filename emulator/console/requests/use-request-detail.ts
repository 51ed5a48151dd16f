// Loads one request with its bodies, again when it ends. It stays loaded even if the journal is cleared.
import { useEffect, useRef, useState } from 'react';
import type { JournalDetail } from '../../api-types.ts';
import { CallError } from '../link/control-client.ts';
import { useCell } from '../store/cell.ts';
import { messages } from '../messages/messages.ts';
import { isLinked } from './request-link.ts';
import type { LinkedRequest } from './request-link.ts';
import { useConsole } from '../store/use-console.ts';

type DetailReading = { kind: 'reading' } | { kind: 'read'; detail: JournalDetail } | { kind: 'gone'; message: string };

export function useRequestDetail({ id, atMs }: LinkedRequest): DetailReading {
  const { calls, journal } = useConsole();
  const [reading, setReading] = useState<DetailReading>({ kind: 'reading' });
  const hasRead = useRef(false);
  const { entries } = useCell(journal.snapshot);
  const outcome = entries.find((entry) => entry.id === id)?.outcome;
  useEffect(() => {
    let isWanted = true;
    if (outcome === undefined && hasRead.current) return undefined;
    calls.journal.read(id).then(
      (detail) => {
        hasRead.current = true;
        if (!isWanted) return;
        setReading(
          isLinked(detail, atMs) ? { kind: 'read', detail } : { kind: 'gone', message: messages.requests.gone(id) },
        );
      },
      (cause: unknown) => {
        if (!(cause instanceof CallError)) throw cause;
        const message = cause.status === 404 ? messages.requests.gone(id) : cause.message;
        if (isWanted) setReading({ kind: 'gone', message });
      },
    );
    return () => {
      isWanted = false;
    };
    // Reloads when the outcome changes.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [calls, id, atMs, outcome]);
  return reading;
}
