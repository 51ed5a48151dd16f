// Copies a text and announces it; and a shell command to copy.
import { useState } from 'react';
import { messages } from '../messages/messages.ts';
import { after } from '../store/machine-time.ts';
import { Icon } from './icon.tsx';

const feedbackMs = 1600;

export function CopyButton({
  text,
  label,
  className = 'button small-button',
  isIconOnly = false,
}: {
  readonly text: string | (() => string);
  readonly label: string;
  readonly className?: string;
  readonly isIconOnly?: boolean;
}) {
  const [feedback, setFeedback] = useState<string | null>(null);
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => true,
      () => false,
    );
    setFeedback(isCopied ? messages.copied : messages.notCopied);
    after(feedbackMs, () => setFeedback(null));
  };
  return (
    <button type="button" className={className} title={label} onClick={() => void copy()}>
      <Icon name={feedback === null ? 'copy' : 'done'} />
      <span className={isIconOnly && feedback === null ? 'off-screen' : undefined} aria-live="polite">
        {feedback ?? label}
      </span>
    </button>
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
