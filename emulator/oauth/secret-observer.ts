// For tests of clients: tells every secret that goes over the wire in the clear, issued or sent, so that a test can search
// for it afterwards. The journal masks them; this is the one way around that, for whoever embeds the emulator, and nothing
// of it is there unless it was asked for.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from './bearer.ts';
import { parseForm } from '../http/form.ts';
import { queryOf } from '../http/request-url.ts';
import { readBasic } from '../http/basic-auth.ts';
import { type SeenSecret, inForms } from '../options/seen-secret.ts';

export function observeSecrets(app: FastifyInstance, onSecret: (secret: SeenSecret) => void): void {
  const tell = (kind: SeenSecret['kind'], value: string | null | undefined) => {
    if (typeof value === 'string' && value !== '') onSecret({ kind, value });
  };
  const tellForm = (text: string) => {
    const form = parseForm(text);
    for (const kind of inForms) tell(kind, form.get(kind));
  };

  app.addHook('preHandler', (request, _reply, done) => {
    tellForm(queryOf(request));
    if (typeof request.body === 'string') tellForm(request.body);
    tell('access_token', bearerToken(request));
    for (const [, secret] of readBasic(request.headers.authorization ?? '')) tell('client_secret', secret);
    tellCookies(request, tell);
    done();
  });
  app.addHook('onSend', (_request, reply, payload: unknown, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string') tellForm(location.slice(location.indexOf('?') + 1));
    const cookie = reply.getHeader('set-cookie');
    tell('cookie', /^[^=]*=([^;]+)/.exec(String(cookie ?? ''))?.[1]);
    if (typeof payload === 'string') {
      for (const [, kind, value] of payload.matchAll(/"(access_token|refresh_token)":"([^"]+)"/g)) {
        tell(kind as SeenSecret['kind'], value);
      }
      tell('form_token', /name="form_token" value="([^"]+)"/.exec(payload)?.[1]);
    }
    done(null, payload);
  });
}

function tellCookies({ headers }: FastifyRequest, tell: (kind: 'cookie', value: string | undefined) => void): void {
  for (const pair of (headers.cookie ?? '').split(';')) tell('cookie', pair.split('=').slice(1).join('=').trim());
}
