// The files of the log that are looked for, the one that was decided last first.
import { useEffect, useRef } from 'react';
import type { FileDecisionLine, FileState } from '../../main/contract/explanation.ts';
import { useNow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import type { Asked } from './asked.ts';
import { LocalMoment } from './local-moment.tsx';
import { StateMark } from './state-mark.tsx';
import { useDecisions } from './use-decisions.ts';
import { text } from '../text.ts';

const w = words.explain;

type Props = {
  readonly text: string;
  readonly state: FileState | null;
  readonly asked: Asked | null;
  readonly ask: (asked: Asked) => void;
};

export function FileList({ text, state, asked, ask }: Props) {
  const { page, more, error } = useDecisions(text, state);
  const now = useNow(false);
  if (error !== null) return <p className="dim">{error}</p>;
  if (page === null) return <p className="dim">{words.settings.reading}</p>;
  const isNarrowed = text !== '' || state !== null;
  return (
    <>
      <output className="dim small">
        {page.files.length === 0 ? (isNarrowed ? w.noneFound : w.noneYet) : w.found(page.total)}
      </output>
      {page.files.length > 0 && (
        <ul className="decided">
          {page.files.map((file) => (
            <li key={file.path}>
              <FileRow
                file={file}
                now={now}
                isAsked={asked?.kind === 'path' && asked.path === file.path}
                ask={() => ask(askedOfFile(file))}
              />
            </li>
          ))}
        </ul>
      )}
      {page.next !== null && (
        <p className="more">
          <button type="button" className="button" onClick={more}>
            {w.more}
          </button>
        </p>
      )}
    </>
  );
}

const askedOfFile = ({ path }: FileDecisionLine): Asked => ({ kind: 'path', path });

type RowProps = {
  readonly file: FileDecisionLine;
  readonly now: number;
  readonly isAsked: boolean;
  readonly ask: () => void;
};

function FileRow({ file, now, isAsked, ask }: RowProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  // The keys go on from where the story was opened, once it is closed.
  useEffect(() => {
    if (wasAsked.current && !isAsked && document.activeElement === document.body) ref.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  const folder = file.path.slice(0, Math.max(0, file.path.length - file.name.length - 1));
  return (
    <button
      ref={ref}
      type="button"
      className={`decided-file state-${file.state}`}
      aria-current={isAsked || undefined}
      title={file.path}
      onClick={ask}
    >
      <i className="edge" aria-hidden="true" />
      <span className="decided-name" dir="auto">
        {file.name}
      </span>
      <span className="decided-when dim small">
        <LocalMoment at={file.at} now={now} />
      </span>
      <span className="decided-words small dim">{text(file.message)}</span>
      <StateMark state={file.state} />
      {folder !== '' && <span className="off-screen">{w.inFolder(folder)}</span>}
    </button>
  );
}
