// What the pilot entered for a flight, in its detail.
import type { OwnEntry, OwnFigure } from '../../main/contract/own-entry.ts';
import { minutes as duration } from '../format/amount.ts';
import { dayText } from '../format/time.ts';
import { t } from '../text.ts';

const shownFields = {
  icaoOut: 'icaoOut',
  icaoIn: 'icaoIn',
  aircraft: 'aircraft',
  day: 'date',
  minutes: 'enRoute',
  block: 'totalFt',
} as const;
export const ownFieldName = (figure: OwnFigure) => t('window.detail.field', { field: shownFields[figure] });

/** What the pilot entered beside the note, as names and values. */
export const ownRows = (own: OwnEntry): readonly (readonly [name: string, value: string])[] =>
  (
    [
      ['icaoOut', own.icaoOut],
      ['icaoIn', own.icaoIn],
      ['aircraft', own.aircraft],
      ['day', own.day && dayText(own.day, 'full')],
      ['minutes', own.minutes && duration(own.minutes)],
      ['block', own.block && duration(own.block)],
    ] as const
  ).flatMap(([figure, value]) => (value ? [[ownFieldName(figure), value] as const] : []));

/** What the pilot entered, apart from what the service tells. */
export function OwnEntryFields({ own }: { readonly own: OwnEntry }) {
  const rows = ownRows(own);
  return (
    <>
      <h3>{t('window.own.mark')}</h3>
      {rows.length > 0 && (
        <dl className="fields own">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="time">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {own.note !== null && <p className="own-note">{own.note}</p>}
    </>
  );
}
