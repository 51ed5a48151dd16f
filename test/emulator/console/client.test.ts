import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../emulator/console/client/client.ts';
import { calls } from '../../../emulator/control/calls.ts';
import { operations } from '../../../emulator/console/client/operations.ts';

describe('a call', () => {
  it('is sent as its description has it: members in the path, then in the query or the body', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
      sent.push([method, url, body]);
      return Response.json(null);
    });
    const { call } = createClient('http://127.0.0.1/w/one/_emulator/', 'token');
    await call('flights.check', { id: 4700, pax: 118 });
    await call('consents.list', { limit: 5, after: undefined, newestFirst: true });
    await call('worlds.remove', { id: 'a/b' });
    const base = 'http://127.0.0.1/w/one/_emulator';
    expect(sent).toEqual([
      ['POST', `${base}/flights/4700/check`, '{"pax":118}'],
      ['GET', `${base}/consents?limit=5&newestFirst=true`, undefined],
      ['DELETE', `${base}/worlds/a%2Fb`, undefined],
    ]);
  });

  it('of each name is in the description', () => {
    expect(operations.control.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(calls)));
  });
});
