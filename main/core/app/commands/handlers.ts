// The handlers of the commands in main/contract/commands.ts: those about accounts and the whole queue, and the files of
// the others. Inputs are parsed before they come here.
import type { Check, Diagnostics } from '../../../contract/diagnostics.ts';
import { ok } from '../../../contract/failure.ts';
import type { AppState } from '../../../contract/state.ts';
import type { Ports } from '../../platform/ports.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import { decisionsPage } from '../diagnostics/decision-pages.ts';
import { createExplainer } from '../diagnostics/explain.ts';
import { createWithRuntime, type Handlers, type OpenProfile } from './dispatch.ts';
import { createFolderHandlers } from './folder-handlers.ts';
import { createHostHandlers } from './host-handlers.ts';
import type { LogbookExports } from './logbook-exports.ts';
import { createLogbookHandlers } from './logbook-handlers.ts';
import { createReportHandlers } from './report-handlers.ts';
import { createSecretHandlers } from './secret-handlers.ts';
import { createSettingsHandlers } from './settings-handlers.ts';

const done = ok(null);

export function createHandlers(deps: {
  ports: Ports;
  settings: SettingsKeeper;
  data: DataFolder;
  profile: OpenProfile;
  exports: LogbookExports;
  app: {
    state(): AppState;
    diagnostics(): Diagnostics;
    checks(): Promise<Check[]>;
    isLeader(): boolean;
  };
}): Handlers {
  const { ports, settings, app, profile } = deps;
  const { clock, secrets, desktop } = ports;
  const { runtime: openRuntime } = profile;
  const stored = { settings, database: deps.data.database, profile, isLeader: app.isLeader };
  const explain = createExplainer(clock);
  const withRuntime = createWithRuntime(openRuntime);

  const setPaused = (paused: boolean) =>
    withRuntime((runtime) => {
      runtime.stores.switches.setPaused(paused);
      runtime.pilots.wake();
      runtime.holdChanged();
      return done;
    });

  return {
    'app.state': () => ok(app.state()),
    'profile.choose': ({ profile: name, ifReachable = false }) => profile.choose(name, { ifReachable }),

    'account.signIn': (as) => withRuntime((runtime) => runtime.signIn(as)),
    'account.cancelSignIn': () =>
      withRuntime((runtime) => {
        runtime.pilots.cancelSignIn();
        return done;
      }),
    'account.pasteRedirect': ({ address }) => withRuntime((runtime) => runtime.pilots.pasteRedirect(address)),
    'account.signOut': ({ id }) => withRuntime((runtime) => runtime.signOut(id)),
    'accounts.use': ({ id }) => withRuntime((runtime) => runtime.useAccount(id)),
    'accounts.showEveryone': () =>
      withRuntime((runtime) => {
        runtime.showEveryone();
        return done;
      }),

    'uploads.pause': () => setPaused(true),
    'uploads.resume': () => setPaused(false),
    'flights.refresh': () =>
      withRuntime((runtime) => {
        runtime.refresh();
        return done;
      }),

    'files.explain': (input) => withRuntime((runtime) => explain(runtime, input)),
    'files.decisions': (query) => withRuntime((runtime) => ok(decisionsPage(runtime, query))),

    'checks.run': async () => ok(await app.checks()),
    'diagnostics.make': () => ok(app.diagnostics()),

    ...createReportHandlers({ ports, runtime: openRuntime }),
    ...createFolderHandlers({ desktop, runtime: openRuntime }),
    ...createLogbookHandlers({ runtime: openRuntime, exports: deps.exports, clock }),
    ...createSettingsHandlers({ ...stored, secrets, clock }),
    ...createSecretHandlers({ ...stored, secrets }),
    ...createHostHandlers(ports, openRuntime),
  };
}
