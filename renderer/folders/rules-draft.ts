// Converts the rules of a folder to form fields and back. The process validates them.
import type { AfterUpload, FolderRules } from '../../main/contract/folder-rules.ts';
import { t } from '../text.ts';

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

/** Summarizes the rules: which files, when, and what happens to them after the upload. */
export function rulesText({ names, afterUpload, approval }: FolderRules): string[] {
  return [
    names.includes('*') ? t('window.rule.everyImage') : t('window.rule.namesLike', { patterns: names }),
    t('window.rule.when', { approval: approval ? 'yes' : 'no' }),
    afterUpload.kind === 'move'
      ? t('window.rule.thenMoved', { folder: afterUpload.to })
      : t('window.rule.then', { after: afterUpload.kind }),
  ];
}
