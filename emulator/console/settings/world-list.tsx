// The parallel worlds, each with a link to its console. No event reports them, so the list is read again while it is shown.
import { useEffect } from 'react';
import { CommandLine } from '../elements/command-line.tsx';
import { every } from '../store/machine-time.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

const readAgainMs = 3000;

export function WorldList() {
  const { parts, base, address, controlToken } = useConsole();
  const worlds = usePart('worlds').value?.items;
  useEffect(() => {
    parts.worlds.refresh();
    return every(readAgainMs, parts.worlds.refresh);
  }, [parts]);
  // A world has none of its own.
  if (/\/w\/[\w-]+$/.test(address)) return null;

  return (
    <section className="card" aria-labelledby="worlds">
      <div>
        <h3 id="worlds">
          {messages.worlds.title} <span className="dim">{worlds?.length}</span>
        </h3>
        <p className="dim small">{messages.worlds.about}</p>
      </div>
      {worlds?.length === 0 ? (
        <>
          <p className="small">{messages.worlds.none}</p>
          <CommandLine text={`curl -X POST -H "Authorization: Bearer $CONTROL_TOKEN" ${base}worlds`} />
        </>
      ) : (
        <ul className="world-links">
          {worlds?.map(({ id }) => (
            <li key={id}>
              {/* Relative to this page, which may have been reached by another port. */}
              <a
                href={`${address}/w/${id}/_emulator/#token=${encodeURIComponent(controlToken)}`}
                target="_blank"
                rel="noreferrer"
                aria-label={messages.worlds.open(id)}
              >
                <code translate="no">{id}</code>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
