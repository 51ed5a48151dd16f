// The part of oidc-provider that the benchmark uses; it has no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Client: { find(id: string): Promise<object | undefined> };
    readonly Grant: new (properties: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    readonly RefreshToken: new (properties: object) => { save(): Promise<string> };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
