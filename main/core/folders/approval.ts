// Which images of a folder wait for the pilot's approval.
import { isHeldForText, type FolderRules } from '../../contract/folder-rules.ts';
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';

/** Why an image waits for approval; null: it doesn't. `lacksText`: null if that is unknown, or not looked at. */
export function approvalAsked(
  rules: Pick<FolderRules, 'approval' | 'withoutText'>,
  lacksText: boolean | null,
): Failure | null {
  if (isHeldForText(rules, lacksText)) return failures.approvalForText(lacksText);
  return rules.approval ? failures.approvalNeeded() : null;
}
