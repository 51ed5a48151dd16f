// A disclosure. What it holds is rendered only while it is open.
import { type ReactNode, useState } from 'react';

type Props = {
  readonly className?: string;
  readonly summary: ReactNode;
  /** At first. */
  readonly isOpen?: boolean;
  readonly children: () => ReactNode;
};

export function Details({ className, summary, isOpen: isOpenFirst = false, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <details className={className} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
