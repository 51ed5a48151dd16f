// The baseline of the token endpoint: Fastify reads a form and answers the same number of bytes.

import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { isReady } from '../../harness/serving.ts';

/** Same length as an answer of the emulator. */
const answer = {
  access_token: `at_${'a'.repeat(43)}`,
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: `rt_${'r'.repeat(43)}`,
  scope: 'openid profile flights:read flights:write',
};

const app = Fastify();
await app.register(formbody);
app.post('/oauth/token', (_request, reply) => reply.send(answer));
await app.listen({ host: '127.0.0.1', port: 0 });
isReady({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, refreshToken: answer.refresh_token });
