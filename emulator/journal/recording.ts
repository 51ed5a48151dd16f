// What the journal writes down: the interface of the recorder, which the server runs.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Duplex } from 'node:stream';

export interface Recording {
  /** To be called before any other hook is registered, so that nothing is answered unseen. */
  watch(app: FastifyInstance): void;
  /** For a request that Fastify asks no hook about, as its address cannot be read; with the answer that it gets. */
  begin(request: FastifyRequest, reply: FastifyReply, answer: string): void;
  /**
   * Something broke on a connection and is answered by hand.
   * @param answer the whole answer as text, or null where there is none
   */
  broken(socket: Duplex, what: { message: string; answer: string | null; sizeBytes: number }): void;
}
