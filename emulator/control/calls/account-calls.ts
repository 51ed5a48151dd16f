// Applications, pilots, consents and tokens.

import { flag, listOf, members, oneOf, page, switched, text } from '../../options/input-schemas.ts';
import { tokenStates } from '../../api-types.ts';
import { call } from './call.ts';
import * as views from './views.ts';

const addresses = listOf(text, 'a list of redirect URIs');
const ofParties = { pilot: text.optional(), clientId: text.optional() };
const tokens = { kind: oneOf(['access', 'refresh', 'code']).optional(), consentId: text.optional() };

export const accountCalls = {
  'applications.list': call({
    method: 'GET',
    path: '/applications',
    summary: 'List the registered applications',
    input: members(page),
    answer: views.pageOf(views.application),
    run: (controls, input) => controls.applications.list(input),
  }),
  'applications.add': call({
    method: 'POST',
    path: '/applications',
    summary: 'Register an application; only this response contains its secret',
    input: members({
      clientId: text,
      name: text.optional(),
      clientSecret: text.optional(),
      redirectUris: addresses,
      writeEnabled: flag.optional(),
    }),
    isStep: true,
    answer: views.newApplication,
    example: { clientId: 'my-client', redirectUris: ['http://127.0.0.1/done'] },
    run: (controls, input) => controls.applications.add(input),
  }),
  'applications.update': call({
    method: 'PATCH',
    path: '/applications/:clientId',
    summary: 'Disable an application, or change its subscription, secret or redirect URIs',
    input: members({
      clientId: text,
      disabled: flag.optional(),
      writeEnabled: flag.optional(),
      redirectUris: addresses.optional(),
      clientSecret: text.optional(),
    }),
    isStep: true,
    answer: views.application,
    example: { writeEnabled: false },
    run: (controls, input) => controls.applications.update(input),
  }),
  'pilots.list': call({
    method: 'GET',
    path: '/pilots',
    summary: 'List the pilots',
    input: members(page),
    answer: views.pageOf(views.pilot),
    run: (controls, input) => controls.pilots.list(input),
  }),
  'pilots.add': call({
    method: 'POST',
    path: '/pilots',
    summary: 'Add a pilot',
    input: members({ id: text, name: text }),
    isStep: true,
    answer: views.pilot,
    example: { id: 'maren', name: 'Maren Falk' },
    run: (controls, input) => controls.pilots.add(input),
  }),
  'consents.list': call({
    method: 'GET',
    path: '/consents',
    summary: 'List the consents that pilots have granted',
    input: members({ ...page, ...ofParties, newestFirst: switched.optional() }),
    answer: views.pageOf(views.consent),
    run: (controls, input) => controls.consents.list(input),
  }),
  'consents.revoke': call({
    method: 'POST',
    path: '/consents/:id/revoke',
    alsoPath: '/consents/revoke',
    summary: 'Revoke one consent, or all of a pilot or an application; returns those it revoked',
    input: members({ id: text.optional(), ...ofParties }),
    isStep: true,
    answer: views.pageOf(views.consent),
    example: { pilot: 'maren' },
    run: (controls, input) => controls.consents.revoke(input),
  }),
  'tokens.list': call({
    method: 'GET',
    path: '/tokens',
    summary: 'List codes and tokens with their fingerprints and expiry times',
    input: members({ ...page, ...tokens, status: oneOf(tokenStates).optional(), newestFirst: switched.optional() }),
    answer: views.pageOf(views.token),
    run: (controls, input) => controls.tokens.list(input),
  }),
  'tokens.expire': call({
    method: 'POST',
    path: '/tokens/expire',
    summary: 'Expire live codes and tokens now; returns how many',
    input: members(tokens),
    isStep: true,
    answer: views.expired,
    example: { kind: 'access' },
    run: (controls, input) => controls.tokens.expire(input),
  }),
  signIn: call({
    method: 'POST',
    path: '/sign-in',
    summary: 'Sign a pilot in without a browser; returns a consent and its tokens',
    input: members({
      ...ofParties,
      scopes: listOf(text, 'a list of scopes').min(1, { error: 'at least one scope' }).optional(),
    }),
    isStep: true,
    answer: views.signedIn,
    example: { pilot: 'maren', scopes: ['openid', 'flights:write'] },
    run: (controls, input) => controls.consents.signIn(input),
  }),
};
