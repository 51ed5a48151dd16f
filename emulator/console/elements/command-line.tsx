// A shell command with a copy button.
import { messages } from '../messages/messages.ts';
import { CopyButton } from './copy-button.tsx';

export function CommandLine({ text }: { readonly text: string }) {
  return (
    <div className="command-line">
      <code translate="no">{text}</code>
      <CopyButton text={text} label={messages.copy} className="button small-button" />
    </div>
  );
}
