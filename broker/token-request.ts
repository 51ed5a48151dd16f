// What a companion may request: a code exchange or a refresh, with the parameters that the service documents. A pure
// function: a form in, the parameters or the error out.

export type TokenRequest = {
  grantType: 'authorization_code' | 'refresh_token';
  /** Passed on without the application's credentials. */
  parameters: ReadonlyMap<string, string>;
};

/** RFC 6749 §5.2: a code for programs and a description for people. */
type InvalidRequest = {
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';
  description: string;
};

type TokenRules = {
  clientId: string;
  redirectPath: string;
};

const wanted = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
} as const;

/** No valid value is longer. */
const mostValueLength = 4096;

export function readTokenRequest(form: string, rules: TokenRules): TokenRequest | InvalidRequest {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(form)) {
    // RFC 6749 §3.2: an empty parameter counts as absent, a repeated one makes the request invalid.
    if (value === '') continue;
    if (given.has(name)) return invalidRequest(`${named(name)} is given more than once.`);
    given.set(name, value);
  }
  if (given.has('client_secret')) {
    return invalidRequest('Send no client_secret: the broker adds it.');
  }
  const clientId = given.get('client_id');
  if (clientId !== undefined && clientId !== rules.clientId) {
    return { error: 'invalid_client', description: 'This broker is for another application.' };
  }
  const grantType = given.get('grant_type');
  if (grantType === undefined) return invalidRequest('The parameter grant_type is missing.');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return {
      error: 'unsupported_grant_type',
      description: 'grant_type has to be authorization_code or refresh_token.',
    };
  }
  const parameters = new Map<string, string>([['grant_type', grantType]]);
  for (const name of wanted[grantType]) {
    const value = given.get(name);
    if (value === undefined) return invalidRequest(`The parameter ${name} is missing.`);
    if (value.length > mostValueLength) return invalidRequest(`The parameter ${name} is too long.`);
    parameters.set(name, value);
  }
  return faultOf(parameters, rules) ?? { grantType, parameters };
}

function faultOf(parameters: ReadonlyMap<string, string>, { redirectPath }: TokenRules): InvalidRequest | null {
  const redirect = parameters.get('redirect_uri');
  if (redirect !== undefined && !isRedirect(redirect, redirectPath)) {
    return invalidRequest(`redirect_uri has to be http://127.0.0.1:PORT${redirectPath}.`);
  }
  // RFC 7636 §4.1. Without it, anybody who intercepts a code could exchange it here.
  const verifier = parameters.get('code_verifier');
  if (verifier !== undefined && !/^[\w.~-]{43,128}$/.test(verifier)) {
    return invalidRequest('code_verifier has to be 43 to 128 unreserved characters.');
  }
  return null;
}

/** RFC 8252 §7.3: the loopback IP address, any port, one path. */
function isRedirect(text: string, path: string): boolean {
  const port = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):(\d{1,5})(\/[^?#]*)$/.exec(text);
  return port !== null && Number(port[1]) >= 1 && Number(port[1]) <= 65_535 && port[2] === path;
}

const invalidRequest = (description: string): InvalidRequest => ({ error: 'invalid_request', description });
const named = (name: string) => (/^\w{1,40}$/.test(name) ? `The parameter ${name}` : 'A parameter');
