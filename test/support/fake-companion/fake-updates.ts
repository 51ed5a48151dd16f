// The fake companion's commands about updates, on the state of a test.
import { ok } from '../../../main/contract/failure.ts';
import type { AppState } from '../../../main/contract/state.ts';

export function fakeUpdates(change: (edit: (state: AppState) => AppState) => void) {
  const withUpdates = (edit: (updates: NonNullable<AppState['updates']>) => AppState['updates']) => {
    change((state) => (state.updates ? { ...state, updates: edit(state.updates) } : state));
    return ok(null);
  };
  return {
    'updates.check': () =>
      withUpdates((updates) => ({ ...updates, progress: { step: 'ready' as const, version: '1.1.0' } })),
    'updates.restart': () =>
      withUpdates((updates) => ({ ...updates, progress: { step: 'restarting' as const, version: '1.1.0' } })),
    'updates.notesRead': () => withUpdates((updates) => ({ ...updates, news: null })),
  };
}
