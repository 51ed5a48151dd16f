// Authenticates a window in a browser: it exchanges the key in its address for a session, which is kept in this tab
// only (memory, and sessionStorage for a reload) and sent as a header, never as a cookie: browsers send cookies to
// every port of this computer. After a broken connection the session is sent only once the server has proved that it is
// the process that opened the window, and not another program that got its port.
import * as z from 'zod/mini';

const keyHeader = 'x-pilot-companion-key';
const sessionHeader = 'x-pilot-companion-session';
const storedAs = 'pilot-companion-session';

const ticketSchema = z.object({
  session: z.string().check(z.minLength(1)),
  proofKey: z.string().check(z.minLength(1)),
});
type Ticket = z.infer<typeof ticketSchema>;
const ticketAnswer = z.object({ ok: z.literal(true), value: ticketSchema });
const proofAnswer = z.object({ ok: z.literal(true), value: z.object({ proof: z.string() }) });

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** After 'closed' the window has to be opened again from the program; 'unreachable' can recover. */
type ServerCheck = 'ours' | 'closed' | 'unreachable';

export type WindowSession = {
  /** Checks that the server is our process. The result is cached until `requireProof`. */
  check(): Promise<ServerCheck>;
  /** Returns the headers of each request after `check` has returned 'ours'. */
  headers(): Record<string, string>;
  /** Requires the server to prove its identity again, after a broken connection. */
  requireProof(): void;
};

type SessionOptions = {
  readonly fetch: Fetch;
  /** Returns the key of the address once and removes it; null if there is none. */
  readonly takeKey: () => string | null;
  /** Belongs to this tab and survives reloads. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle'>;
};

export function createWindowSession({ fetch, takeKey, storage, crypto }: SessionOptions): WindowSession {
  const key = takeKey();
  let ticket: Ticket | null = null;
  let isProven = false;
  let checking: Promise<ServerCheck> | null = null;

  function stored(): Ticket | null {
    try {
      const text = storage.getItem(storedAs);
      return text === null ? null : (ticketSchema.safeParse(JSON.parse(text)).data ?? null);
    } catch {
      return null;
    }
  }

  /** Exchanges the key for a session; without a valid key, uses the stored session of this tab. */
  async function enter(): Promise<ServerCheck> {
    if (key !== null) {
      const answer = await fetch('bridge/open', { method: 'POST', headers: { [keyHeader]: key } }).catch(() => null);
      if (answer === null) return 'unreachable';
      const given = answer.ok ? ticketAnswer.safeParse(await answer.json().catch(() => null)) : null;
      if (given?.success) {
        ticket = given.data.value;
        isProven = true;
        keep(ticket);
        return 'ours';
      }
    }
    ticket = stored();
    return ticket === null ? 'closed' : 'ours';
  }

  function keep(value: Ticket) {
    try {
      storage.setItem(storedAs, JSON.stringify(value));
    } catch {
      // Without storage, the session ends with a reload.
    }
  }

  async function prove({ proofKey }: Ticket): Promise<ServerCheck> {
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(24)));
    const answer = await fetch(`bridge/proof?nonce=${nonce}`, {}).catch(() => null);
    if (answer === null) return 'unreachable';
    const parsed = proofAnswer.safeParse(await answer.json().catch(() => null));
    return parsed.success && (await isProof(crypto, proofKey, nonce, parsed.data.value.proof)) ? 'ours' : 'closed';
  }

  async function ask(): Promise<ServerCheck> {
    if (ticket === null) {
      const entered = await enter();
      if (entered !== 'ours') return entered;
    }
    if (isProven || ticket === null) return 'ours';
    const result = await prove(ticket);
    isProven = result === 'ours';
    return result;
  }

  return {
    check: () => (checking ??= ask().finally(() => (checking = null))),
    headers(): Record<string, string> {
      return ticket === null ? {} : { [sessionHeader]: ticket.session };
    },
    requireProof: () => void (isProven = false),
  };
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Whether `proof` is the HMAC-SHA-256 of the nonce under the key that only the process and its windows have. */
async function isProof(crypto: Pick<Crypto, 'subtle'>, proofKey: string, nonce: string, proof: string) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(proofKey), algorithm, false, ['sign']);
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(nonce)))) === proof;
}

/** Returns the key of the address and removes it there, so that it stays in no history and on no screen. */
export function takeKeyOfAddress(
  location: Pick<Location, 'hash'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const key = /^#key=([\w-]{1,200})$/.exec(location.hash)?.[1];
  if (key === undefined) return null;
  history.replaceState(null, '', '.');
  return key;
}
