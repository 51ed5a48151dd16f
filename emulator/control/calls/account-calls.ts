// Applications, pilots, and what pilots have granted to applications.

import { flag, listOf, members, oneOf, page, switched, text } from '../../options/input-schemas.ts';
import { tokenStates } from '../../api-types.ts';
import { call } from './call.ts';

const addresses = listOf(text, 'a list of addresses');
const ofParties = { pilot: text.optional(), clientId: text.optional() };
const tokens = { kind: oneOf(['access', 'refresh', 'code']).optional(), consentId: text.optional() };

export const accountCalls = {
  'applications.list': call({
    method: 'GET',
    path: '/applications',
    summary: 'the registered applications',
    input: members(page),
    run: (controls, input) => controls.applications.list(input),
  }),
  'applications.add': call({
    method: 'POST',
    path: '/applications',
    summary: 'registers one; its secret is answered this once',
    input: members({
      clientId: text,
      name: text.optional(),
      clientSecret: text.optional(),
      redirectUris: addresses,
      writeEnabled: flag.optional(),
    }),
    isStep: true,
    run: (controls, input) => controls.applications.add(input),
  }),
  'applications.update': call({
    method: 'PATCH',
    path: '/applications/:clientId',
    summary: 'disables one, takes its subscription, changes its secret or its addresses',
    input: members({
      clientId: text,
      disabled: flag.optional(),
      writeEnabled: flag.optional(),
      redirectUris: addresses.optional(),
      clientSecret: text.optional(),
    }),
    isStep: true,
    run: (controls, input) => controls.applications.update(input),
  }),
  'pilots.list': call({
    method: 'GET',
    path: '/pilots',
    summary: 'the pilots',
    input: members(page),
    run: (controls, input) => controls.pilots.list(input),
  }),
  'pilots.add': call({
    method: 'POST',
    path: '/pilots',
    summary: 'one more pilot',
    input: members({ id: text, name: text }),
    isStep: true,
    run: (controls, input) => controls.pilots.add(input),
  }),
  'consents.list': call({
    method: 'GET',
    path: '/consents',
    summary: 'what pilots have granted to applications',
    input: members({ ...page, ...ofParties, newestFirst: switched.optional() }),
    run: (controls, input) => controls.consents.list(input),
  }),
  'consents.revoke': call({
    method: 'POST',
    path: '/consents/:id/revoke',
    alsoPath: '/consents/revoke',
    summary: 'takes back one, or all of a pilot or an application; answers those',
    input: members({ id: text.optional(), ...ofParties }),
    isStep: true,
    run: (controls, input) => controls.consents.revoke(input),
  }),
  'tokens.list': call({
    method: 'GET',
    path: '/tokens',
    summary: 'codes and tokens by the beginning of their digests, and how long they live',
    input: members({ ...page, ...tokens, status: oneOf(tokenStates).optional(), newestFirst: switched.optional() }),
    run: (controls, input) => controls.tokens.list(input),
  }),
  'tokens.expire': call({
    method: 'POST',
    path: '/tokens/expire',
    summary: 'lets those that live expire now; answers how many',
    input: members(tokens),
    isStep: true,
    run: (controls, input) => controls.tokens.expire(input),
  }),
  signIn: call({
    method: 'POST',
    path: '/sign-in',
    summary: 'a consent and its tokens at once, without a browser',
    input: members({
      ...ofParties,
      scopes: listOf(text, 'a list of scopes').min(1, { error: 'at least one scope' }).optional(),
    }),
    isStep: true,
    run: (controls, input) => controls.consents.signIn(input),
  }),
};
