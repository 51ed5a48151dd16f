// The two authorization servers that our client is tested against, from independent authors: the emulator and
// oidc-provider.
import { createEmulator } from '../../../emulator/emulator.ts';
import { startCertifiedServer } from './certified-server.ts';

export type Peer = {
  readonly url: string;
  /** The pilot consents from now on, without this scope if one is given. */
  consentWithout(scope?: string): void;
  /** Follows the service's pages like the pilot's browser, up to the address it ends on at the application. */
  answerTo(address: string): Promise<URL>;
  expireAccess(token: string): PromiseLike<unknown>;
  grantsRevoked(): number;
  close(): PromiseLike<unknown>;
};

/** Follows redirects and keeps cookies, as a browser does; stops before the application on the loopback address. */
async function browse(address: string, decide?: (page: string, at: string) => URLSearchParams): Promise<URL> {
  const jar = new Map<string, string>();
  const { redirect_uri: ends = '' } = Object.fromEntries(new URL(address).searchParams);
  let url = address;
  let body: URLSearchParams | null = null;
  for (let hops = 0; hops < 20; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) jar.set(name, value);
    }
    const location: string | null = response.headers.get('location');
    if (location === null && !decide) throw new Error(`the way ends on a page: ${await response.text()}`);
    body = location === null ? decide!(await response.text(), url) : null;
    url = location === null ? url : new URL(location, url).href;
    if (url.startsWith(`${ends}?`)) return new URL(url);
  }
  throw new Error('too many redirects');
}

async function startEmulator(): Promise<Peer> {
  const emulator = await createEmulator({ clock: 'virtual' });
  const { url } = await emulator.start({ port: 0 });
  let without: string | undefined;
  const decide = (page: string) => {
    const values = (name: string) =>
      [...page.matchAll(new RegExp(`name="${name}"\\s+value="([^"]*)"`, 'g'))].map(([, value = '']) => value);
    const form = new URLSearchParams({ decision: 'approve', form_token: values('form_token')[0] ?? '', pilot: 'demo' });
    for (const scope of values('scope')) if (scope !== without) form.append('scope', scope);
    return form;
  };
  return {
    url,
    consentWithout: (scope) => void (without = scope),
    answerTo: (address) => browse(address, decide),
    expireAccess: () => emulator.clock.advance(3_600_000),
    grantsRevoked: () => emulator.consents.list().items.filter(({ revokedAt }) => revokedAt !== null).length,
    close: () => emulator[Symbol.asyncDispose](),
  };
}

async function startCertified(): Promise<Peer> {
  const server = await startCertifiedServer();
  return {
    url: server.url,
    consentWithout: server.consentWithout,
    answerTo: (address) => browse(address),
    expireAccess: server.expireAccess,
    grantsRevoked: server.grantsRevoked,
    close: server.close,
  };
}

export const peers = [
  ['the emulator', startEmulator],
  ['oidc-provider', startCertified],
] as const;
