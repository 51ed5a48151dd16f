// What to say about files that were handed over: those that were taken are strips, the others get words.
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import { text } from '../text.ts';
import { words } from '../words/words.ts';
import type { Notice } from './window-state.ts';

type Told = Omit<Notice, 'id'>;

export function intakeNotices(
  answers: readonly IntakeAnswer[],
  folderNames: readonly string[],
): { readonly added: number; readonly notices: readonly Told[] } {
  const lineOf = ({ name, message, stripId }: IntakeAnswer) => ({ name, message: text(message), code: null, stripId });
  const rejected = answers.filter((answer) => answer.outcome === 'rejected').map(lineOf);
  const folders = folderNames.map((name) => ({ name, message: words.drop.folder(name), code: null, stripId: null }));
  const already = answers.filter((answer) => answer.outcome === 'duplicate').map(lineOf);
  const notTaken = [...rejected, ...folders];
  const notices: Told[] = [];
  if (notTaken.length > 0)
    notices.push({ tone: 'error', title: words.drop.refusedTitle(notTaken.length), lines: notTaken });
  if (already.length > 0)
    notices.push({ tone: 'note', title: words.drop.alreadyTitle(already.length), lines: already });
  return { added: answers.filter((answer) => answer.outcome === 'added').length, notices };
}
