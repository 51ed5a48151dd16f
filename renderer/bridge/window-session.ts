// How a window in a browser shows who it is: with a session that it got for the key in its address. It lies in this tab
// alone (memory, and sessionStorage for a reload), goes with every request as a header, and is never a cookie, which
// browsers would send to every port of this computer. Before it goes anywhere after a break, whoever answers has to show
// that it is the process that the window was opened from, and not another program that got its port.
import { z } from 'zod';

const keyHeader = 'x-pilot-companion-key';
const sessionHeader = 'x-pilot-companion-session';
const storedAs = 'pilot-companion-session';

const ticketSchema = z.object({ session: z.string().min(1), proofKey: z.string().min(1) });
type Ticket = z.infer<typeof ticketSchema>;
const ticketAnswer = z.object({ ok: z.literal(true), value: ticketSchema });
const proofAnswer = z.object({ ok: z.literal(true), value: z.object({ proof: z.string() }) });

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** 'closed' has to be opened again from the program; 'unreachable' comes back by itself. */
export type Standing = 'ours' | 'closed' | 'unreachable';

export type WindowSession = {
  /** Makes sure that the process is there and is ours; asked again, it costs nothing until `doubt` is said. */
  check(): Promise<Standing>;
  /** For each request after `check` said 'ours'. */
  headers(): Record<string, string>;
  /** The connection broke: who answers next has to show again who it is. */
  doubt(): void;
};

export type SessionOptions = {
  readonly fetch: Fetch;
  /** The key of the address, once; null where there is none. It is gone from the address afterwards. */
  readonly takeKey: () => string | null;
  /** This tab's own, across reloads. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle'>;
};

export function createWindowSession({ fetch, takeKey, storage, crypto }: SessionOptions): WindowSession {
  const key = takeKey();
  let ticket: Ticket | null = null;
  let isProven = false;
  let checking: Promise<Standing> | null = null;

  function stored(): Ticket | null {
    try {
      const text = storage.getItem(storedAs);
      return text === null ? null : (ticketSchema.safeParse(JSON.parse(text)).data ?? null);
    } catch {
      return null;
    }
  }

  /** A session for the key; where the key is spent or there is none, the one that this tab has already. */
  async function enter(): Promise<Standing> {
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
      // A browser that keeps nothing: the window lives until it is loaded anew.
    }
  }

  async function prove({ proofKey }: Ticket): Promise<Standing> {
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(24)));
    const answer = await fetch(`bridge/proof?nonce=${nonce}`, {}).catch(() => null);
    if (answer === null) return 'unreachable';
    const said = proofAnswer.safeParse(await answer.json().catch(() => null));
    return said.success && (await isProof(crypto, proofKey, nonce, said.data.value.proof)) ? 'ours' : 'closed';
  }

  async function look(): Promise<Standing> {
    if (ticket === null) {
      const entered = await enter();
      if (entered !== 'ours') return entered;
    }
    if (isProven || ticket === null) return 'ours';
    const standing = await prove(ticket);
    isProven = standing === 'ours';
    return standing;
  }

  return {
    check: () => (checking ??= look().finally(() => (checking = null))),
    headers(): Record<string, string> {
      return ticket === null ? {} : { [sessionHeader]: ticket.session };
    },
    doubt: () => void (isProven = false),
  };
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** HMAC-SHA-256 of the nonce under the key that only the process and its windows have. */
async function isProof(crypto: Pick<Crypto, 'subtle'>, proofKey: string, nonce: string, said: string) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(proofKey), algorithm, false, ['sign']);
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(nonce)))) === said;
}

/** Takes the key out of the address that the window was opened with, so that it stands in no history and on no screen. */
export function takeKeyOfAddress(
  location: Pick<Location, 'hash'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const key = /^#key=([\w-]{1,200})$/.exec(location.hash)?.[1];
  if (key === undefined) return null;
  history.replaceState(null, '', '.');
  return key;
}
