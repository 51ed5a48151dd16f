// The state of the fault form, and its conversion into a request.
import { parseDuration, parseSize } from '../../options/units.ts';
import type { CallInput } from '../client/client.ts';
import { messages } from '../messages/messages.ts';

export type NewFault = CallInput<'faults.add'>;

/** Each effect has a place in the form; a dropped connection has two. */
const inOrder: Record<Exclude<NewFault['effect']['type'], 'drop'> | 'drop-before' | 'drop-after', true> = {
  status: true,
  'done-then': true,
  latency: true,
  'drop-before': true,
  'drop-after': true,
  cut: true,
  garbage: true,
  throttle: true,
};
export type EffectKind = keyof typeof inOrder;
export const effectKinds = Object.keys(inOrder) as EffectKind[];

export type FaultDraft = {
  method: string;
  path: string;
  grantType: string;
  clientId: string;
  pilot: string;
  skip: string;
  times: string;
  probability: string;
  kind: EffectKind;
  status: string;
  body: string;
  /** One `name: value` per line. */
  headers: string;
  /** A duration, or a size. */
  amount: string;
};

export const freshDraft: FaultDraft = {
  method: '',
  path: '',
  grantType: '',
  clientId: '',
  pilot: '',
  skip: '0',
  times: '1',
  probability: '1',
  kind: 'status',
  status: '503',
  body: '{"detail":"service_unavailable"}',
  headers: '',
  amount: '',
};

/** Optional. */
export const usualAmounts: Partial<Record<EffectKind, string>> = {
  'done-then': '',
  latency: '3s',
  cut: '20B',
  throttle: '50B',
};

type FaultReading = { fault: NewFault } | { wrong: Partial<Record<keyof FaultDraft, string>> };

export function readDraft(draft: FaultDraft): FaultReading {
  const wrong: Partial<Record<keyof FaultDraft, string>> = {};
  const whole = (name: 'skip' | 'times' | 'status', least: number): number => {
    const value = Number(draft[name]);
    if (!Number.isInteger(value) || value < least) wrong[name] = messages.faults.form.whole(least);
    return value;
  };
  const skip = draft.skip === '' ? 0 : whole('skip', 0);
  const times = draft.times === '' ? null : whole('times', 1);
  const probability = Number(draft.probability || 1);
  if (!(probability >= 0 && probability <= 1)) wrong.probability = messages.faults.form.share;
  const effect = effectOf(draft, () => whole('status', 100), wrong);
  if (Object.keys(wrong).length > 0) return { wrong };
  const named = (['method', 'path', 'grantType', 'clientId', 'pilot'] as const).filter((name) => draft[name] !== '');
  const match = Object.fromEntries(named.map((name) => [name, draft[name]]));
  return { fault: { match, skip, times, probability, effect } };
}

function effectOf(
  { kind, body, headers, amount }: FaultDraft,
  status: () => number,
  wrong: Partial<Record<keyof FaultDraft, string>>,
): NewFault['effect'] {
  const required = (value: number | null, message: string): number => {
    if (value === null) wrong.amount = message;
    return value ?? 0;
  };
  switch (kind) {
    case 'status':
    case 'done-then': {
      const read = headersFrom(headers);
      if (read === null) wrong.headers = messages.faults.form.headersWrong;
      const isCut = kind === 'done-then' && amount.trim() !== '';
      return {
        type: kind,
        status: status(),
        ...(body.trim() === '' ? {} : { body: bodyFrom(body) }),
        ...(read === null || Object.keys(read).length === 0 ? {} : { headers: read }),
        ...(isCut && { afterBytes: required(parseSize(amount), messages.faults.form.size) }),
      };
    }
    case 'latency':
      return { type: 'latency', ms: required(parseDuration(amount), messages.faults.form.duration) };
    case 'cut':
      return { type: 'cut', afterBytes: required(parseSize(amount), messages.faults.form.size) };
    case 'throttle':
      return { type: 'throttle', bytesPerSecond: required(parseSize(amount), messages.faults.form.size) };
    case 'garbage':
      return { type: 'garbage' };
    case 'drop-before':
    case 'drop-after':
      return { type: 'drop', when: kind === 'drop-before' ? 'before' : 'after' };
  }
}

/** Parses JSON; otherwise returns the text. */
function bodyFrom(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}

function headersFrom(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line));
  if (pairs.includes(null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair![1]!.toLowerCase(), pair![2]!]));
}
