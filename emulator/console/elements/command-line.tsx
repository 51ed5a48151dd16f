// A shell command with a copy button.
import { words } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';

export function CommandLine({ text }: { readonly text: string }) {
  return (
    <div className="command-line">
      <code>{text}</code>
      <CopyButton text={text} label={words.copy} className="button small-button" />
    </div>
  );
}
