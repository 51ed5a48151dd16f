// Tokens and codes as the world knows them: by digest, with their remaining life.

import { fingerprintOf } from '../digest.ts';
import type { Service } from '../service.ts';
import type { World } from '../world.ts';
import { isoMoment } from './moments.ts';
import { pageByName, viewPage } from './paging.ts';
import type { Page, PageRequest, TokenFilter, TokenKind, TokenView } from './types.ts';

export interface TokensControl {
  list(request: TokenFilter & PageRequest): Page<TokenView>;
  /** Lets those that live expire now; answers how many. */
  expire(filter: TokenFilter): { expired: number };
}

/** What codes, access tokens and refresh tokens have in common. */
interface Kept {
  consentId: string;
  expiresAtMs: number;
  scopes?: string[];
  used?: boolean;
  rotated?: boolean;
}

interface Token {
  kind: TokenKind;
  digest: string;
  kept: Kept;
}

export function createTokensControl({
  world,
  clock,
  changed,
}: Pick<Service, 'world' | 'clock' | 'changed'>): TokensControl {
  return {
    list(request) {
      const nowMs = clock.now();
      const page = pageByName(tokensOf(world, request), ({ kind, digest }) => `${kind}.${digest}`, request);
      return viewPage(page, (token) => viewToken(world, token, nowMs));
    },
    expire(filter) {
      const nowMs = clock.now();
      const live = [...tokensOf(world, filter)].filter(({ kept }) => kept.expiresAtMs > nowMs);
      for (const { kept } of live) kept.expiresAtMs = nowMs;
      changed('tokens');
      return { expired: live.length };
    },
  };
}

function* tokensOf(world: World, { kind, consentId }: TokenFilter): Iterable<Token> {
  const kinds: [TokenKind, Map<string, Kept>][] = [
    ['access', world.accessTokens],
    ['refresh', world.refreshTokens],
    ['code', world.codes],
  ];
  for (const [name, entries] of kinds) {
    if (kind !== undefined && name !== kind) continue;
    for (const [digest, kept] of entries) {
      if (consentId === undefined || kept.consentId === consentId) yield { kind: name, digest, kept };
    }
  }
}

function viewToken(world: World, { kind, digest, kept }: Token, nowMs: number): TokenView {
  const consent = world.consents.get(kept.consentId);
  return {
    kind,
    fingerprint: fingerprintOf(digest),
    consentId: kept.consentId,
    clientId: consent?.clientId ?? '',
    pilot: consent?.pilotId ?? '',
    scopes: [...(kept.scopes ?? consent?.scopes ?? [])],
    expiresAt: isoMoment(kept.expiresAtMs),
    status: statusOf(kept, nowMs, consent?.revokedAtMs !== null),
  };
}

function statusOf({ used, rotated, expiresAtMs }: Kept, nowMs: number, isRevoked: boolean): TokenView['status'] {
  if (isRevoked) return 'revoked';
  if (used === true || rotated === true) return 'used';
  return nowMs >= expiresAtMs ? 'expired' : 'live';
}
