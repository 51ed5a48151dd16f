// The secrets that have passed through, so that they can be masked by value wherever they appear again. They stay in memory
// and go nowhere else.

import { marked, maskOf } from '../../journal/masking.ts';
import { digestOf } from '../../http/digest.ts';

export type SecretKind = 'token' | 'secret' | 'verifier' | 'state' | 'cookie';

export interface SeenSecrets {
  /** Returns a label that is the same for the same value, and tells nothing about it. */
  learn(kind: SecretKind, value: string): string;
  /** Masks every learnt value in a text, however it is encoded. */
  mask(text: string): string;
}

/** A shorter value would mask ordinary words; it is masked only where its name says what it is. */
const leastLength = 6;
const mostSecrets = 4000;

export function createSeenSecrets(): SeenSecrets {
  const labels = new Map<string, string>();
  /** Every form in which a value is written, with its mask. */
  const written = new Map<string, string>();

  return {
    learn(kind, value) {
      const known = labels.get(value);
      if (known !== undefined) return known;
      const label = `${kind} ${labels.size + 1}`;
      labels.set(value, label);
      if (value.length >= leastLength) {
        const mask = kind === 'token' ? maskOf(value, digestOf(value)) : marked(kind);
        for (const form of formsOf(value)) written.set(form, mask);
      }
      for (const form of written.keys()) {
        if (written.size <= mostSecrets) break;
        written.delete(form);
      }
      return label;
    },
    mask(text) {
      let masked = text;
      for (const [form, mask] of written) if (masked.includes(form)) masked = masked.replaceAll(form, () => mask);
      return masked;
    },
  };
}

/** As it is, percent-encoded, as in a form, and as in JSON. */
function formsOf(value: string): Set<string> {
  const encoded = encodeURIComponent(value);
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const inJson = JSON.stringify(value).slice(1, -1);
  const lowerCase = (text: string) => text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
  const forms = [value, encoded, inForm, lowerCase(encoded), lowerCase(inForm), inJson, inJson.replaceAll('/', '\\/')];
  // The longest first, because one may contain another.
  return new Set(forms.toSorted((left, right) => right.length - left.length));
}
