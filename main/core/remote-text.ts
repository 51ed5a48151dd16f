// Every text of the service on its way to being kept or shown: cleaned, without secrets, bounded, in this order. What was
// between the letters of a secret has to be gone before it is looked for, and it must not be cut in two before that.
import { redactText } from './redact.ts';
import type { SecretRegistry } from './secret-registry.ts';
import { boundedPlainText, plainText } from './service/plain-text.ts';

export type RemoteText = (text: string, maxLength?: number) => string;

export const createRemoteText =
  ({ mask }: Pick<SecretRegistry, 'mask'>): RemoteText =>
  (text, maxLength) =>
    boundedPlainText(redactText(mask(plainText(text))), maxLength);
