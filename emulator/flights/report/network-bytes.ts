// Frees the buffers of network data immediately. Node allocates a buffer, mostly 64 KiB, for each chunk of a body; at a
// few hundred uploads a second, collecting them costs a quarter of the time and most of the memory. A freed buffer must
// not be read again.

import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

const memoryFromNetwork = new WeakSet<ArrayBufferLike>();

/** False for injected requests, whose buffers belong to the caller. */
export const isFromNetwork = ({ socket }: IncomingMessage): boolean => socket instanceof Socket;

/** To be called once for each chunk from the network. */
export function noteNetworkBytes(bytes: Buffer): void {
  // A slice of a larger buffer is left to the garbage collector.
  if (bytes.length === bytes.buffer.byteLength) memoryFromNetwork.add(bytes.buffer);
}

/** Node 21 and newer. */
const canTransfer = typeof ArrayBuffer.prototype.transfer === 'function';

/** Frees the buffer behind network data; has no effect on other buffers. */
export function freeBytes({ buffer }: Buffer): void {
  if (memoryFromNetwork.delete(buffer) && canTransfer) (buffer as ArrayBuffer).transfer(0);
}
