// A report as plain text, for the clipboard. Pure.
import type { StripDetail } from '../../main/contract/strip.ts';
import { stageWords, stripName } from '../board/strip-words.ts';
import { size } from '../format/bytes.ts';
import { utcFull } from '../format/moment.ts';
import { codeWords } from '../elements/code-words.ts';
import { words } from '../words/words.ts';
import { flightFields } from './flight-fields.ts';
import { text } from '../text.ts';

const w = words.detail;

export function detailText({ strip, history }: StripDetail): string {
  const fields = strip.flight ? flightFields(strip, strip.flight) : [];
  const rows = fields.map(({ name, value, at }) => `${w.fields[name]}: ${at === null ? value : utcFull(at)}`);
  const { file, reason } = strip;
  return [
    stripName(strip),
    stageWords(strip),
    reason && [text(reason.message), reason.code && codeWords(reason.code)].filter(Boolean).join(' '),
    file && `${w.fields.name}: ${file.name} (${size(file.bytes)})`,
    ...rows,
    '',
    ...history.map(({ at, message: happened }) => `${utcFull(at)}  ${text(happened)}`),
  ]
    .filter((line) => line !== null)
    .join('\n')
    .trim();
}
