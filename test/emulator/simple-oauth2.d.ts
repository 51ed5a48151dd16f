// The part of simple-oauth2 (which has no types) that the tests use.

declare module 'simple-oauth2' {
  export type Token = {
    access_token: string;
    refresh_token: string;
    token_type: string;
    scope: string;
    expires_at: Date;
  };

  export type AccessToken = {
    token: Token;
    expired(windowSeconds?: number): boolean;
    refresh(parameters?: Record<string, string>): Promise<AccessToken>;
  };

  export class AuthorizationCode {
    constructor(options: {
      client: { id: string; secret: string };
      auth: { tokenHost: string };
      options?: { authorizationMethod?: 'header' | 'body'; credentialsEncodingMode?: 'strict' | 'loose' };
    });
    authorizeURL(parameters: Record<string, string>): string;
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
  }
}
