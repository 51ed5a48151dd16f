// The latest exchange in an emulator's journal, complete.

import type { Emulator, JournalDetail } from '../../../emulator/emulator.ts';

export function lastEntry(emulator: Emulator): JournalDetail {
  const last = emulator.journal.list({ limit: 1000 }).items.at(-1);
  if (last === undefined) throw new Error('The journal is empty.');
  return emulator.journal.read(last.id);
}
