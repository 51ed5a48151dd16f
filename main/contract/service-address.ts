// An address of a service. Tokens, reports and history are keyed by it, so one service has one text: whatever reads an
// address reads it here, and what is stored can be compared.
import * as z from 'zod/mini';
import { issueOf } from '../messages/input-issue.ts';
import { message } from '../messages/message.ts';

/** Both runtimes of the contract have it. */
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): { readonly [N in 'protocol' | 'hostname' | 'port' | 'pathname']: string };
};

/** Why a text is no address: what the pilot has to change. */
type AddressIssue = 'scheme' | 'spelling' | 'extra' | 'port' | 'no-address';

export const addressMessage = (issue: AddressIssue) =>
  message('input.address', { why: issue === 'no-address' ? null : issue });

/** Never connected to by a fetch (https://fetch.spec.whatwg.org/#bad-port). */
const blockedPorts: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 ' +
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 ' +
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/** Returns the one spelling of an address, or what is wrong with the text. Without a scheme, https is meant. */
export function readAddress(
  text: string,
): { readonly address: string; readonly issue: null } | { readonly address: null; readonly issue: AddressIssue } {
  const not = (issue: AddressIssue) => ({ address: null, issue });
  const typed = text.trim();
  // What isn't seen, or is read as something else.
  if (/[\s\\\p{C}\p{Default_Ignorable_Code_Point}]/u.test(typed)) return not('spelling');
  const whole = /^[^/:?#@]+(:\d+)?(\/|$)/.test(typed) ? `https://${typed}` : typed;
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(whole) ?? [];
  if (authority === undefined) return not('scheme');
  if (/[?#]/.test(whole) || authority.includes('@')) return not('extra');
  if (!URL.canParse(whole)) return not('no-address');
  const { protocol, hostname, port, pathname } = new URL(whole);
  const host = hostname.replace(/\.$/, '');
  if (!isHost(host)) return not('no-address');
  if (protocol === 'http:' && !loopbackHosts.has(host)) return not('scheme');
  if (blockedPorts.has(port)) return not('port');
  const path = pathname.replace(/\/+$/, '');
  // An escape, or an empty part, would be a second spelling of the same path.
  if (!/^(\/[\w.~!$&'()*+,;=:@-]+)*$/.test(path)) return not('spelling');
  return { address: `${protocol}//${host}${port && `:${port}`}${path}`, issue: null };
}

/** Names of computers, and addresses, but none that stands for "any", or writes IPv4 as IPv6. */
const isHost = (host: string) =>
  host.startsWith('[')
    ? host !== '[::]' && !host.startsWith('[::ffff:')
    : host !== '0.0.0.0' && host.length <= 253 && /^([a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?(\.(?!$)|$))+$/.test(host);

export const isAddress = (text: string): boolean => readAddress(text).address !== null;

/** Whether two texts are the same address. */
export const isSameAddress = (one: string, other: string): boolean =>
  (readAddress(one).address ?? one) === (readAddress(other).address ?? other);

const schemaOf = (mayBeEmpty: boolean) =>
  z.string().check(
    z.overwrite((text) => readAddress(text).address ?? text.trim()),
    z.check(({ value, issues }) => {
      const why = mayBeEmpty && value === '' ? null : readAddress(value).issue;
      if (why === null) return;
      issues.push({ code: 'custom', input: value, message: issueOf(addressMessage(why)) });
    }),
  );

/** An address of a service: https, or http to this computer. Parsed to its one spelling. */
export const serviceAddressSchema = schemaOf(false);
export const addressOrNoneSchema = schemaOf(true);

/** The address of an emulator: http, on this computer, without a path. Null if it is none. */
export function emulatorAddress(text: string): string | null {
  const { address } = readAddress(text);
  return address !== null && /^http:\/\/[^/]+$/.test(address) ? address : null;
}
