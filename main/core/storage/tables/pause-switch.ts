// Switches that every process on the data folder must see immediately, such as the pause of the queue.
import type { Database } from '../database/database.ts';

export function createPauseSwitch(database: Database, profile: string) {
  const read = database.prepare('SELECT is_on FROM pause_switch WHERE profile = ? AND name = ?');
  const write = database.prepare(
    'INSERT INTO pause_switch (profile, name, is_on) VALUES (?, ?, ?) ON CONFLICT (profile, name) DO UPDATE SET is_on = excluded.is_on',
  );
  return {
    isPaused: () => read.get(profile, 'paused')?.['is_on'] === 1,
    setPaused: (paused: boolean) => void write.run(profile, 'paused', paused ? 1 : 0),
  };
}
