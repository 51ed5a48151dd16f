// The rules of a folder as they are typed, and back. Whether they can be kept is the process's to say.
import type { AfterUpload, FolderRules } from '../../main/contract/folder-rules.ts';
import { words } from '../words/words.ts';

const w = words.folders.rules;

export type RulesDraft = {
  /** One pattern a line. */
  readonly names: string;
  readonly after: AfterUpload['kind'];
  readonly moveTo: string;
  readonly approval: boolean;
};

export const draftOf = ({ names, afterUpload, approval }: FolderRules): RulesDraft => ({
  names: names.join('\n'),
  after: afterUpload.kind,
  moveTo: afterUpload.kind === 'move' ? afterUpload.to : '',
  approval,
});

export const patternsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const rulesOf = ({ names, after, moveTo, approval }: RulesDraft): FolderRules => ({
  names: patternsOf(names),
  afterUpload: after === 'move' ? { kind: 'move', to: moveTo.trim() } : { kind: after },
  approval,
});

/** In one line: which, when, and what then. */
export function rulesWords({ names, afterUpload, approval }: FolderRules): string[] {
  const which = names.includes('*') ? w.everyPicture : w.namesLike(names.join(', '));
  const then = afterUpload.kind === 'move' ? w.thenMoved(afterUpload.to) : w.afterwards[afterUpload.kind];
  return [which, approval ? w.asksFirst : w.sentAtOnce, then];
}
