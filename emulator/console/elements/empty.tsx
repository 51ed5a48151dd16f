// The empty state of a view, and a shell command to copy.
import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { CopyButton } from './copy-button.tsx';
import './empty.css';

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

export function CommandLine({ text }: { readonly text: string }) {
  return (
    <div className="command-line">
      <code translate="no">{text}</code>
      <CopyButton text={text} label={messages.copy} />
    </div>
  );
}
