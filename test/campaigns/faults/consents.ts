// The campaign service's state of codes and tokens: a refresh token is valid once, and a second use ends the consent,
// as documented. It also counts how often each was sent without a proof that nothing was done.
type Consent = { isRevoked: boolean };
type Grant = { readonly consent: Consent; isUsed: boolean; readonly unproved: string[] };
export type Pair = { readonly access: string; readonly refresh: string };

export function createConsents() {
  const grants = new Map<string, Grant>();
  const accesses = new Map<string, Consent>();
  const violations = new Set<string>();
  let serial = 0;
  let revoked = 0;

  /** @param isProved the answer proves that nothing was done, so the token may be sent again. */
  function present(
    form: URLSearchParams,
    pair: Pair,
    fate: { isDone: boolean; isProved: boolean; message: string; isOldKept?: boolean },
  ): 'done' | 'rejected' {
    const sent = form.get('refresh_token') ?? form.get('code') ?? '';
    const grant = grants.get(sent);
    if (!grant) return 'rejected';
    if (!fate.isProved) grant.unproved.push(`${fate.message}${fate.isDone ? '' : ', not done'}`);
    // A code is never sent twice; a refresh token once more, when its access token has expired (rule 25).
    const most = form.has('code') ? 1 : 2;
    if (grant.unproved.length > most) violations.add(`${sent} was sent too often: ${grant.unproved.join('; ')}`);
    if (grant.isUsed || grant.consent.isRevoked) {
      if (!grant.consent.isRevoked) revoked += 1;
      grant.consent.isRevoked = true;
      return 'rejected';
    }
    if (!fate.isDone) return 'done';
    // An access token came without a refresh token: then the previous one stays (RFC 6749 §6).
    if (fate.isOldKept) grant.unproved.length = 0;
    grant.isUsed = true;
    accesses.set(pair.access, grant.consent);
    grants.set(pair.refresh, { consent: grant.consent, isUsed: false, unproved: [] });
    return 'done';
  }

  return {
    /** Valid only after a request that issues it is carried out. */
    newPair: (): Pair => ({ access: `access-${(serial += 1)}`, refresh: `refresh-${serial}` }),
    newCode() {
      const code = `code-${(serial += 1)}`;
      grants.set(code, { consent: { isRevoked: false }, isUsed: false, unproved: [] });
      return code;
    },
    present,
    isGood: (access: string) => accesses.get(access)?.isRevoked === false,
    violations: () => [...violations],
    revoked: () => revoked,
  };
}
