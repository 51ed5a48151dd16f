// The files that match the search, most recent decision first.
import { useEffect, useRef } from 'react';
import type { DecisionsPage, FileDecisionLine, FileState } from '../../main/contract/explanation.ts';
import { useNow } from '../store/use-window.ts';
import { t, text as messageText } from '../text.ts';
import type { FileQuery } from './file-query.ts';
import { DateTime } from '../elements/date-time.tsx';
import { StateMark } from './state-mark.tsx';
import { useDecisions } from './use-decisions.ts';
import { shownName } from '../shown-name.ts';

type Props = {
  readonly text: string;
  readonly state: FileState | null;
  readonly asked: FileQuery | null;
  readonly ask: (asked: FileQuery) => void;
};

export function FileList({ text, state, asked, ask }: Props) {
  const { page, more, error } = useDecisions(text, state);
  const now = useNow(false);
  if (error !== null) return <p className="dim">{error}</p>;
  if (page === null) return <p className="dim">{t('window.common.reading')}</p>;
  return (
    <>
      <output className="dim small">{countText(page, text !== '' || state !== null)}</output>
      {page.files.length > 0 && (
        <ul className="decided">
          {page.files.map((file) => (
            <li key={file.path}>
              <FileRow
                file={file}
                now={now}
                isAsked={asked?.kind === 'path' && asked.path === file.path}
                ask={() => ask(queryOfFile(file))}
              />
            </li>
          ))}
        </ul>
      )}
      {page.next !== null && (
        <p className="more">
          <button type="button" className="button" onClick={more}>
            {t('window.file.more')}
          </button>
        </p>
      )}
    </>
  );
}

/** The process stops counting at this number. */
const MAX_COUNTED = 1_000;

function countText({ files, total }: DecisionsPage, isFiltered: boolean): string {
  if (files.length === 0) return isFiltered ? t('window.file.noneFound') : t('window.file.noneYet');
  return total >= MAX_COUNTED ? t('window.file.foundMany', { n: MAX_COUNTED }) : t('window.file.found', { n: total });
}

const queryOfFile = ({ path }: FileDecisionLine): FileQuery => ({ kind: 'path', path });

type RowProps = {
  readonly file: FileDecisionLine;
  readonly now: number;
  readonly isAsked: boolean;
  readonly ask: () => void;
};

function FileRow({ file, now, isAsked, ask }: RowProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  // Returns the focus to the row that opened the history.
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
        {shownName(file.name)}
      </span>
      <span className="decided-when dim small">
        <DateTime at={file.at} now={now} />
      </span>
      <span className="decided-text small dim">{messageText(file.message)}</span>
      <StateMark state={file.state} />
      {folder !== '' && <span className="off-screen">{t('window.file.inFolder', { folder })}</span>}
    </button>
  );
}
