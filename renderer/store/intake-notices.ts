// What to say about files that were handed over: those that were taken are strips, the others get words.
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import { words } from '../words/words.ts';
import type { Notice } from './window-state.ts';

type Told = Omit<Notice, 'id'>;

export function intakeNotices(
  answers: readonly IntakeAnswer[],
  folderNames: readonly string[],
): { readonly taken: number; readonly notices: readonly Told[] } {
  const lineOf = ({ name, words, stripId }: IntakeAnswer) => ({ name, words, code: null, stripId });
  const refused = answers.filter((answer) => answer.outcome === 'refused').map(lineOf);
  const folders = folderNames.map((name) => ({ name, words: words.drop.folder(name), code: null, stripId: null }));
  const already = answers.filter((answer) => answer.outcome === 'already-taken').map(lineOf);
  const notTaken = [...refused, ...folders];
  const notices: Told[] = [];
  if (notTaken.length > 0)
    notices.push({ tone: 'trouble', title: words.drop.refusedTitle(notTaken.length), lines: notTaken });
  if (already.length > 0)
    notices.push({ tone: 'note', title: words.drop.alreadyTitle(already.length), lines: already });
  return { taken: answers.filter((answer) => answer.outcome === 'taken').length, notices };
}
