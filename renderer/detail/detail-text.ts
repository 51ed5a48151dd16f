// A report as plain text, for the clipboard. Pure.
import type { StripDetail } from '../../main/contract/strip.ts';
import { stageText, stripName } from '../format/strip-text.ts';
import { size } from '../format/bytes.ts';
import { fullDateTime } from '../format/date-format.ts';
import { codeText } from '../elements/code-text.ts';
import { t, text } from '../text.ts';
import { flightFields } from './flight-fields.ts';
import type { FieldRow } from './flight-fields.ts';

export function detailText({ strip, history }: StripDetail): string {
  const fields = strip.flight ? flightFields(strip, strip.flight) : [];
  const line = (name: FieldRow['name'], value: string) =>
    t('window.detail.line', { field: t('window.detail.field', { field: name }), value });
  const rows = fields.map(({ name, value, at }) => line(name, at === null ? value : fullDateTime(at)));
  const { file, reason } = strip;
  return [
    stripName(strip),
    stageText(strip),
    reason && text(reason.message),
    reason?.code ? codeText(reason.code) : null,
    file && line('name', t('window.detail.fileLine', { name: file.name, size: size(file.bytes) })),
    ...rows,
    '',
    ...history.map(({ at, message: happened }) =>
      t('window.detail.historyLine', { time: fullDateTime(at), message: text(happened) }),
    ),
  ]
    .filter((line) => line !== null)
    .join('\n')
    .trim();
}
