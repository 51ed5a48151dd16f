// Notices about files and failures, the toast with its undo, and what is said to screen readers only.
import type { Failure } from '../../main/contract/failure.ts';
import { t, text } from '../text.ts';
import { announce, type Notice, type StateCell, type WindowState, withToast } from './window-state.ts';

/** The number of lines of a notice that are announced. */
const announcedLines = 3;
/** At most so many notices, the toast that offers to undo included. */
export const mostNotices = 3;

export type Notices = ReturnType<typeof createNotices>;

export function createNotices({ get, set }: StateCell) {
  let lastId = 0;

  /** Shows a notice. Returns its announcement. */
  function addNotice({ tone, title, lines }: Omit<Notice, 'id'>): string {
    const notice = { id: (lastId += 1), tone, title, lines };
    // Replaces an equal notice.
    const key = JSON.stringify(lines);
    const others = (s: WindowState) => s.notices.filter((other) => JSON.stringify(other.lines) !== key);
    const first = lines
      .slice(0, announcedLines)
      .map((line) => line.message)
      .join(' ');
    const spoken = title === null ? first : t('window.announce.titled', { title, lines: first });
    set((s) => announce({ ...s, notices: [...others(s), notice].slice(-mostNotices) }, spoken));
    return spoken;
  }

  const notify = (message: string, undo: (() => void) | null = null) => set((s) => withToast(s, message, undo));

  /** Hides the toast with this id. */
  const endToast = (id: number) =>
    set((s) => (s.toast.id === id ? { ...s, toast: { ...s.toast, message: '', undo: null } } : s));

  const dismiss = (id: number) => set((s) => ({ ...s, notices: s.notices.filter((notice) => notice.id !== id) }));

  return {
    addNotice,
    showFailure(failure: Failure): void {
      const line = { name: null, message: text(failure.message), code: failure.code ?? null, stripId: null };
      addNotice({ tone: failure.kind === 'not-now' ? 'note' : 'error', title: null, lines: [line] });
    },
    /** Announces a message to screen readers only. */
    announce: (message: string) => set((s) => announce(s, message)),
    notify,
    /**
     * Shows a toast with an Undo button, and after it the one before. `undo` returns whether it succeeded, and shows
     * failures itself.
     */
    offerUndo(message: string, undo: () => Promise<boolean>) {
      const before = get().toast;
      const showNext = () => (before.undo ? notify(before.message, before.undo) : notify(t('window.undo.done')));
      notify(message, () => void undo().then((isDone) => isDone && showNext()));
    },
    endToast,
    dismiss,
    dismissConcern: (key: string) => set((s) => ({ ...s, dismissed: [...s.dismissed, key] })),
    /** Dismisses the topmost: the newest notice, the toast that offers to undo, or the news. Returns whether there was one. */
    dismissTopmost(): boolean {
      const { notices, toast, news } = get();
      const newest = notices.at(-1);
      if (newest) dismiss(newest.id);
      else if (toast.undo !== null) endToast(toast.id);
      else if (news !== null) set((s) => ({ ...s, news: null }));
      else return false;
      return true;
    },
  };
}
