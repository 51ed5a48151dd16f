// Text of the service for storing and showing: cleaned, masked, bounded, in this order. Invisible characters may split
// a secret, and a cut would leave half of one.
import { redactText } from './redact.ts';
import type { SecretRegistry } from './secret-registry.ts';
import { boundedPlainText, plainText } from './plain-text.ts';

export type RemoteText = (text: string, maxLength?: number) => string;

const usualLength = 200;
/** 200 characters are kept: the pattern rules need not scan megabytes. */
const mostShaped = 8;

export const createRemoteText =
  ({ mask }: Pick<SecretRegistry, 'mask'>): RemoteText =>
  (text, maxLength = usualLength) =>
    boundedPlainText(redactText(mask(plainText(text)).slice(0, mostShaped * maxLength)), maxLength);
