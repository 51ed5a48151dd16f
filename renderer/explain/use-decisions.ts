// The pages of the decision log that match the search.
import { useState } from 'react';
import type { DecisionsPage, FileState } from '../../main/contract/explanation.ts';
import type { Result } from '../../main/contract/failure.ts';
import { useStore } from '../store/use-window.ts';
import { useRead } from './use-read.ts';
import { text as messageText } from '../text.ts';

const PAGE = 50;

export function useDecisions(text: string, state: FileState | null) {
  const store = useStore();
  const [page, setPage] = useState<DecisionsPage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const query = `${state ?? ''} ${text}`;
  // A new search starts with the first page.
  const [wanted, setWanted] = useState({ query, count: PAGE });
  const count = wanted.query === query ? wanted.count : PAGE;

  useRead(`${count} ${query}`, async (signal) => {
    const files: DecisionsPage['files'] = [];
    let after: string | null = null;
    let total = 0;
    do {
      const limit = Math.min(200, count - files.length);
      const result: Result<DecisionsPage> = await store.ask('files.decisions', {
        text,
        after,
        limit,
        ...(state && { state }),
      });
      if (signal.aborted) return;
      if (!result.ok) return setError(messageText(result.failure.message));
      files.push(...result.value.files);
      ({ next: after, total } = result.value);
    } while (after !== null && files.length < count);
    setPage({ files, next: after, total });
    setError(null);
  });

  return { page, error, more: () => setWanted({ query, count: count + PAGE }) };
}
