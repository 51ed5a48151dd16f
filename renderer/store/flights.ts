// The flights: refreshed from the service, exported to a file, and what is new.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { LogbookExportInput } from '../../main/contract/logbook.ts';
import { mayRead } from '../../main/contract/state.ts';
import { flightsReadMessage } from '../../main/messages/flights-read.ts';
import { dayText } from '../format/time.ts';
import { t, text } from '../text.ts';
import type { Commands } from './commands.ts';
import type { Notices } from './notices.ts';
import type { StateCell } from './window-state.ts';

type FlightsOptions = {
  readonly bridge: Bridge;
  readonly state: StateCell;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly localNow: () => number;
};

export function createFlights({ bridge, state: { get, set }, notices, commands, localNow }: FlightsOptions) {
  const { notify, showFailure } = notices;

  return {
    /** Refreshes the flights from the service, and announces that. */
    async refresh(): Promise<void> {
      const until = get().app?.runway.pausedUntil ?? null;
      if (!(await commands.send('flights.refresh', {}))) return;
      const at = until !== null && until > localNow() ? until : null;
      notify(at === null ? t('window.bay.refreshing') : t('window.bay.refreshingAt', { at }));
    },
    /** Writes flights to a file, one export at a time, with the progress in the state. */
    async exportFlights(input: LogbookExportInput): Promise<void> {
      if (get().exporting !== null) return;
      set((s) => ({ ...s, exporting: { written: 0, total: null } }));
      const result = await bridge.exportLogbook(input);
      set((s) => ({ ...s, exporting: null }));
      if (!result.ok) {
        if (result.failure.kind !== 'cancelled') showFailure(result.failure);
      } else if (result.value !== null) {
        const { name, flights: n, leftOut, unplaced, isFinal, completeness } = result.value;
        const saved =
          unplaced === 0
            ? t('logbook.export.saved', { name, n, leftOut })
            : t('logbook.export.savedMap', { name, n, unplaced });
        const { app } = get();
        const missing = isFinal || app === null ? null : flightsReadMessage(completeness, mayRead(app), dayText);
        notify(missing === null ? saved : `${saved}. ${text(missing)}`);
      }
    },
    /** The window is in view: reads what came since that was so. */
    async readNews(): Promise<void> {
      const news = await commands.ask('logbook.news', {});
      if (news.ok && news.value !== null) set((s) => ({ ...s, news: news.value }));
    },
    dismissNews: () => set((s) => ({ ...s, news: null })),
  };
}
