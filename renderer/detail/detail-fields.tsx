// The rows of a report: what the service says, then the file it came from.
import type { Strip } from '../../main/contract/strip.ts';
import { Moment } from '../elements/moment.tsx';
import { size } from '../format/bytes.ts';
import { words } from '../words/words.ts';
import { flightFields } from './flight-fields.ts';
import type { FieldRow } from './flight-fields.ts';

const w = words.detail;

export function DetailFields({ strip }: { readonly strip: Strip }) {
  const { flight, file } = strip;
  return (
    <>
      {flight && (
        <>
          <h3>{w.service}</h3>
          <dl className="fields">
            {flightFields(strip, flight).map((row) => (
              <div key={row.name}>
                <dt>{w.fields[row.name]}</dt>
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
          <h3>{w.file}</h3>
          <dl className="fields">
            <div>
              <dt>{w.fields.name}</dt>
              <dd className="breakable">{file.name}</dd>
            </div>
            <div>
              <dt>{w.fields.size}</dt>
              <dd className="time">{size(file.bytes)}</dd>
            </div>
            <div>
              <dt>{w.fields.source}</dt>
              <dd className="breakable">{sourceName(file.source)}</dd>
            </div>
            <div>
              <dt>{w.fields.addedAt}</dt>
              <dd>
                <Moment at={file.addedAt} isFull />
              </dd>
            </div>
          </dl>
        </>
      )}
    </>
  );
}

function Value({ row }: { readonly row: FieldRow }) {
  if (row.at === null || row.isUnknown) return row.value;
  return <Moment at={row.at} isFull serviceText={row.value} />;
}

function sourceName(source: NonNullable<Strip['file']>['source']): string {
  if (source.kind === 'folder') return source.folder;
  return source.kind === 'dropped' ? w.sourceDropped : w.sourceCommandLine;
}
