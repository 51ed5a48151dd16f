// Asks the process, and again when the question or what it is about changes. Keeps the last answer until the next one
// arrives.
import { startTransition, useEffect, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../main/contract/commands.ts';
import type { Failure } from '../../main/contract/failure.ts';
import { useStore } from './use-window.ts';

/** The input of a command that takes none. */
export const nothing = {};

type Answer<T> = {
  /** Null until the first answer has arrived. */
  readonly value: T | null;
  /** Whether the value answers an earlier query. */
  readonly isOld: boolean;
  readonly failure: Failure | null;
};

/**
 * @param input has to be the same object as long as the query is the same; null sends no query
 * @param revision a new value repeats the query
 */
export function useAnswer<N extends CommandName>(
  name: N,
  input: CommandInput<N> | null,
  revision: string,
): Answer<CommandOutput<N>> {
  const store = useStore();
  const [known, setKnown] = useState<{
    readonly input: CommandInput<N>;
    readonly value: CommandOutput<N> | null;
    readonly failure: Failure | null;
  } | null>(null);
  useEffect(() => {
    if (input === null) return undefined;
    let isStale = false;
    void store.ask(name, input).then((result) => {
      // The process cancels a query that a newer one replaces.
      if (isStale || (!result.ok && result.failure.kind === 'cancelled')) return;
      // A long answer is rendered in slices: what the pilot does meanwhile goes first.
      startTransition(() =>
        setKnown((before) => ({
          input,
          value: result.ok ? result.value : (before?.value ?? null),
          failure: result.ok ? null : result.failure,
        })),
      );
    });
    return () => {
      isStale = true;
    };
    // `revision` only triggers the query.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [store, name, input, revision]);
  return { value: known?.value ?? null, isOld: known?.input !== input, failure: known?.failure ?? null };
}
