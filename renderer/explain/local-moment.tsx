// A moment in the pilot's own zone; UTC on hover.
import { localMoment, localShort, utcFull } from '../format/moment.ts';
import { t } from '../text.ts';

export function LocalMoment({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time
      className="time"
      dateTime={new Date(at).toISOString()}
      title={t('window.time.localAndUtc', { local: localMoment(at), utc: utcFull(at) })}
    >
      {localShort(at, now)}
    </time>
  );
}
