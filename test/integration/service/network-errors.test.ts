// The whole companion with a broken connection, over real sockets and TLS: reports wait, one message says why and
// what to do, retries continue with longer pauses, and afterwards they upload automatically.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMiddlebox, testAuthority, type Middlebox } from '../../support/network/middlebox.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

// For this process only, which runs this file and no other.
beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), testAuthority]));

async function openBehind(asProxy: boolean, mode: 'extended' | 'strict' = 'extended') {
  let box: Middlebox | undefined;
  const deck = await openFlightDeck({
    mode,
    async between(to) {
      const made = await startMiddlebox({ to, asProxy });
      box = made;
      if (!asProxy) return { address: `https://127.0.0.1:${made.port}` };
      const address = `http://ada:windsock@127.0.0.1:${made.port}`;
      return { address: 'https://pilot-service.test', proxies: { find: async () => [{ kind: 'proxy', address }] } };
    },
  });
  onTestFinished(async () => {
    await deck[Symbol.asyncDispose]();
    await box!.close();
  });
  // The first poll of the service has ended.
  await deck.pass(2_000);
  return { deck, box: box! };
}

const messages = {
  'service-unreachable': 'failure.serviceUnreachable',
  'connection-not-trusted': 'failure.connectionNotTrusted',
  'proxy-error': 'failure.proxyError',
} as const;

type NetworkError = {
  readonly what: string;
  readonly kind: keyof typeof messages;
  readonly begin: (box: Middlebox) => unknown;
  readonly asProxy?: boolean;
  /** Seen without reading as well. */
  readonly isInStrict?: boolean;
};

const set = (front: Middlebox['front']) => (box: Middlebox) => {
  box.cut();
  box.front = front;
};
const setProxy = (proxy: Middlebox['proxy']) => (box: Middlebox) => {
  box.cut();
  box.proxy = proxy;
};

const close = (box: Middlebox) => box.close();

const networkErrors: readonly NetworkError[] = [
  { what: 'nobody listens', kind: 'service-unreachable', begin: close, isInStrict: true },
  { what: 'the connection is cut at once', kind: 'service-unreachable', begin: set('hang-up') },
  { what: 'TLS is never answered', kind: 'service-unreachable', begin: set('silent') },
  { what: 'nobody’s certificate', kind: 'connection-not-trusted', begin: set('self-signed') },
  { what: 'an old certificate', kind: 'connection-not-trusted', begin: set('expired') },
  { what: 'another’s certificate', kind: 'connection-not-trusted', begin: set('other-host') },
  { what: 'no TLS at all', kind: 'connection-not-trusted', begin: set('plain') },
  { what: 'a proxy that is away', kind: 'proxy-error', begin: close, asProxy: true },
  { what: 'a proxy that asks who', kind: 'proxy-error', begin: setProxy(407), asProxy: true },
  { what: 'a proxy that refuses', kind: 'proxy-error', begin: setProxy(403), asProxy: true },
  { what: 'a proxy that finds nobody', kind: 'service-unreachable', begin: setProxy(502), asProxy: true },
  {
    what: 'a silent proxy',
    kind: 'service-unreachable',
    begin: setProxy('silent'),
    asProxy: true,
    isInStrict: true,
  },
];

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const here = mode === 'extended' ? networkErrors : networkErrors.filter((one) => one.isInStrict);
  test.each(here)(
    'field guide 15: $what, for long, and reports upload automatically afterwards',
    async (networkError) => {
      const { deck, box } = await openBehind(networkError.asProxy ?? false, mode);
      await networkError.begin(box);
      await deck.drop(deck.image('a.png'), deck.image('b.png'));
      await deck.until(async () => (await deck.state()).connection.concern?.kind === networkError.kind);
      const { connection, account } = await deck.state();
      expect(connection.status).toBe('offline');
      expect(connection.concern!.message.id).toBe(messages[networkError.kind]);
      expect(connection.concern!.requiredAction).toBeUndefined();
      expect(account.status).toBe('signed-in');
      // Every report shows the same line, and none of them needs a click.
      for (const strip of await deck.strips('queue')) {
        expect(strip).toMatchObject({ stage: 'waiting', actor: 'companion', reason: { kind: networkError.kind } });
      }
      // Indefinitely, with growing pauses; the token expires meanwhile.
      const before = box.connections;
      await deck.passQuickly(40 * 60_000);
      const tries = box.connections - before;
      // Without a listener nothing counts them.
      expect(tries).toBeGreaterThan(box.isOpen ? 4 : -1);
      expect(tries).toBeLessThan(80);
      expect((await deck.state()).account.status).toBe('signed-in');
      expect((await deck.state()).queue).toMatchObject({ waiting: 2, unconfirmed: 0, held: 0, rejected: 0 });

      box.front = 'pass';
      box.proxy = 'pass';
      if (!box.isOpen) await box.open();
      await deck.until(() => deck.sent().length === 2, 11 * 60_000);
      expect(deck.sent().toSorted()).toEqual(['a.png', 'b.png']);
      await deck.until(async () => (await deck.state()).connection.status === 'online', 60_000);
      // The proxy's password is nowhere.
      expect(JSON.stringify([deck.events, deck.warnings])).not.toMatch(/windsock/);
    },
  );

  test('signing in works through a proxy as well', async () => {
    const { deck, box } = await openBehind(true, mode);
    expect(box.heard.every((head) => head.startsWith('CONNECT pilot-service.test:443'))).toBe(true);
    expect((await deck.state()).account.status).toBe('signed-in');
  });
});

describe('a page over https with a valid certificate is not a captive portal’s: it may be the service itself', () => {
  test.each(['portal-page', 'portal-redirect'] as const)(
    'with permission to read, %s is looked up, and a missing report uploads automatically',
    async (front) => {
      const { deck, box } = await openBehind(false);
      set(front)(box);
      await deck.drop(deck.image('a.png'), deck.image('b.png'));
      await deck.until(async () => (await deck.state()).queue.unconfirmed === 1);
      await deck.passQuickly(5 * 60_000);
      const { connection, queue } = await deck.state();
      expect(connection.concern?.kind).not.toBe('captive-portal');
      expect(queue).toMatchObject({ waiting: 1, unconfirmed: 1, held: 0, rejected: 0 });
      box.front = 'pass';
      await deck.until(() => deck.sent().length === 2, 11 * 60_000);
      expect(deck.sent().toSorted()).toEqual(['a.png', 'b.png']);
      expect(await deck.strips('needs-attention')).toEqual([]);
    },
  );
});
