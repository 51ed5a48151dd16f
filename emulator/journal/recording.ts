// The interface of the recorder, which is implemented in server/record-requests.ts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Duplex } from 'node:stream';

export type Recording = {
  /** To be called before any other hook is registered. */
  watch(app: FastifyInstance): void;
  /** For a request without hooks, because its URL cannot be decoded. */
  begin(request: FastifyRequest, reply: FastifyReply, answer: string): void;
  /**
   * Records an error on a connection.
   * @param answer the complete response, or null
   */
  broken(socket: Duplex, what: { message: string; answer: string | null; sizeBytes: number }): void;
};
