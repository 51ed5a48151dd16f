// What the fake companion does with the commands about watched folders.
import type { DryRun } from '../../../main/contract/dry-run.ts';
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import type { FolderRulesChange, SuggestedFolder } from '../../../main/contract/folder-rules.ts';
import { failed, ok } from '../../../main/contract/failure.ts';
import type { AppState, FolderState } from '../../../main/contract/state.ts';
import { message, type Message } from '../../../main/messages/message.ts';

type Change = (edit: (state: AppState) => AppState) => void;

export function fakeFolders(change: Change, suggested: readonly SuggestedFolder[]) {
  const did = (action: () => void) => {
    action();
    return ok(null);
  };
  let removed: FolderState | null = null;
  return {
    'folders.choose': () => failed({ kind: 'not-supported-here', message: message('failure.typeFolderPath') }),
    'folders.suggest': () => ok(suggested),
    'folders.add': ({ path, existing, rules }: { path: string; existing: boolean; rules?: FolderRulesChange }) => {
      if (!path.startsWith('/'))
        return failed({ kind: 'wrong-input', message: message('failure.folderNotAFolder', { path }) });
      const folder: FolderState = {
        id: path,
        path,
        name: rules?.label ?? path.split('/').at(-1)!,
        status: 'watching',
        since: null,
        added: existing ? 3 : 0,
        growing: 0,
        existing: existing ? 0 : 3,
        otherNames: 0,
        skipped: [],
        skippedCount: 0,
        rules: { ...defaultRules, ...rules },
        pilot: null,
        notFiled: [],
        concern: null,
      };
      return did(() => change((s) => ({ ...s, folders: [...s.folders, folder] })));
    },
    'folders.addNewest': () => failed({ kind: 'not-found', message: message('failure.noScreenshot') }),
    'folders.converted': () => did(() => undefined),
    'folders.remove': ({ id }: { id: string }) =>
      did(() =>
        change((s) => {
          removed = s.folders.find((f) => f.id === id) ?? removed;
          return { ...s, folders: s.folders.filter((f) => f.id !== id) };
        }),
      ),
    'folders.restore': ({ id }: { id: string }) =>
      did(() => change((s) => ({ ...s, folders: [...s.folders, ...(removed?.id === id ? [removed] : [])] }))),
    'folders.addExisting': ({ id }: { id: string }) =>
      did(() =>
        change((s) => ({
          ...s,
          folders: s.folders.map((f) => (f.id === id ? { ...f, added: f.added + f.existing, existing: 0 } : f)),
        })),
      ),
    'folders.setRules': ({ id, rules }: { id: string; rules: FolderRulesChange }) =>
      did(() =>
        change((s) => ({
          ...s,
          folders: s.folders.map((f) => (f.id === id ? { ...f, rules: { ...f.rules, ...rules } } : f)),
        })),
      ),
    'folders.dryRun': () => ok(sampleDryRun),
    'files.dryRun': () => ok(sampleDryRun),
  };
}

const previewed = (name: string, outcome: DryRun['files'][number]['outcome'], why: Message) => ({
  name,
  path: `/shots/${name}`,
  bytes: 812_345,
  outcome,
  message: why,
  lacksText: null,
  looksLike: null,
  stripId: null,
});

/** The dry run of any folder. */
const sampleDryRun: DryRun = {
  files: [
    previewed('report-1.png', 'send', message('dryRun.upload')),
    previewed('report-2.png', 'known', message('dryRun.sameAsFlight', { flight: 4711 })),
    previewed('holiday.png', 'leave', message('dryRun.otherName')),
  ],
  counts: { send: 1, ask: 0, hold: 0, wait: 0, known: 1, leave: 1 },
};
