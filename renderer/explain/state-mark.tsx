// What happened to a file, as a label.
import type { FileState } from '../../main/contract/explanation.ts';
import { choice, t } from '../text.ts';

export const StateMark = ({ state }: { readonly state: FileState }) => (
  <span className={`state-mark state-${state}`}>{t('window.file.state', { state: choice(state) })}</span>
);
