// Detects pending file system requests of this process in Node's list of pending work: reads, writes and stats
// (FSReqCallback, FSReqPromise) and closing files (CloseReq).
const kinds: ReadonlySet<string> = new Set(['FSReqCallback', 'FSReqPromise', 'CloseReq']);

/** Whether requests are pending. Watched folders don't count, because their next event may never come. */
export const isFileSystemAsked = (): boolean => process.getActiveResourcesInfo().some((kind) => kinds.has(kind));
