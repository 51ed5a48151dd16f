// Uploads with the clients of Node and with curl. Each takes the cells of a table and returns what each got, in their order.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';

export type Connection = 'keep-alive' | 'close' | 'HTTP/1.0';

export type Cell = { client: string; connection: Connection; url: string; token: string | null; size: number };

export type Client = (cells: readonly Cell[]) => Promise<unknown[]>;

const run = promisify(execFile);

const bodies = new Map<number, Buffer>();

/** A multipart body with a file of this size, the same for every cell. */
function bodyOf(size: number): Buffer {
  const body =
    bodies.get(size) ??
    Buffer.concat([
      Buffer.from('--xXx\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.alloc(size, '0'),
      Buffer.from('\r\n--xXx--\r\n'),
    ]);
  bodies.set(size, body);
  return body;
}

const headersOf = ({ token }: Cell) => ({
  'content-type': 'multipart/form-data; boundary=xXx',
  ...(token !== null && { authorization: `Bearer ${token}` }),
});

const oneByOne =
  (send: (cell: Cell) => Promise<unknown>): Client =>
  async (cells) => {
    const got: unknown[] = [];
    for (const cell of cells) got.push(await send(cell).catch((cause: Error) => String(cause)));
    return got;
  };

export const python: Client = async (cells) => {
  const running = run('python3', ['-B', join(import.meta.dirname, 'clients.py')]);
  running.child.stdin?.end(JSON.stringify(cells));
  return JSON.parse((await running).stdout) as unknown[];
};

/** Six processes, each of which sends one after another, with or without waiting for `100 Continue`. */
export const curl =
  (expectation: string): Client =>
  async (cells) => {
    const folder = await mkdtemp(join(tmpdir(), 'emulator-refusals-'));
    const fileOf = (size: number) => join(folder, String(size));
    const sizes = new Set(cells.map(({ size }) => size));
    await Promise.all([...sizes].map((size) => writeFile(fileOf(size), bodyOf(size))));
    const share = Math.ceil(cells.length / 6);
    const parts = Array.from({ length: 6 }, (_, n) => cells.slice(n * share, (n + 1) * share));
    const got = await Promise.all(parts.map(oneCurl(expectation, fileOf)));
    await rm(folder, { recursive: true, force: true });
    return got.flat();
  };

const oneCurl =
  (expectation: string, fileOf: (size: number) => string): Client =>
  async (cells) => {
    const argv = cells.flatMap((cell, index) => [
      ...(index === 0 ? [] : ['--next']),
      '-sS',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}\n',
      cell.url,
      '--data-binary',
      `@${fileOf(cell.size)}`,
      '-H',
      `Expect:${expectation}`,
      ...Object.entries(headersOf(cell)).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(cell.connection === 'HTTP/1.0' ? ['-0'] : []),
      ...(cell.connection === 'close' ? ['-H', 'Connection: close'] : []),
    ]);
    // It exits with the error of any one of them; the others are still on its output.
    const { stdout } = await run('curl', argv).catch((cause: { stdout: string }) => cause);
    return stdout.trim().split('\n').map(Number);
  };

export const withUndici: Client = async (cells) => {
  const dispatcher = new Agent();
  const got = await oneByOne(async (cell) => {
    const headers = headersOf(cell);
    const options = { method: 'POST', headers, body: bodyOf(cell.size), dispatcher } as const;
    const { statusCode, body } = await request(cell.url, { ...options, reset: cell.connection === 'close' });
    await body.dump();
    return statusCode;
  })(cells);
  await dispatcher.close();
  return got;
};

/** Without an agent, a connection is closed after its request. */
export const withNode: Client = async (cells) => {
  const agent = new HttpAgent({ keepAlive: true });
  const got = await oneByOne(async (cell) => {
    const sending = httpRequest(cell.url, {
      method: 'POST',
      agent: cell.connection === 'close' ? false : agent,
      headers: { ...headersOf(cell), 'content-length': bodyOf(cell.size).length },
    });
    sending.end(bodyOf(cell.size));
    const [answer] = await once(sending, 'response');
    answer.resume();
    return answer.statusCode;
  })(cells);
  agent.destroy();
  return got;
};
