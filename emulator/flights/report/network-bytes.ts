// Bytes as they come from the network, and the end of them. Node gives every piece of a body memory of its own, 64 KiB
// mostly, and leaves it to the collector. Of a few hundred images a second that is half a gigabyte, and the collector
// goes through the whole heap every 50 ms to be rid of it: a quarter of the time of an upload, and most of its memory.
// What has been read is therefore given back at once. The memory is gone then: its bytes must not be looked at again.

import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

const memoryFromNetwork = new WeakSet<ArrayBufferLike>();

/** Whether what this request brings is nobody's but ours: a request without a network brings its sender's own bytes. */
export const isFromNetwork = ({ socket }: IncomingMessage): boolean => socket instanceof Socket;

/** To be called once for each piece of a body that came from the network. */
export function noteNetworkBytes(bytes: Buffer): void {
  // A part of something larger is left to the collector.
  if (bytes.length === bytes.buffer.byteLength) memoryFromNetwork.add(bytes.buffer);
}

/** Node has it from 21 on; before that the collector does what it always did. */
const canGiveBack = typeof ArrayBuffer.prototype.transfer === 'function';

/** Gives the memory of network bytes back, whatever part of it these are; leaves all other bytes as they are. */
export function giveBack({ buffer }: Buffer): void {
  if (memoryFromNetwork.delete(buffer) && canGiveBack) (buffer as ArrayBuffer).transfer(0);
}
