// Typed calls of the companion's commands.
import type { CommandInput, CommandName, CommandOutput } from '../../../contract/commands.ts';
import type { Result } from '../../../contract/failure.ts';
import type { AppState } from '../../../contract/state.ts';
import type { Bay, Strip } from '../../../contract/strip.ts';
import type { Companion } from '../../../core/app/companion.ts';
import { text } from '../../host/text.ts';

export const call = <N extends CommandName>(companion: Companion, name: N, input: CommandInput<N>) =>
  companion.handle(name, input) as Promise<Result<CommandOutput<N>>>;

export async function stateOf(companion: Companion): Promise<AppState> {
  const result = await call(companion, 'app.state', {});
  if (!result.ok) throw new Error(text(result.failure.message));
  return result.value;
}

/** Yields every report of a bay, page by page. */
export async function* reportsOf(companion: Companion, bay: Bay): AsyncGenerator<Strip> {
  for (let after: string | null = null; ;) {
    const page: Result<CommandOutput<'strips.page'>> = await call(companion, 'strips.page', { bay, after, limit: 200 });
    if (!page.ok) return;
    yield* page.value.strips;
    if (page.value.next === null) return;
    after = page.value.next;
  }
}

/** Resolves with the first result of `isDone` that is not null. It is called now and after every change. */
export function until<T>(
  companion: Companion,
  isDone: () => Promise<T | null>,
  signal?: AbortSignal,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    let isAsking = false;
    let askAgain = false;
    const finish = (value: T | null) => {
      undo();
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    };
    const onAbort = () => finish(null);
    const ask = async () => {
      askAgain = true;
      if (isAsking) return;
      isAsking = true;
      while (askAgain) {
        askAgain = false;
        const value = await isDone();
        if (value !== null) return finish(value);
      }
      isAsking = false;
    };
    const onChange = () => void ask().catch(reject);
    const undo = companion.subscribe(onChange);
    // It may have come before, such as while files were still being added.
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    return onChange();
  });
}
