// Paths as pilots type them, and files without a path.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFlightDeck } from '../../support/flight-deck.ts';

test('a path from the home folder is understood, and an incomplete one is rejected with what to enter', async () => {
  await using deck = await openFlightDeck();
  for (const command of ['folders.add', 'folders.dryRun'] as const) {
    const rest = command === 'folders.add' ? {} : { names: null, approval: null, limit: 10 };
    const asked = (path: string) => deck.ask(command, { path, existing: false, ...rest });
    expect(await asked('~/no-such-folder')).toMatchObject({
      failure: { kind: 'folder-unavailable', message: { params: { path: join(homedir(), 'no-such-folder') } } },
    });
    expect(await asked('shots')).toMatchObject({
      failure: { kind: 'wrong-input', message: { id: 'failure.pathNotWhole', params: { path: 'shots' } } },
    });
  }
});
