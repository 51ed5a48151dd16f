// How to use the control interface over HTTP.
import { CommandLine } from '../elements/command-line.tsx';
import { CopyButton } from '../elements/copy-button.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function ControlSection() {
  const { base, controlToken } = useConsole();
  return (
    <section className="card" aria-labelledby="control">
      <div>
        <h3 id="control">{messages.control.title}</h3>
        <p className="dim small">{messages.control.about}</p>
      </div>
      <CommandLine text={`curl -H "Authorization: Bearer $T" ${base}clock`} />
      <div className="actions">
        <CopyButton text={controlToken} label={messages.control.copyToken} />
      </div>
      <p className="dim small">{messages.control.guide}</p>
    </section>
  );
}
