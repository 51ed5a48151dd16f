// Notices about recent actions, which disappear after a while.
import { createCell } from './cell.ts';
import { after } from './machine-time.ts';

export type Notice = {
  id: number;
  kind: 'done' | 'refused';
  text: string;
};

export type Notices = ReturnType<typeof createNotices>;

const shownMs = { done: 4000, refused: 12_000 };

export function createNotices() {
  const cell = createCell<readonly Notice[]>([]);
  let lastId = 0;
  const dismiss = (id: number) => cell.set((before) => before.filter((notice) => notice.id !== id));
  return {
    cell,
    dismiss,
    show(kind: Notice['kind'], text: string) {
      const id = ++lastId;
      cell.set((before) => [...before.filter((notice) => notice.text !== text).slice(-2), { id, kind, text }]);
      after(shownMs[kind], () => dismiss(id));
    },
  };
}
