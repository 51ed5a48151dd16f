// The secrets that have passed through, so that they can be masked by value in any later text. Kept in memory only.

import { marked, maskOf } from '../../journal/masking.ts';
import { digestOf } from '../../http/digest.ts';

export type SecretKind = 'token' | 'secret' | 'verifier' | 'state' | 'cookie';

export type SeenSecrets = {
  /** Returns a label that is the same for the same value, and reveals nothing about it. */
  learn(kind: SecretKind, value: string): string;
  /** Masks every learnt value in a text, however it is encoded. */
  mask(text: string): string;
};

/** A shorter value would mask ordinary words; it is masked only if its name identifies it. */
const leastLength = 6;
/** The oldest are forgotten, and masked by their names only. */
const mostSecrets = 20_000;

export function createSeenSecrets(): SeenSecrets {
  const labels = new Map<string, string>();
  /** The written forms that begin with the same characters, the longest first, with their masks. */
  const written = new Map<string, { form: string; mask: string }[]>();
  let learnt = 0;

  const forget = (value: string) => {
    labels.delete(value);
    for (const form of formsOf(value)) {
      const left = written.get(startOf(form))?.filter((one) => one.form !== form) ?? [];
      if (left.length > 0) written.set(startOf(form), left);
      else written.delete(startOf(form));
    }
  };

  return {
    learn(kind, value) {
      const known = labels.get(value);
      if (known !== undefined) return known;
      const label = `${kind} ${(learnt += 1)}`;
      labels.set(value, label);
      if (value.length >= leastLength) {
        const mask = kind === 'token' ? maskOf(value, digestOf(value)) : marked(kind);
        for (const form of formsOf(value)) {
          const alike = [...(written.get(startOf(form)) ?? []), { form, mask }];
          written.set(
            startOf(form),
            alike.toSorted((left, right) => right.form.length - left.form.length),
          );
        }
      }
      if (labels.size > mostSecrets) forget(labels.keys().next().value!);
      return label;
    },
    mask(text) {
      let masked = '';
      let from = 0;
      for (let at = 0; at + leastLength <= text.length; at += 1) {
        const found = written.get(startOf(text, at))?.find(({ form }) => text.startsWith(form, at));
        if (found === undefined) continue;
        masked += text.slice(from, at) + found.mask;
        from = at + found.form.length;
        at = from - 1;
      }
      return from === 0 ? text : masked + text.slice(from);
    },
  };
}

const startOf = (text: string, at = 0): string => text.slice(at, at + leastLength);

/** As it is, percent-encoded, as in a form, and as in JSON. */
function formsOf(value: string): Set<string> {
  const encoded = encodeURIComponent(value.toWellFormed());
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const inJson = JSON.stringify(value).slice(1, -1);
  const lowerCase = (text: string) => text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
  return new Set([
    value,
    encoded,
    inForm,
    lowerCase(encoded),
    lowerCase(inForm),
    inJson,
    inJson.replaceAll('/', '\\/'),
  ]);
}
