// The dashed strip that stands in an empty bay and explains it.
import type { ReactNode } from 'react';
import type { Bay } from '../../main/contract/strip.ts';
import { words } from '../words/words.ts';

type Props = { readonly bay: Exclude<Bay, 'needs-you' | 'not-sent'>; readonly children?: ReactNode };

export function EmptyStrip({ bay, children }: Props) {
  const { what, words: explained } = words.bays.empty[bay];
  return (
    <div className={`strip empty bay-${bay}`}>
      <i className="edge" aria-hidden="true" />
      <span className="thumb dashed" aria-hidden="true" />
      <span className="cell empty-words">
        <b>{what}</b>
        <span className="small dim">{explained}</span>
      </span>
      {children}
    </div>
  );
}
