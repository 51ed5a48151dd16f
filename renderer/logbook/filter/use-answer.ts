// Queries the process, again when the query or the flights change. The last answer stays until the next is there.
import { useEffect, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../../main/contract/commands.ts';
import type { Failure } from '../../../main/contract/failure.ts';
import { useStore } from '../../store/use-window.ts';

export type Answer<T> = {
  /** Null until the first one. */
  readonly value: T | null;
  /** Of an earlier question. */
  readonly isOld: boolean;
  readonly failure: Failure | null;
};

/**
 * @param input must be the same object as long as the query is the same; null sends none
 * @param turn a new value repeats the query
 */
export function useAnswer<N extends CommandName>(
  name: N,
  input: CommandInput<N> | null,
  turn: string,
): Answer<CommandOutput<N>> {
  const store = useStore();
  const [known, setKnown] = useState<{
    readonly input: CommandInput<N>;
    readonly value: CommandOutput<N> | null;
    readonly failure: Failure | null;
  } | null>(null);
  useEffect(() => {
    if (input === null) return undefined;
    let isOvertaken = false;
    void store.ask(name, input).then((result) => {
      // A question that was canceled by a newer one has no answer to show.
      if (isOvertaken || (!result.ok && result.failure.kind === 'cancelled')) return;
      setKnown((before) =>
        result.ok
          ? { input, value: result.value, failure: null }
          : { input, value: before?.value ?? null, failure: result.failure },
      );
    });
    return () => {
      isOvertaken = true;
    };
    // Another turn asks again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [store, name, input, turn]);
  return { value: known?.value ?? null, isOld: known?.input !== input, failure: known?.failure ?? null };
}

const REST_MS = 150;

/** Debounces the query; the first one is returned immediately. */
export function useRested<T>(question: T | null): T | null {
  const [rested, setRested] = useState(question);
  useEffect(() => {
    if (question === rested) return undefined;
    const timer = setTimeout(() => setRested(question), rested === null ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [question, rested]);
  return rested;
}
