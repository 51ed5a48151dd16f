// The small print under a failure: whose code it is.
import { codeOwner } from '../../main/contract/code-owner.ts';
import { words } from '../words/words.ts';

/** null: nothing to print. */
export function codeWords(code: string): string | null {
  switch (codeOwner(code)) {
    case 'service':
      return words.code(code);
    case 'computer':
      return words.systemCode(code);
    case 'proxy':
      return words.proxyCode(code.replace('proxy: ', ''));
    case null:
      return null;
  }
}
