// The dashed strip in an empty bay that explains it.
import type { ReactNode } from 'react';
import type { Bay } from '../../main/contract/strip.ts';
import { t } from '../text.ts';

type Props = { readonly bay: Exclude<Bay, 'needs-attention' | 'not-uploaded'>; readonly children?: ReactNode };

const texts = {
  queue: () => [t('window.bay.queueEmpty'), t('window.bay.queueEmptyText')],
  'under-review': () => [t('window.bay.reviewEmpty'), t('window.bay.reviewEmptyText')],
  completed: () => [t('window.bay.completedEmpty'), t('window.bay.completedEmptyText')],
} as const;

export function EmptyStrip({ bay, children }: Props) {
  const [title, explanation] = texts[bay]();
  return (
    <div className={`strip empty bay-${bay}`}>
      <i className="edge" aria-hidden="true" />
      <span className="thumb dashed" aria-hidden="true" />
      <span className="cell empty-text">
        <b>{title}</b>
        <span className="small dim">{explanation}</span>
      </span>
      {children}
    </div>
  );
}
