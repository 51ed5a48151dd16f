import { describe, expect, it } from 'vitest';
import { run } from './run-command.ts';

const onTerminal = { isOutTerminal: true, isErrTerminal: true };

const ask = (ready: string) => fetch(`${JSON.parse(ready).url}/nowhere?secret=1`);

describe('the ready line', () => {
  it('prints all that a script needs as one line of JSON when piped', async () => {
    const { code, out, err } = await run(['--mode', 'strict', '--control-token', 'fixed']);
    expect([code, err, out.split('\n').length]).toEqual([0, '', 2]);
    const { url } = JSON.parse(out);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(JSON.parse(out)).toEqual({
      url,
      mode: 'strict',
      controlToken: 'fixed',
      console: `${url}/_emulator/#token=fixed`,
      clients: [
        {
          client_id: 'pilot-companion-demo',
          client_secret: 'demo-secret-for-the-emulator-only',
          redirect_uris: ['http://127.0.0.1/callback/emulator'],
        },
        {
          client_id: 'logbook-reader-demo',
          client_secret: 'reader-secret-for-the-emulator-only',
          redirect_uris: ['http://127.0.0.1/callback/emulator'],
        },
      ],
      pilots: [
        { id: 'demo', name: 'Demo Pilot' },
        { id: 'second', name: 'Second Pilot' },
      ],
    });
  });

  it('generates a token at each start', async () => {
    const lines = [await run([]), await run([])].map(({ out }) => JSON.parse(out).controlToken);
    expect(lines[0]).toMatch(/^[\w-]{20,}$/);
    expect(lines[1]).not.toBe(lines[0]);
  });

  it('contains no token and no console URL with --no-control', async () => {
    const { out } = await run(['--no-control']);
    expect(Object.keys(JSON.parse(out))).toEqual(['url', 'mode', 'clients', 'pilots']);
    expect((await run(['--no-control'], onTerminal)).out).not.toContain('console');
  });

  it('prints text on a terminal and JSON in a pipe, unless --json or --no-json is given', async () => {
    const message = /listening at http:\/\/127\.0\.0\.1:\d+ \(extended mode\)/;
    const { out } = await run([], onTerminal);
    expect(out).toMatch(message);
    expect(out).toMatch(/console http:\/\/127\.0\.0\.1:\d+\/_emulator\/#token=/);
    expect((await run(['--no-json'])).out).toMatch(message);
    expect(JSON.parse((await run(['--json'], onTerminal)).out)).toHaveProperty('url');
  });
});

describe('request log', () => {
  it('writes JSON lines to standard error when piped, and only the ready line to standard output', async () => {
    const { out, err } = await run([], { during: ask });
    expect(out.split('\n')).toHaveLength(2);
    expect(err.split('\n')).toHaveLength(2);
    expect(JSON.parse(err)).toMatchObject({ type: 'request', id: 1, method: 'GET', path: '/nowhere', status: 404 });
  });

  it('writes text on a terminal, in colour where supported', async () => {
    const during = async (ready: string) => fetch(`${/http:\S+/.exec(ready)?.[0] ?? ''}/nowhere`);
    expect((await run([], { ...onTerminal, during })).err).toMatch(/^\d\d:\d\d:\d\dZ {2}404 {2}GET {3}\/nowhere {2}/);
    expect((await run([], { ...onTerminal, hasColors: true, during })).err).toContain('\u001B[33m404');
  });

  it('writes nothing with --quiet', async () => {
    const { code, out, err } = await run(['--quiet'], { during: ask });
    expect([code, err, out.split('\n').length]).toEqual([0, '', 2]);
  });
});

describe('--open', () => {
  it('opens the console with its token', async () => {
    const opened: string[] = [];
    const { out } = await run(['--open'], { open: (address) => void opened.push(address) });
    expect(opened).toEqual([JSON.parse(out).console]);
  });

  it('prints the console URL when no browser can be opened', async () => {
    const { code, out, err } = await run(['--open'], { open: (_address, onNone) => onNone() });
    expect(code).toBe(0);
    expect(err).toBe(`Couldn’t open a browser. Open the console at ${JSON.parse(out).console}\n`);
  });
});
