// `logbook` marks what the pilot entered.
import { expect, test } from 'vitest';
import { emptyEntry } from '../../../../main/contract/own-entry.ts';
import { logbook } from '../../../../main/node/cli/commands/logbook-command.ts';
import type { Opened } from '../../../../main/node/host/open-companion.ts';
import { openFlightDeck } from '../../../support/flight-deck.ts';
import { givenOf } from '../../given.ts';

test('a flight that the service tells nothing of has the date and route of its own entry, marked as such', async () => {
  await using deck = await openFlightDeck({ mode: 'strict' });
  const [answer] = await deck.drop(deck.image('a.png'));
  await deck.until(() => deck.sent().length === 1);
  await deck.pass(60_000);
  const entry = { ...emptyEntry, icaoOut: 'EKCH', icaoIn: 'EDDF', day: '2025-01-02' };
  await deck.answer('strips.setOwnEntry', { id: answer!.stripId!, entry });
  const printed = async (json: boolean) => {
    const { given, said } = givenOf({ json });
    await logbook({ companion: deck.companion() } as Opened, given);
    return said.stdout;
  };
  expect(await printed(false)).toMatch(/^2025-01-02 {2}EKCH>EDDF .* a\.png {2}partly entered by the pilot\n/);
  expect(JSON.parse((await printed(true)).split('\n')[0]!)).toMatchObject({
    date: '2025-01-02',
    own_entry_counts: ['date', 'icao_out', 'icao_in'],
  });
});
