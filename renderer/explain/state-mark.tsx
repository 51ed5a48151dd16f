// Where the report of a file stands, as a word.
import type { FileState } from '../../main/contract/explanation.ts';
import { words } from '../words/words.ts';

export const StateMark = ({ state }: { readonly state: FileState }) => (
  <span className={`state-mark state-${state}`}>{words.explain.states[state]}</span>
);
