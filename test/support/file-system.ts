// Detects pending work of this process that takes real time: file system requests in Node's list of pending work (reads,
// writes and stats as FSReqCallback and FSReqPromise, closing files as CloseReq), and inflating, which is not in it.
import { InflateRaw } from 'node:zlib';
import type { Transform } from 'node:stream';

const kinds: ReadonlySet<string> = new Set(['FSReqCallback', 'FSReqPromise', 'CloseReq']);

let inflating = 0;
const inflate = InflateRaw.prototype as unknown as Transform;
const transform = inflate._transform;
inflate._transform = function (chunk, encoding, done) {
  inflating += 1;
  let isOver = false;
  const end = () => {
    if (!isOver) inflating -= 1;
    isOver = true;
  };
  this.once('close', end);
  transform.call(this, chunk, encoding, (error, data) => {
    this.off('close', end);
    end();
    done(error, data);
  });
};

/** Whether such work is pending. Watched folders don't count, because their next event may never come. */
export const isFileSystemAsked = (): boolean =>
  inflating > 0 || process.getActiveResourcesInfo().some((kind) => kinds.has(kind));
