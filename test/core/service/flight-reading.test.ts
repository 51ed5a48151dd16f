// Reading against small servers on bare sockets.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { setUpSocketService, record, answerOf, until } from './socket-service.ts';

const { context, serve, clientOf } = setUpSocketService();

describe('reading', () => {
  it('requests a page as in A4, and reads it', async () => {
    let request = '';
    const address = await serve((heard, socket) => {
      request = heard;
      socket.write(answerOf('200 OK', `{"items":[${record}],"next_before_id":7}`));
    });
    const outcome = await clientOf(address).list({ token: 'secret', limit: 100, beforeId: 9 });
    expect(outcome).toMatchObject({ kind: 'page', nextBeforeId: 7, flights: [{ id: 7 }] });
    expect(request).toMatch(/^GET \/api\/v1\/flights\?limit=100&before_id=9 HTTP/);
  });

  it('reads one record', async () => {
    let request = '';
    const address = await serve((heard, socket) => {
      request = heard;
      socket.write(answerOf('200 OK', record));
    });
    expect(await clientOf(address).read({ token: 'secret', id: 7 })).toMatchObject({ kind: 'flight' });
    expect(request).toMatch(/^GET \/api\/v1\/flights\/7 HTTP/);
  });

  it.each([
    ['404 Not Found', '{"detail":"not_found"}', { kind: 'absent', code: 'HTTP 404: not_found' }],
    ['200 OK', '[]', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['200 OK', '', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['403 Forbidden', '{"detail":"insufficient_scope"}', { kind: 'scope-missing', code: 'insufficient_scope' }],
  ])('says what %s with %j means', async (status, body, expected) => {
    const address = await serve((_heard, socket) => socket.write(answerOf(status, body)));
    expect(await clientOf(address).list({ token: 'secret' })).toEqual(expected);
  });

  it('is stopped by its signal, and unreachable if the connection breaks', async () => {
    let isHeard = false;
    const address = await serve(() => {
      isHeard = true;
    });
    const aborted = new AbortController();
    const outcome = clientOf(address).list({ token: 'secret', signal: aborted.signal });
    await until(() => isHeard);
    aborted.abort();
    expect(await outcome).toEqual({ kind: 'stopped', mayHaveArrived: false });
    const broken = clientOf(address).read({ token: 'secret', id: 1 });
    await until(() => context.sockets.length > 1);
    for (const socket of context.sockets) socket.destroy();
    expect(await broken).toMatchObject({ kind: 'unreachable' });
  });

  it('leaves no timer, and no listener at a signal that lives on', async () => {
    const { signal } = new AbortController();
    const address = await serve((_heard, socket) => socket.write(answerOf('200 OK', record)));
    expect(await clientOf(address).read({ token: 'secret', id: 7, signal })).toMatchObject({ kind: 'flight' });
    expect([getEventListeners(signal, 'abort'), context.clock.pending]).toEqual([[], 0]);
  });

  it('requests 50 flights from the newest on if nothing else is wanted', async () => {
    let request = '';
    const address = await serve((heard, socket) => {
      request = heard;
      socket.write(answerOf('200 OK', '{"items":[],"next_before_id":null}'));
    });
    expect(await clientOf(address).list({ token: 'secret' })).toMatchObject({ kind: 'page', flights: [] });
    expect(request).toMatch(/^GET \/api\/v1\/flights\?limit=50 HTTP/);
  });

  it('does not understand one record that is none', async () => {
    const address = await serve((_heard, socket) => socket.write(answerOf('200 OK', '[]')));
    expect(await clientOf(address).read({ token: 'secret', id: 7 })).toEqual({
      kind: 'not-understood',
      code: 'HTTP 200, not a flight record',
    });
  });
});
