// Errors of metadata, revocation and introspection.

import { askAbout, basic, clientId } from '../open-emulator.ts';
import { at, disable } from './provocations.ts';
import type { Provocation } from './provocations.ts';

export const tokenStatusProvocations: readonly Provocation[] = (
  ['POST /oauth/revoke', 'POST /oauth/introspect'] as const
).flatMap((endpoint): Provocation[] => {
  const status = at(endpoint);
  const path = endpoint.slice('POST '.length);
  return [
    ...status('token status: 400 invalid_request', {
      'no token': (emulator) => askAbout(emulator, path, { token: undefined }),
      'a token in the address': (emulator) => askAbout(emulator, `${path}?token=x`),
    }),
    ...status('token status: 401 invalid_client', {
      'a wrong client_secret': (emulator) => askAbout(emulator, path, { client_secret: 'wrong' }),
      'a wrong secret by Basic': (emulator) =>
        askAbout(emulator, path, { client_secret: undefined }, { authorization: basic(clientId, 'wrong') }),
      'a disabled application': (emulator) => {
        disable(emulator);
        return askAbout(emulator, path, { token: 'x' });
      },
    }),
  ];
});
