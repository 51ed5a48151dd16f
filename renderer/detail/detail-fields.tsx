// The fields of a report: those of the service, then those of its file.
import type { Strip } from '../../main/contract/strip.ts';
import { DateTime } from '../elements/date-time.tsx';
import { size } from '../format/bytes.ts';
import { t } from '../text.ts';
import { flightFields } from './flight-fields.ts';
import type { FieldRow } from './flight-fields.ts';
import { shownName } from '../shown-name.ts';

export function DetailFields({ strip }: { readonly strip: Strip }) {
  const { flight, file } = strip;
  return (
    <>
      {flight && (
        <>
          <h3>{t('window.detail.service')}</h3>
          <dl className="fields">
            {flightFields(strip, flight).map((row) => (
              <div key={row.name}>
                <dt>{t('window.detail.field', { field: row.name })}</dt>
                <dd
                  className={[row.isCode && !row.isUnknown && 'mono', row.isUnknown && 'dim', 'time']
                    .filter(Boolean)
                    .join(' ')}
                >
                  <Value row={row} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {file && (
        <>
          <h3>{t('window.detail.file')}</h3>
          <dl className="fields">
            <div>
              <dt>{t('window.detail.field', { field: 'name' })}</dt>
              <dd className="breakable">{shownName(file.name)}</dd>
            </div>
            <div>
              <dt>{t('window.detail.field', { field: 'size' })}</dt>
              <dd className="time">{size(file.bytes)}</dd>
            </div>
            <div>
              <dt>{t('window.detail.field', { field: 'source' })}</dt>
              <dd className="breakable">{sourceName(file.source)}</dd>
            </div>
            <div>
              <dt>{t('window.detail.field', { field: 'addedAt' })}</dt>
              <dd>
                <DateTime at={file.addedAt} isFull />
              </dd>
            </div>
          </dl>
        </>
      )}
    </>
  );
}

function Value({ row }: { readonly row: FieldRow }) {
  if (row.received !== null)
    return <span title={t('window.detail.receivedAs', { value: row.received })}>{row.value}</span>;
  if (row.isStruck) return <s>{row.value}</s>;
  if (row.at === null || row.isUnknown) return row.value;
  return <DateTime at={row.at} isFull serviceText={row.value} />;
}

function sourceName(source: NonNullable<Strip['file']>['source']): string {
  if (source.kind === 'folder') return source.folder;
  return source.kind === 'dropped' ? t('window.detail.fromWindow') : t('window.detail.fromCommandLine');
}
