/** Reads, writes and connections in progress: they are slow on a busy machine, and virtual time must not advance until they end. */
const systemCalls: ReadonlySet<string> = new Set([
  'FSReqCallback',
  'FSReqPromise',
  'FileHandleCloseReq',
  'TCPConnectWrap',
  'GetAddrInfoReqWrap',
]);
export const waitsForSystem = () => process.getActiveResourcesInfo().some((what) => systemCalls.has(what));
