// Authenticates the application at the token endpoint, by form fields or by Basic, never both (rules 14, 15, 17).

import { digestOf, isSameText } from '../http/digest.ts';
import { withoutStop } from '../journal/ruling.ts';
import type { Hint } from '../journal/exchange.ts';
import type { Application, World } from '../world/world.ts';
import type { Form } from '../http/form.ts';
import { nearClientId, nearSecret } from './near-misses.ts';
import { readBasic } from '../http/form.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

type ClientAuthentication =
  | { outcome: 'known'; application: Application; byBasic: boolean }
  /** Wrong, missing or unreadable credentials. `why` and `hint` go to the journal only. */
  | { outcome: 'unknown'; byBasic: boolean; message: string; why: string; hint: Hint; clientId: string | null }
  /** The request itself is invalid. */
  | { outcome: 'malformed'; message: string };

export function authenticateClient(
  world: World,
  form: Form,
  authorization: string | undefined,
  { basicWithoutClientId }: Pick<EmulatorSettings, 'basicWithoutClientId'>,
): ClientAuthentication {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (authorization === undefined) {
    if (clientId === undefined) return unknown(false, 'client_id is missing.');
    if (secret === undefined) return unknown(false, 'client_secret is missing.', { clientId });
    return findApplication(world, [[clientId, secret]], false);
  }
  if (secret !== undefined) {
    return {
      outcome: 'malformed',
      message: 'Both client_secret and an Authorization header are present; send only one of them.',
    };
  }
  const pairs = readBasic(authorization);
  if (pairs.length === 0) {
    const hint = /^bearer\b/i.test(authorization)
      ? 'Bearer is for the API; this endpoint expects Basic or form fields'
      : null;
    return unknown(true, 'The Authorization header is not Basic with a client ID and secret.', { hint });
  }
  const found = findApplication(world, pairs, true);
  if (found.outcome === 'known' && clientId !== undefined && clientId !== found.application.clientId) {
    return { outcome: 'malformed', message: 'client_id and the Authorization header name different applications.' };
  }
  // A22: the document requires client_id in the form, with Basic too.
  if (found.outcome === 'known' && clientId === undefined && !basicWithoutClientId) {
    return unknown(true, 'client_id is missing from the form.', { clientId: found.application.clientId });
  }
  return found;
}

function findApplication(world: World, pairs: readonly (readonly [string, string])[], byBasic: boolean) {
  // All pairs are compared, so that the timing does not reveal whether an ID exists.
  const matching = pairs.filter(([clientId, secret]) =>
    isSameText(digestOf(secret), world.applications.get(clientId)?.secretDigest ?? ''),
  );
  const application = matching[0] && world.applications.get(matching[0][0]);
  if (application !== undefined) return { outcome: 'known', application, byBasic } as const;
  const named = pairs.find(([clientId]) => world.applications.has(clientId));
  const owner = named && world.applications.get(named[0]);
  const message = 'Wrong client ID or client secret.';
  if (owner === undefined) {
    const hint = () => nearClientId(pairs[0]?.[0] ?? '', world);
    return unknown(byBasic, message, { why: 'no such application', hint });
  }
  return unknown(byBasic, message, {
    why: `the secret is not that of ${owner.clientId}`,
    hint: () => nearSecret(named![1], owner, world),
    clientId: owner.clientId,
  });
}

const unknown = (byBasic: boolean, message: string, known: { why?: string; hint?: Hint; clientId?: string } = {}) =>
  ({
    outcome: 'unknown',
    byBasic,
    message,
    why: known.why ?? withoutStop(message),
    hint: known.hint ?? null,
    clientId: known.clientId ?? null,
  }) as const;
