// A watched folder as text and as an object for programs.
import type { z } from 'zod';
import type { FolderRules } from '../../contract/folder-rules.ts';
import type { FolderState } from '../../contract/state.ts';
import type { folderLineSchema } from './json-lines.ts';

export const folderFact = (folder: FolderState): z.infer<typeof folderLineSchema> => ({
  id: folder.id,
  path: folder.path,
  status: folder.status,
  added: folder.added,
  growing: folder.growing,
  existing: folder.existing,
  other_names: folder.otherNames,
  passed_over: folder.passedOver.map(({ name, message }) => ({ name, message })),
  not_filed: folder.notFiled.map(({ name, message }) => ({ name, message })),
  rules: {
    names: folder.rules.names,
    after_upload: folder.rules.afterUpload,
    approval: folder.rules.approval,
  },
});

/** `names report-*; sent at once; then moved to Sent`. */
export function rulesWords({ names, afterUpload, approval }: FolderRules): string {
  const after = { leave: 'then left', move: 'then moved to', trash: 'then put in the trash' }[afterUpload.kind];
  return [
    names.includes('*') ? 'every picture' : `names ${names.join(' ')}`,
    approval ? 'asks before sending' : 'sent at once',
    afterUpload.kind === 'move' ? `${after} ${afterUpload.to}` : after,
  ].join('; ');
}
