// The handlers of the logbook's commands.
import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { Logbook } from '../../logbook/logbook.ts';
import { newsOf } from '../../logbook/news.ts';
import { failures } from '../../messages/failures.ts';
import type { Ports } from '../../platform/ports.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import type { Handlers } from './dispatch.ts';
import type { LogbookExports } from './logbook-exports.ts';

type LogbookCommand =
  | 'logbook.news'
  | 'logbook.page'
  | 'logbook.totals'
  | 'logbook.months'
  | 'logbook.choices'
  | 'logbook.airports'
  | 'logbook.map'
  | 'logbook.statistics'
  | 'logbook.export'
  | 'logbook.cancelExport';

export function createLogbookHandlers(deps: {
  runtime(): ProfileRuntime | null;
  exports: LogbookExports;
  clock: Pick<Ports['clock'], 'now'>;
}): Pick<Handlers, LogbookCommand> {
  async function answer<T>(question: (logbook: Logbook) => Promise<T>): Promise<Result<T>> {
    const runtime = deps.runtime();
    return runtime ? ok(await question(runtime.logbook)) : failed(failures.notChosen());
  }

  return {
    async 'logbook.news'() {
      const runtime = deps.runtime();
      if (!runtime) return failed(failures.notChosen());
      const accountId = runtime.accountId();
      return ok(accountId === null ? null : await newsOf(runtime.stores, accountId, deps.clock.now()));
    },
    'logbook.page': (input) => answer((logbook) => logbook.page(input)),
    'logbook.totals': ({ filter }) => answer((logbook) => logbook.totals(filter)),
    'logbook.months': ({ filter }) => answer((logbook) => logbook.months(filter)),
    'logbook.choices': ({ filter }) => answer((logbook) => logbook.choices(filter)),
    'logbook.airports': ({ words }) => answer((logbook) => logbook.airports(words)),
    'logbook.map': ({ filter }) => answer((logbook) => logbook.map(filter)),
    'logbook.statistics': ({ filter }) => answer((logbook) => logbook.statistics(filter)),
    'logbook.export': (input) => deps.exports.toChosenFile(input),
    'logbook.cancelExport'() {
      deps.exports.cancel();
      return ok(null);
    },
  };
}
