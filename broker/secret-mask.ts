// Takes the application's secret out of what the service answers: a service that repeats the form it was sent would
// hand it to whoever asked. Small on purpose, and the broker's own: it shares no code with the companion.

export const masked = '[redacted]';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
const hex = (text: string) => Buffer.from(text).toString('hex');

/** @param secret visible ASCII, as the configuration has it */
export function createSecretMask(secret: string): (text: string) => string {
  // Each character as it is, percent-encoded however often, or escaped as JSON does.
  const plain = Array.from(secret, (sign) => {
    const code = hex(sign);
    const space = sign === ' ' ? String.raw`|\+` : '';
    return String.raw`(?:\\*${escaped(sign)}|%(?:25)*${code}|\\+u00${code}${space})`;
  }).join('');
  // What is encoded further: RFC 6749 §2.3.1 has the parts of Basic credentials form-encoded; tokens carry JSON.
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  const forms = [secret, encodeURIComponent(secret), inForm, JSON.stringify(secret).slice(1, -1)];
  const base64 = forms.flatMap(inBase64).filter((one) => one.length >= 6);
  const inCase = new RegExp(`[A-Za-z0-9+/_-]*(?:${base64.map(escaped).join('|')})[A-Za-z0-9+/_=-]*`, 'g');
  const inAnyCase = new RegExp(`${plain}|${forms.map(hex).join('|')}`, 'gi');
  return (text) => {
    const whole = text.replace(inAnyCase, masked);
    return base64.length === 0 ? whole : whole.replace(inCase, masked);
  };
}

/** In base64 a text looks different by where it begins among its neighbours; what these touch is left out. */
function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const own = (encoded: string) => encoded.slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [own(whole.toString('base64')), own(whole.toString('base64url'))];
  });
}
