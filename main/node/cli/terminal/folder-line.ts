// A watched folder as text, and as an object for programs.
import type { z } from 'zod';
import { defaultWithoutText, type FolderRules } from '../../../contract/folder-rules.ts';
import type { FolderState } from '../../../contract/state.ts';
import { message, type Message } from '../../../messages/message.ts';
import { nameText, timeFormat } from '../../host/text.ts';
import { messageFields, isoOrNull } from '../json/line-parts.ts';
import type { folderSchema } from '../json/status-schema.ts';

export const folderJson = (folder: FolderState): z.infer<typeof folderSchema> => ({
  id: folder.id,
  path: folder.path,
  pilot: folder.pilot === null ? null : nameText(folder.pilot),
  status: folder.status,
  since: isoOrNull(folder.since),
  problem: folder.concern && messageFields(folder.concern.message),
  added: folder.added,
  growing: folder.growing,
  existing: folder.existing,
  other_names: folder.otherNames,
  skipped: folder.skipped.map(({ name, message: reason }) => ({ name, ...messageFields(reason) })),
  skipped_count: folder.skippedCount,
  not_filed: folder.notFiled.map(({ name, message: reason }) => ({ name, ...messageFields(reason) })),
  rules: {
    names: folder.rules.names,
    after_upload: folder.rules.afterUpload,
    approval: folder.rules.approval,
    without_text: folder.rules.withoutText ?? defaultWithoutText,
  },
});

/** `watched since 14:02Z`. */
export const folderStateMessage = ({ status, since }: FolderState): Message =>
  message('cli.folders.state', { status, since: since === null ? '' : timeFormat().dateTime(since, Date.now()) });

/** `names matching report-*; uploaded automatically; then moved to Sent`. */
export const rulesMessage = ({ names, afterUpload, approval }: FolderRules): Message =>
  message('cli.folders.rules', {
    which: names.includes('*') ? 'all' : null,
    names,
    approval: approval ? 'on' : null,
    after: afterUpload.kind === 'leave' ? null : afterUpload.kind,
    folder: afterUpload.kind === 'move' ? afterUpload.to : '',
  });
