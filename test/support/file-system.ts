// Whether file system requests of this process are pending. Node lists pending work by type: reads, writes and stats
// (FSReqCallback, FSReqPromise) and closing of files (CloseReq).
const kinds: ReadonlySet<string> = new Set(['FSReqCallback', 'FSReqPromise', 'CloseReq']);

/** A watched folder is not pending: its next event may never come. */
export const isFileSystemAsked = (): boolean => process.getActiveResourcesInfo().some((kind) => kinds.has(kind));
