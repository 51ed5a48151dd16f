// The baseline: Fastify and undici forward a body and its answer without reading either.

import Fastify from 'fastify';
import { Agent, request } from 'undici';
import { given, isReady } from '../harness/serving.ts';

const service = given() as string;
const dispatcher = new Agent();
const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.post('/oauth/token', async ({ body }, reply) => {
  const answer = await request(`${service}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body as string,
    dispatcher,
  });
  return reply
    .code(answer.statusCode)
    .type('application/json')
    .send(await answer.body.text());
});
isReady({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
