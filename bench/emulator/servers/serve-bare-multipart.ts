// The baseline of an upload: Fastify and its multipart plugin read a file and discard it.

import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { isReady } from '../../harness/serving.ts';

/** Same length as an answer of the emulator. */
const answer = {
  id: 4700,
  date: '2026-05-12T12:00:00',
  aircraft: 'UNKNOWN',
  icao_out: '',
  icao_in: '',
  total_ft: null,
  en_route: null,
  pax: null,
  cargo_kg: null,
  delay_min: null,
  moderator_checked: false,
  automated_checked: false,
  rating_contribution: null,
  season_points: null,
  is_archived: false,
  created_at: '2026-05-12T12:00:00',
};

const app = Fastify({ bodyLimit: 10 * 1024 ** 2 });
await app.register(multipart);
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- this is Fastify, which awaits its handlers
app.post('/api/v1/flights', async (request) => {
  const part = await request.file();
  part?.file.resume();
  await new Promise((resolve) => part?.file.once('end', resolve));
  return answer;
});
await app.listen({ host: '127.0.0.1', port: 0 });
isReady({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` });
