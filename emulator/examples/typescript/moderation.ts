// Moderation: the automatic check after 20 seconds, then the moderator, who may correct figures.

import assert from 'node:assert/strict';
import { createEmulator } from '../../emulator.ts';
import { listFlights, read, upload } from './client.ts';
import type { Flight } from './client.ts';

await using emulator = await createEmulator({ clock: 'virtual', moderationShare: 1 });
const { url } = await emulator.start();
const { access_token: token } = emulator.signIn();

const { id } = (await (await upload(url, token)).json()) as Flight;
await emulator.clock.advance('20s');
const [checked] = await listFlights(url, token);
assert.deepEqual([checked?.automated_checked, checked?.moderator_checked], [true, false]);

emulator.flights.moderate(id, { season_points: 42 });
const flight = (await (await read(url, token, `/${id}`)).json()) as Flight;
assert.deepEqual([flight.moderator_checked, flight.season_points], [true, 42]);
console.log('moderation: 42 points');
