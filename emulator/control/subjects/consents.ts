// Grants, lists and revokes consents.

import { grantConsent, issueTokens, revokeConsent } from '../../oauth/grants.ts';
import { isScope, scopeTexts } from '../../oauth/scopes.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { Consent } from '../../world/world.ts';
import { isoTime, isoTimeOrNull } from '../../clock/timestamps.ts';
import { checkParties } from '../../world/fault-match.ts';
import { pageByName, viewPage, wholeList } from './paging.ts';
import type { ConsentFilter, ConsentsRequest, ConsentView, Page, SignedIn, SignInRequest } from '../../api-types.ts';

export type ConsentsControl = {
  list(request: ConsentsRequest): Page<ConsentView>;
  /** Revokes one by its ID, or all that match; returns those it revoked. */
  revoke(which: ConsentFilter & { id?: string }): Page<ConsentView>;
  signIn(request: SignInRequest): SignedIn;
};

export function createConsentsControl({
  world,
  settings,
  clock,
  changed,
}: Pick<EmulatorContext, 'world' | 'settings' | 'clock' | 'changed'>): ConsentsControl {
  return {
    list({ newestFirst = false, ...request }) {
      checkParties(request, world);
      const all = newestFirst ? [...world.consents.values()].toReversed() : world.consents.values();
      return viewPage(
        pageByName(matching(all, request), ({ id }) => id, request),
        viewConsent,
      );
    },
    revoke({ id, ...filter }) {
      checkParties(filter, world);
      const named = id === undefined ? world.consents.values() : [world.consents.get(id) ?? refuse(`Consent ${id}`)];
      const live = [...matching(named, filter)].filter((consent) => consent.revokedAtMs === null);
      for (const consent of live) revokeConsent(consent, clock.now(), 'the pilot took it back');
      changed('consents', 'tokens');
      return wholeList(live.map(viewConsent));
    },
    signIn({ pilot = firstKey(world.pilots), clientId = firstKey(world.applications), scopes }) {
      if (!world.pilots.has(pilot)) refuse(`Pilot ${pilot}`);
      if (!world.applications.has(clientId)) refuse(`Application ${clientId}`);
      const wanted = scopes ?? Object.keys(scopeTexts);
      const unknown = wanted.find((scope) => !isScope(scope));
      if (unknown !== undefined) refuse(`Scope ${unknown}`);
      const context = { world, settings, nowMs: clock.now() };
      const consent = grantConsent(context, { clientId, pilotId: pilot, scopes: wanted });
      const tokens = issueTokens(context, consent, wanted);
      changed('consents', 'tokens');
      return { ...tokens, consentId: consent.id };
    },
  };
}

function* matching(consents: Iterable<Consent>, { pilot, clientId }: ConsentFilter): Iterable<Consent> {
  for (const consent of consents) {
    const isOfPilot = pilot === undefined || consent.pilotId === pilot;
    if (isOfPilot && (clientId === undefined || consent.clientId === clientId)) yield consent;
  }
}

const viewConsent = (consent: Consent): ConsentView => ({
  id: consent.id,
  clientId: consent.clientId,
  pilot: consent.pilotId,
  scopes: [...consent.scopes],
  grantedAt: isoTime(consent.grantedAtMs),
  revokedAt: isoTimeOrNull(consent.revokedAtMs),
  revokedBecause: consent.revokedBecause,
});

const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';

function refuse(what: string): never {
  throw new EmulatorError('unknown', `${what} not found.`);
}
