// Every text of the service on its way to being kept or shown: cleaned, without secrets, bounded, in this order. What was
// between the letters of a secret has to be gone before it is looked for, and it must not be cut in two before that.
import { redactText } from './redact.ts';
import type { SecretRegistry } from './secret-registry.ts';
import { boundedPlainText, plainText } from './plain-text.ts';

export type RemoteText = (text: string, maxLength?: number) => string;

const usualLength = 200;
/** The shape rules need not look at megabytes of which 200 characters are kept. */
const mostShaped = 8;

export const createRemoteText =
  ({ mask }: Pick<SecretRegistry, 'mask'>): RemoteText =>
  (text, maxLength = usualLength) =>
    boundedPlainText(redactText(mask(plainText(text)).slice(0, mostShaped * maxLength)), maxLength);
