// The icons, on a 24-pixel grid, and the buttons of the console; one copies a text and announces it.
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { messages } from '../messages/messages.ts';
import { after } from '../store/machine-time.ts';

const paths = {
  requests: 'M4 6h10M4 12h16M4 18h7M17 3l3 3-3 3M14 15l-3 3 3 3',
  flights: 'M3 5h18v4H3zM3 12h18v4H3zM3 19h12',
  people:
    'M12 9a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20c.6-3.6 3-5.5 6-5.5s5.4 1.9 6 5.5M15.5 6a3 3 0 0 1 0 6M17.5 14.8c2.2.6 3.6 2.3 4 5.2',
  scenario: 'M5 4v16M5 5h13l-2.5 4 2.5 4H5M11 20h8',
  settings: 'M12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  api: 'M8 6l-5 6 5 6M16 6l5 6-5 6M13.5 4l-3 16',
  close: 'M6 6l12 12M18 6L6 18',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.5',
  freeze: 'M8 5v14M16 5v14',
  go: 'M8 5l11 7-11 7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  done: 'M5 12.5l4.5 4.5L19 7.5',
} as const;

type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

const looks = {
  plain: 'button',
  main: 'button main-button',
  danger: 'button danger',
  small: 'button small-button',
  link: 'link-button',
};

/** What tells the key that does the same. */
export const shortcut = (key: string) => ({ title: messages.shortcut(key), 'aria-keyshortcuts': key });

type ButtonProps = {
  readonly look?: keyof typeof looks;
  /** A promise is not waited for. */
  readonly onClick?: () => unknown;
} & Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick'>;

export function Button({ look = 'plain', onClick, ...props }: ButtonProps) {
  return <button type="button" className={looks[look]} onClick={() => void onClick?.()} {...props} />;
}

export function IconButton({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

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
