// The notices about files that weren't added, with the reasons. Added files become strips.
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import { t, text } from '../text.ts';
import type { Notice } from './window-state.ts';

type NewNotice = Omit<Notice, 'id'>;

export function intakeNotices(
  answers: readonly IntakeAnswer[],
  folderNames: readonly string[],
): { readonly added: number; readonly notices: readonly NewNotice[] } {
  const lineOf = ({ name, message, stripId }: IntakeAnswer) => ({ name, message: text(message), code: null, stripId });
  const rejected = answers.filter((answer) => answer.outcome === 'rejected').map(lineOf);
  const folders = folderNames.map((name) => ({
    name,
    message: t('window.drop.folder', { name }),
    code: null,
    stripId: null,
  }));
  const duplicates = answers.filter((answer) => answer.outcome === 'duplicate').map(lineOf);
  const notAdded = [...rejected, ...folders];
  const notices: NewNotice[] = [];
  if (notAdded.length > 0)
    notices.push({ tone: 'error', title: t('window.drop.rejectedTitle', { n: notAdded.length }), lines: notAdded });
  if (duplicates.length > 0)
    notices.push({ tone: 'note', title: t('window.drop.duplicateTitle', { n: duplicates.length }), lines: duplicates });
  return { added: answers.filter((answer) => answer.outcome === 'added').length, notices };
}
