// Whether this process has asked the file system for something and has no answer yet. Node lists pending work by the
// name of its kind: reads, writes and looks (FSReqCallback, FSReqPromise) and the ends of open files (CloseReq).
const kinds: ReadonlySet<string> = new Set(['FSReqCallback', 'FSReqPromise', 'CloseReq']);

/** A watched folder is not pending: its next event may never come. */
export const isFileSystemAsked = (): boolean => process.getActiveResourcesInfo().some((kind) => kinds.has(kind));
