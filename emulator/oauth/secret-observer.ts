// Passes every secret that is issued or received to `onSecret`, so that a test of a client can search for leaks. Registered
// only if `onSecret` is set; everywhere else secrets are masked.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken, parseForm, readBasic, queryOf } from '../http/request.ts';
import { type SeenSecret, inForms } from '../options/options.ts';

export function observeSecrets(app: FastifyInstance, onSecret: (secret: SeenSecret) => void): void {
  const report = (kind: SeenSecret['kind'], value: string | null | undefined) => {
    if (typeof value === 'string' && value !== '') onSecret({ kind, value });
  };
  const reportForm = (text: string) => {
    const form = parseForm(text);
    for (const kind of inForms) report(kind, form.get(kind));
  };

  app.addHook('preHandler', (request, _reply, done) => {
    reportForm(queryOf(request));
    if (typeof request.body === 'string') reportForm(request.body);
    report('access_token', bearerToken(request));
    for (const [, secret] of readBasic(request.headers.authorization ?? '')) report('client_secret', secret);
    reportCookies(request, report);
    done();
  });
  app.addHook('onSend', (_request, reply, payload: unknown, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string') reportForm(location.slice(location.indexOf('?') + 1));
    const cookie = reply.getHeader('set-cookie');
    report('cookie', /^[^=]*=([^;]+)/.exec(String(cookie ?? ''))?.[1]);
    if (typeof payload === 'string') {
      for (const [, kind, value] of payload.matchAll(/"(access_token|refresh_token)":"([^"]+)"/g)) {
        report(kind as SeenSecret['kind'], value);
      }
      report('form_token', /name="form_token" value="([^"]+)"/.exec(payload)?.[1]);
    }
    done(null, payload);
  });
}

function reportCookies({ headers }: FastifyRequest, report: (kind: 'cookie', value: string | undefined) => void): void {
  for (const pair of (headers.cookie ?? '').split(';')) report('cookie', pair.split('=').slice(1).join('=').trim());
}
