// How to use the control interface over HTTP.
import { CommandLine } from '../elements/command-line.tsx';
import { CopyButton } from '../elements/copy-button.tsx';
import { useConsole } from '../store/use-console.ts';
import { words } from '../words/words.ts';

export function ControlSection() {
  const { base, controlToken } = useConsole();
  return (
    <section className="card" aria-labelledby="control">
      <div>
        <h3 id="control">{words.control.title}</h3>
        <p className="dim small">{words.control.about}</p>
      </div>
      <CommandLine text={`curl -H "Authorization: Bearer $T" ${base}clock`} />
      <div className="actions">
        <CopyButton text={controlToken} label={words.control.copyToken} />
      </div>
      <p className="dim small">{words.control.guide}</p>
    </section>
  );
}
