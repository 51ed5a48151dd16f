// Lists tokens and codes by fingerprint, and expires them.

import { fingerprintOf } from '../../http/digest.ts';
import type { EmulatorContext } from '../../context.ts';
import type { World } from '../../world/world.ts';
import { isoTime } from '../../clock/timestamps.ts';
import { EmulatorError } from '../../emulator-error.ts';
import { pageByName, viewPage } from './paging.ts';
import type { Page, TokenFilter, TokenKind, TokensRequest, TokenState, TokenView } from '../../api-types.ts';

export type TokensControl = {
  list(request: TokensRequest): Page<TokenView>;
  /** Expires live ones now; returns how many. */
  expire(filter: TokenFilter): { expired: number };
};

/** The common members of codes, access tokens and refresh tokens. */
type Kept = {
  consentId: string;
  expiresAtMs: number;
  scopes?: string[];
  used?: boolean;
  rotated?: boolean;
};

type Token = {
  kind: TokenKind;
  digest: string;
  kept: Kept;
};

export function createTokensControl({
  world,
  clock,
  changed,
}: Pick<EmulatorContext, 'world' | 'clock' | 'changed'>): TokensControl {
  return {
    list(request) {
      const nowMs = clock.now();
      const { status, newestFirst } = request;
      const page = pageByName(
        tokensOf(world, request, newestFirst),
        ({ kind, digest }) => `${kind}.${digest}`,
        request,
        (token) => status === undefined || tokenStateOf(world, token, nowMs) === status,
      );
      return viewPage(page, (token) => viewToken(world, token, nowMs));
    },
    expire(filter) {
      const { consentId } = filter;
      if (consentId !== undefined && !world.consents.has(consentId))
        throw new EmulatorError('unknown', `Consent ${consentId} not found.`);
      const nowMs = clock.now();
      const live = [...tokensOf(world, filter)].filter(({ kept }) => kept.expiresAtMs > nowMs);
      for (const { kept } of live) kept.expiresAtMs = nowMs;
      changed('tokens');
      return { expired: live.length };
    },
  };
}

function* tokensOf(world: World, { kind, consentId }: TokenFilter, newestFirst = false): Iterable<Token> {
  const kinds: [TokenKind, Map<string, Kept>][] = [
    ['access', world.accessTokens],
    ['refresh', world.refreshTokens],
    ['code', world.codes],
  ];
  for (const [name, entries] of kinds) {
    if (kind !== undefined && name !== kind) continue;
    for (const [digest, kept] of newestFirst ? [...entries].toReversed() : entries) {
      if (consentId === undefined || kept.consentId === consentId) yield { kind: name, digest, kept };
    }
  }
}

function viewToken(world: World, token: Token, nowMs: number): TokenView {
  const { kind, digest, kept } = token;
  const consent = world.consents.get(kept.consentId);
  return {
    kind,
    fingerprint: fingerprintOf(digest),
    consentId: kept.consentId,
    clientId: consent?.clientId ?? '',
    pilot: consent?.pilotId ?? '',
    scopes: [...(kept.scopes ?? consent?.scopes ?? [])],
    expiresAt: isoTime(kept.expiresAtMs),
    status: tokenStateOf(world, token, nowMs),
  };
}

function tokenStateOf(world: World, { kept }: Token, nowMs: number): TokenState {
  const { consentId, used, rotated, expiresAtMs } = kept;
  if (world.consents.get(consentId)?.revokedAtMs !== null) return 'revoked';
  if (used === true || rotated === true) return 'used';
  return nowMs >= expiresAtMs ? 'expired' : 'live';
}
