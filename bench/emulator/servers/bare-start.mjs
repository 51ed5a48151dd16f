// The baseline of a start: Fastify with the plugins for the same two kinds of body, two routes, and the ready line.
// Plain JavaScript, so that Node has no types to strip.

import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

process.once('SIGTERM', () => process.exit());

const app = Fastify();
await app.register(formbody);
await app.register(multipart);
app.post('/oauth/token', () => ({ token_type: 'Bearer' }));
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- this is Fastify, which awaits its handlers
app.post('/api/v1/flights', async (request) => {
  const part = await request.file();
  part?.file.resume();
  return {};
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
