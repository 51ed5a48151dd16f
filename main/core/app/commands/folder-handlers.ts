// The handlers of the commands about watched folders, and of dry runs.
import { homeDir } from '../../platform/files/home-dir.ts';
import { failed, ok } from '../../../contract/failure.ts';
import { leftOut } from '../../../contract/state.ts';
import { jobIdOf } from '../../../contract/strip.ts';
import { message } from '../../../messages/message.ts';
import { replacedBy } from '../../decisions/decision-entries.ts';
import { suggestedFolders } from '../../folders/suggested-folders.ts';
import { failures } from '../../messages/failures.ts';
import type { Desktop } from '../../platform/ports.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import { type Handlers, createWithRuntime } from './dispatch.ts';

type FolderCommand =
  | 'folders.choose'
  | 'folders.suggest'
  | 'folders.add'
  | 'folders.addNewest'
  | 'folders.converted'
  | 'folders.remove'
  | 'folders.restore'
  | 'folders.setRules'
  | 'folders.addExisting'
  | 'folders.dryRun'
  | 'files.dryRun';

export function createFolderHandlers(deps: {
  desktop: Desktop;
  runtime(): ProfileRuntime | null;
}): Pick<Handlers, FolderCommand> {
  const { desktop } = deps;
  const withRuntime = createWithRuntime(deps.runtime);

  return {
    async 'folders.choose'() {
      if (!desktop.chooseFolder) return failed(failures.notSupportedHere(message('failure.typeFolderPath')));
      return ok(await desktop.chooseFolder());
    },
    'folders.suggest': () =>
      withRuntime(async ({ folders }) => {
        const watched = new Set(folders.states().map(({ path }) => path));
        const all = await suggestedFolders({ platform: process.platform, home: homeDir(), env: process.env });
        return ok(all.filter(({ path }) => !watched.has(path)));
      }),
    'folders.add': ({ path, existing, rules }) =>
      withRuntime(({ folders }) => folders.add(path, existing, rules ?? {})),
    'folders.addNewest': () =>
      withRuntime(async (runtime) => {
        const newest = await runtime.folders.newest();
        return newest ? ok(await runtime.addFile(newest, { kind: 'dropped' })) : failed(failures.noScreenshot());
      }),
    'folders.converted': ({ image, stripId }) =>
      withRuntime((runtime) => {
        const file = leftOut(runtime.folders.states()).find((one) => one.image === image);
        const job = runtime.stores.jobs.byId(jobIdOf(stripId) ?? 0);
        if (!file || !job) return failed(failures.notFound('file'));
        runtime.decisions.record(replacedBy(job, file.path));
        runtime.folders.settle(file.folder.id, file.path);
        return ok(null);
      }),
    'folders.remove': ({ id }) => withRuntime(({ folders }) => folders.remove(id)),
    'folders.restore': ({ id }) => withRuntime(({ folders }) => folders.restore(id)),
    'folders.setRules': ({ id, rules }) => withRuntime(({ folders }) => folders.setRules(id, rules)),
    'folders.addExisting': ({ id }) => withRuntime(({ folders }) => folders.addExisting(id)),
    'folders.dryRun': (input) => withRuntime((runtime) => runtime.dryRunFolder(input)),
    'files.dryRun': ({ paths }) => withRuntime(async (runtime) => ok(await runtime.dryRunFiles(paths))),
  };
}
