// `protocol`: the schemes that the host serves. Each session has its own handlers.
import { app } from './app.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
const privileged = new Set<string>();

export const schemeOf = (address: string) => address.slice(0, address.indexOf(':'));

export function createProtocol(name: string) {
  const handlers = new Map<string, Handler>();
  return {
    handles: (address: string) => handlers.has(schemeOf(address)),
    /** Passes a request to the handler of its scheme. The handler isn't told when the request is aborted, as in Electron. */
    async answer(request: Request): Promise<Response> {
      const handler = handlers.get(schemeOf(request.url));
      if (handler === undefined) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${request.url}`);
      try {
        return await handler(request);
      } catch (reason) {
        console.error(reason);
        throw new Error('net::ERR_UNEXPECTED', { cause: reason });
      }
    },
    module: strict(name, {
      registerSchemesAsPrivileged(schemes: { scheme: string }[]) {
        if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
        for (const { scheme } of schemes) privileged.add(scheme);
      },
      handle(scheme: string, handler: Handler) {
        app.requireReady('Session can only be received when app is ready');
        if (!privileged.has(scheme))
          throw new Error(`On the stand-in only a privileged scheme is served, not ${scheme}:`);
        if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
        handlers.set(scheme, handler);
      },
    }),
  };
}
