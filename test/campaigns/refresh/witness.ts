// Reads the emulator's journal about each refresh token: when it was sent, whether it was used up, and what was
// answered. Tokens are identified by the journal's fingerprints.
import type { Emulator, JournalDetail, JournalEntry } from '../../../emulator/emulator.ts';

/** One refresh, as the service saw it. Times are of the service's clock, epoch ms. */
export type Refresh = {
  readonly id: number;
  readonly at: number;
  /** The refresh token that was sent. */
  readonly sent: string;
  /** It was used up by this request: new tokens were issued. */
  readonly isRotated: boolean;
  /** It had been used up before: the consent is revoked now. */
  readonly isReuse: boolean;
  readonly outcome: JournalEntry['outcome'];
  readonly status: number | null;
  readonly fault: string | null;
  /** The new refresh token, if its complete text was sent. */
  readonly given: string | null;
  readonly rule: string;
};

export type Witness = ReturnType<typeof createWitness>;

export function createWitness(emulator: Emulator, faultNames: ReadonlyMap<number, string>) {
  const refreshes: Refresh[] = [];
  /** By refresh token: when the access token issued with it expires. */
  const accessEnds = new Map<string, number>();

  function note({ id, at, status, outcome, rule, fault, request, answer }: JournalDetail) {
    const given = /"refresh_token":"(rt_‹[^›]+›)"/.exec(answer?.body ?? '')?.[1] ?? null;
    const access = /"access_token":"(at_‹[^›]+›)"/.exec(answer?.body ?? '')?.[1];
    if (given !== null && access !== undefined) {
      const latest = emulator.tokens.list({ kind: 'access', newestFirst: true, limit: 200 }).items;
      const token = latest.find(({ fingerprint }) => access === `at_‹${fingerprint}›`);
      if (token) accessEnds.set(given, Date.parse(token.expiresAt));
    }
    // A request that a fault kept from the service has no grant type in the journal.
    if (!/(?:^|&)grant_type=refresh_token(?:&|$)/.test(request.body ?? '')) return;
    refreshes.push({
      id,
      at: Date.parse(at),
      sent: /(?:^|&)refresh_token=(rt_‹[^›]+›)/.exec(request.body ?? '')?.[1] ?? '',
      isRotated: rule?.startsWith('rotated: ') ?? false,
      isReuse: / was already used: /.test(rule ?? ''),
      outcome,
      status,
      fault: fault === null ? null : (faultNames.get(fault) ?? 'another'),
      given,
      rule: rule ?? '',
    });
  }

  const undo = emulator.journal.listen((event) => {
    if (event.type !== 'request' || event.entry.outcome === 'open' || event.entry.path !== '/oauth/token') return;
    note(emulator.journal.read(event.entry.id));
  });

  return {
    refreshes: refreshes as readonly Refresh[],
    sendsOf: (refreshToken: string) => refreshes.filter(({ sent }) => sent === refreshToken),
    /** Null if the journal does not have it. */
    accessEndOf: (refreshToken: string) => accessEnds.get(refreshToken) ?? null,
    /** The refresh tokens that the service has used up, including those used by abandoned requests. */
    usedUp() {
      const used = new Set<string>();
      for (let after: string | null = ''; after !== null;) {
        const page = emulator.tokens.list({ kind: 'refresh', limit: 1000, ...(after && { after }) });
        for (const { status, fingerprint } of page.items) if (status === 'used') used.add(`rt_‹${fingerprint}›`);
        after = page.next;
      }
      for (const { sent, isRotated, isReuse } of refreshes) if (isRotated || isReuse) used.add(sent);
      return (refreshToken: string) => used.has(refreshToken);
    },
    /** Everything in the journal about a lost sign-in, one line each. */
    historyOf({ refreshToken, at, message }: { refreshToken: string; at: number; message: string }): string {
      const end = accessEnds.get(refreshToken);
      const head = `  “${message.trim()}” at ${iso(at)}, access token until ${end === undefined ? 'an unknown time' : iso(end)}`;
      const lines = refreshes
        .filter(({ sent }) => sent === refreshToken)
        .map((one) => `  ${one.id} ${iso(one.at)} ${one.outcome} ${one.status} ${one.fault ?? ''} ${one.rule}`);
      return [head, ...lines].join('\n');
    },
    stop: undo,
  };
}

const iso = (epochMs: number) => new Date(epochMs).toISOString();
