import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLoopbackGuard } from '../../../../main/core/platform/loopback/loopback-guard.ts';

class Connection extends EventEmitter {
  destroyed = false;
  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

function guarded(maxUnauthenticated: number) {
  const server = new EventEmitter();
  const guard = createLoopbackGuard(server as unknown as Server, { admits: async () => true, maxUnauthenticated });
  const connect = () => {
    const connection = new Connection();
    server.emit('connection', connection);
    return connection;
  };
  /** A request that is complete; the result is its response. */
  const request = (socket: Connection) => {
    const response = new EventEmitter();
    server.emit('request', { socket }, response);
    return response;
  };
  const authenticate = (connection: Connection) => guard.authenticate(connection as unknown as Socket);
  return { guard, connect, request, authenticate };
}

describe('the guard of a loopback server', () => {
  it('closes the oldest unauthenticated connection for a newer one', () => {
    const { guard, connect } = guarded(2);
    const connections = [connect(), connect(), connect(), connect()];
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
    expect(guard.unauthenticated).toBe(2);
  });

  it('keeps a connection that has shown a key, and forgets one that was closed', () => {
    const { guard, connect, authenticate } = guarded(1);
    const known = connect();
    authenticate(known);
    const other = connect();
    expect([known, other].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    other.destroy();
    expect(guard.unauthenticated).toBe(0);
    connect();
    expect(known.destroyed).toBe(false);
  });

  it('answers a complete request, and counts its connection again afterwards', () => {
    const { guard, connect, request } = guarded(1);
    const asking = connect();
    const response = request(asking);
    const other = connect();
    expect([asking, other].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    response.emit('close');
    expect([asking, other].map(({ destroyed }) => destroyed)).toEqual([false, true]);
    expect(guard.unauthenticated).toBe(1);
  });

  it('counts neither a connection that was closed nor a known one after its response', () => {
    const { guard, connect, request, authenticate } = guarded(5);
    const closed = connect();
    const known = connect();
    const responses = [request(closed), request(known)];
    closed.destroy();
    authenticate(known);
    for (const response of responses) response.emit('close');
    expect(guard.unauthenticated).toBe(0);
  });
});
