// A middlebox between this computer and a service, with real sockets and TLS: the service's front end, or a proxy
// before it. Forwards everything to an emulator, or interferes as configured, which can change while it runs.
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

const file = (name: string) => readFileSync(join(import.meta.dirname, 'test-only-certificates', name), 'utf8');
export const testAuthority = file('authority.pem');
const key = file('test-only.key');
const certificates = {
  'self-signed': file('self-signed.pem'),
  expired: file('expired.pem'),
  'other-host': file('other-host.pem'),
} as const;

/** How the front behaves, once it is reached. */
export type FrontMode =
  | 'pass'
  | keyof typeof certificates
  /** Accepts connections and stays silent, or closes them. */
  | 'silent'
  | 'hang-up'
  /** Responds without TLS. */
  | 'plain'
  | 'silent-before-headers'
  | 'silent-in-body'
  | 'portal-page'
  | 'portal-redirect';

/** How the proxy answers CONNECT: with a status, or not at all. */
type ProxyMode = 'pass' | 'silent' | 403 | 407 | 502;

const bodies = {
  'portal-page': `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 20\r\nconnection: close\r\n\r\n<html>Welcome</html>`,
  'portal-redirect':
    'HTTP/1.1 302 Found\r\nlocation: http://portal.hotel.test/login\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  'silent-in-body': 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"id": 7',
  'silent-before-headers': '',
} as const;

export type Middlebox = Awaited<ReturnType<typeof startMiddlebox>>;

/** `asProxy`: connections begin with CONNECT. `to`: the address of an emulator; without one nothing gets through. */
export async function startMiddlebox(options: { asProxy?: boolean; to?: string; host?: string } = {}) {
  const { asProxy = false, host = '127.0.0.1' } = options;
  const sockets = new Set<Socket>();
  /** The heads of CONNECT requests, and of the requests that were answered here. */
  const heard: string[] = [];
  let connections = 0;
  let server: Server | null = null;
  let port = 0;
  const box = {
    front: 'pass' as FrontMode,
    proxy: 'pass' as ProxyMode,
    heard,
    get port() {
      return port;
    },
    get connections() {
      return connections;
    },
    get isOpen() {
      return server !== null;
    },
    /** Closes all connections. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    /** Stops listening and closes all connections. */
    async close() {
      const closing = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => (closing ? closing.close(resolve) : resolve(null)));
    },
    /** Listens, on the same port as before. */
    async open() {
      server = createServer(accept);
      await new Promise<void>((resolve, reject) => server!.once('error', reject).listen(port, host, resolve));
      ({ port } = server.address() as AddressInfo);
    },
    [Symbol.asyncDispose]: () => box.close(),
  };

  function keep<S extends Socket>(socket: S): S {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    return socket;
  }

  /** Returns everything received up to the end of a head, once it is complete. */
  function onHead(socket: Socket, then: (head: string) => void) {
    let text = '';
    const more = (data: Buffer) => {
      text += data.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      socket.off('data', more);
      then(text);
    };
    socket.on('data', more);
  }

  function accept(socket: Socket) {
    connections += 1;
    keep(socket);
    if (!asProxy) return front(socket);
    onHead(socket, (head) => {
      heard.push(head);
      if (box.proxy === 'silent') return;
      if (box.proxy !== 'pass') return void socket.end(`HTTP/1.1 ${box.proxy} No\r\ncontent-length: 0\r\n\r\n`);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      front(socket);
    });
  }

  function front(raw: Socket) {
    const mode = box.front;
    if (mode === 'silent') return;
    if (mode === 'hang-up') return void raw.destroy();
    if (mode === 'plain') return void raw.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    const cert = mode in certificates ? certificates[mode as keyof typeof certificates] : file('service.pem');
    const socket = keep(new TLSSocket(raw, { isServer: true, key, cert }));
    if (mode in bodies) {
      return onHead(socket, (head) => {
        heard.push(head);
        socket.write(bodies[mode as keyof typeof bodies]);
        socket.resume();
      });
    }
    if (options.to === undefined) return;
    const onward = keep(connect(Number(new URL(options.to).port), new URL(options.to).hostname));
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
  }

  await box.open();
  return box;
}
