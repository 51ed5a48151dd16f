// A disclosure. What it holds is rendered only while it is open.
import { type ReactNode, useState } from 'react';

type Props = { readonly className?: string; readonly summary: ReactNode; readonly children: () => ReactNode };

export function Details({ className, summary, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
