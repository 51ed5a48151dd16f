// Explains why a port can't be used.

import { EmulatorError } from '../emulator-error.ts';

export function listenError(host: string, port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new EmulatorError('port', `${host} is not an address of this computer; use 0.0.0.0 for all of them.`);
  }
  if (code === 'EADDRINUSE') {
    return new EmulatorError('port', `Port ${port} is in use; choose another one, or 0 for any free port.`);
  }
  return code === 'EACCES'
    ? new EmulatorError('port', `No permission to use port ${port}; choose one above 1023.`)
    : cause;
}
