// Classifies connection errors. Pure. All are handled the same way: wait, longer each time, and retry automatically.
import type { ConnectionErrorKind } from '../../../contract/failure.ts';
import { isErrorCode } from '../masking/remote-values.ts';

type ConnectionError = {
  readonly why: ConnectionErrorKind;
  /** A code of the system, of TLS or of undici. Never an address, which may contain a password. */
  readonly code: string;
  /** Nothing of the request was sent. */
  readonly neverSent: boolean;
};

const nameCodes: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'EAI_SYSTEM',
]);

/** OpenSSL's certificate errors, as Node names them, and failed handshakes. */
const trustCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
]);

/** Errors of a connection that was never made. */
const unmadeCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Errors of the proxy, or of the connection to it. */
const proxyCodes: ReadonlySet<string> = new Set(['UND_ERR_PRX_TLS', 'UND_ERR_PRX_CONN', 'PROXY_UNUSABLE']);

/** @param isProxied the request went to a proxy: then names, refusals and connect time-outs are the proxy's. */
export function classifyConnectionError(error: unknown, isProxied = false): ConnectionError {
  const earlier = classifiedBefore(error);
  if (earlier) return earlier;
  const chain = causes(error);
  for (const one of chain) {
    // undici reports these two by message only.
    const status = /^Proxy response \((\d+)\) !== 200|^Proxy Authentication Required \((\d+)\)/.exec(one.message);
    if (status) {
      const code = `proxy: HTTP ${status[1] ?? status[2]}`;
      // The proxy works, but could not reach the service: 502, 503 and 504.
      return { why: /HTTP 5/.test(code) ? 'no-answer' : 'proxy', code, neverSent: true };
    }
  }
  const codes = chain.flatMap((one) => ('code' in one && isErrorCode(one.code) ? [one.code] : []));
  const code = codes.at(-1) ?? 'CONNECTION_BROKE';
  if (codes.some((one) => proxyCodes.has(one))) return { why: 'proxy', code, neverSent: true };
  if (trustCodes.has(code)) return { why: 'not-trusted', code, neverSent: true };
  const isName = nameCodes.has(code);
  if (isName || unmadeCodes.has(code)) {
    return { why: isProxied ? 'proxy' : isName ? 'name-not-found' : 'no-answer', code, neverSent: true };
  }
  return { why: 'no-answer', code, neverSent: false };
}

/** An error object that `classifyConnectionError` classifies as it did before. */
export function asError(broken: ConnectionError): Error {
  return Object.assign(new Error(`No connection to the service: ${broken.code}`), { code: broken.code, broken });
}

function classifiedBefore(error: unknown): ConnectionError | null {
  for (const one of causes(error)) if ('broken' in one) return one.broken as ConnectionError;
  return null;
}

/** From the outside in. Several simultaneous connection attempts end as one error with its own code. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 6; one = one.cause) found.push(one);
  return found;
}
