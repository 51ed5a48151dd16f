// `upload --dry-run` and `watch --dry-run` on a terminal.
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { dryRunFolders, dryRunUpload } from '../../../../main/node/cli/commands/dry-run-commands.ts';
import { createOutput } from '../../../../main/node/cli/terminal/output.ts';
import type { Opened } from '../../../../main/node/host/open-companion.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';
import { givenOf } from '../../given.ts';

test.each([
  ['upload', dryRunUpload, (image: string) => image],
  ['watch', dryRunFolders, dirname],
])('a dry run of %s says what it does while it looks at images', async (_command, dryRun, argOf) => {
  await using deck = await openFlightDeck();
  let drawn = '';
  const stderr = { isTTY: true, write: (text: string) => void (drawn += text) };
  const out = createOutput({ json: false, stdout: { write() {} }, stderr });
  await dryRun({ companion: deck.companion() } as Opened, givenOf({ args: [argOf(deck.image('a.png'))], out }).given);
  expect(drawn).toMatch(/^\r\S+Looking at the images.*\r\S+K$/);
});
