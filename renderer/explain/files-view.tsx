// The files that the app knows of: the watched folders, and "Why was a file uploaded, or not?": the decision log with its
// search, and the history of one file.
import { Button, IconButton } from '../elements/button.tsx';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type DecisionsPage, type Explanation, fileStates } from '../../main/contract/explanation.ts';
import { type AppState, leftOut } from '../../main/contract/state.ts';
import { DateTime } from '../elements/date-time.tsx';
import { FailureNote } from '../elements/failure-message.tsx';
import { Field } from '../elements/form-fields.tsx';
import { HistoryLines } from '../elements/history-lines.tsx';
import { FileName, ListRow, useRowKeys, useTabStop } from '../list/list.tsx';
import { Later } from '../elements/later.ts';
import { openView, useViewSubject } from '../elements/use-view.ts';
import { Folders } from '../folders/folders-view.tsx';
import { choice, nameText, shownName, t, text as messageText } from '../text.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { type FileQuery, inputOf, isWholePath, queryOf, subjectOf } from './file-query.ts';

export function FilesView({ app }: { readonly app: AppState }) {
  const subject = useViewSubject();
  const asked = useMemo(() => queryOf(subject), [subject]);
  return (
    <main className="page files" id="main" tabIndex={-1} data-asked={asked !== null}>
      <h1 className="off-screen">{t('window.nav.view', { view: 'files' })}</h1>
      {/* Kept while a history is open, with a form that may be open in it. */}
      <div hidden={asked !== null}>
        <Folders app={app} />
      </div>
      <Later>
        <Decisions asked={asked} first={states.find((one) => one === subject) ?? 'all'} />
      </Later>
    </main>
  );
}

const states = ['all', ...fileStates] as const;

const askAbout = (asked: FileQuery) => openView('files', subjectOf(asked));

/** The search of the decision log, its files, and the history of the one that was asked about. */
function Decisions({ asked, first }: { readonly asked: FileQuery | null; readonly first: (typeof states)[number] }) {
  const [text, setText] = useState('');
  const [state, setState] = useState(first);
  const isPath = isWholePath(text);
  // Cleared on leaving the view, so that a link from elsewhere starts with an empty field.
  useEffect(() => () => setText(''), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPath) askAbout({ kind: 'path', path: text.trim() });
  }

  return (
    <section className="explain" aria-labelledby="decisions-title" data-asked={asked !== null}>
      <h2 id="decisions-title">{t('window.file.title')}</h2>
      <div className="explain-list">
        <p className="dim lead">{t('window.file.lead')}</p>
        <search>
          <form className="line explain-search" onSubmit={submit}>
            <Field
              label={t('window.file.search')}
              hint={t('window.file.searchHint')}
              type="search"
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {isPath && (
              <Button type="submit" look="main">
                {t('window.file.checkPath')}
              </Button>
            )}
          </form>
        </search>
        <fieldset className="pills">
          <legend className="off-screen">{t('window.file.filter')}</legend>
          {states.map((one) => (
            <label key={one} className="pill">
              <input type="radio" name="explain-state" checked={state === one} onChange={() => setState(one)} />
              {t('window.file.state', { state: choice(one) })}
            </label>
          ))}
        </fieldset>
        <FileList text={text.trim()} state={state === 'all' ? null : state} asked={asked} ask={askAbout} />
      </div>
      {asked !== null && <FileHistory key={subjectOf(asked)} asked={asked} close={() => openView('files')} />}
    </section>
  );
}

type FileListProps = {
  readonly text: string;
  readonly state: Explanation['state'] | null;
  readonly asked: FileQuery | null;
  readonly ask: (asked: FileQuery) => void;
};

/** The files that match the search, most recent decision first. */
function FileList({ text, state, asked, ask }: FileListProps) {
  const { page, more, failure } = useDecisions(text, state);
  const now = useNow(false);
  const ref = useRef<HTMLUListElement>(null);
  const askedPath = asked?.kind === 'path' ? asked.path : null;
  const tabStop = useTabStop(page?.files.map(({ path }) => path) ?? [], askedPath);
  useRowKeys(ref);
  if (failure !== null) return <FailureNote failure={failure} />;
  if (page === null) return <p className="dim">{t('window.common.reading')}</p>;
  return (
    <>
      <output className="dim small">{countText(page, text !== '' || state !== null)}</output>
      {page.files.length > 0 && (
        <ul className="strips decided" ref={ref}>
          {page.files.map((file) => (
            <FileRow
              key={file.path}
              file={file}
              now={now}
              isTabStop={file.path === tabStop}
              isAsked={file.path === askedPath}
              ask={() => ask({ kind: 'path', path: file.path })}
            />
          ))}
        </ul>
      )}
      {page.next !== null && page.files.length < maxCounted && (
        <p className="line more">
          <Button onClick={more}>{t('window.file.more')}</Button>
        </p>
      )}
    </>
  );
}

/** The process stops counting at this number. */
const maxCounted = 1_000;

function countText({ files, total }: DecisionsPage, isFiltered: boolean): string {
  if (files.length === 0) return isFiltered ? t('window.file.noneFound') : t('window.file.noneYet');
  return total >= maxCounted ? t('window.file.foundMany', { n: maxCounted }) : t('window.file.found', { n: total });
}

type RowProps = {
  readonly file: DecisionsPage['files'][number];
  readonly now: number;
  readonly isTabStop: boolean;
  readonly isAsked: boolean;
  readonly ask: () => void;
};

function FileRow({ file, now, isTabStop, isAsked, ask }: RowProps) {
  const folder = file.path.slice(0, Math.max(0, file.path.length - file.name.length - 1));
  const details = [file.pilot && nameText(file.pilot), messageText(file.message)].filter(Boolean).join(' · ');
  const isCopy = file.state === 'uploaded' && file.rule === 'same-content';
  const state = t('window.file.state', { state: isCopy ? 'copy' : choice(file.state) });
  return (
    <ListRow
      className={`file-row state-${file.state}`}
      id={file.path}
      data-selected={isAsked}
      button={{
        tabIndex: isTabStop ? 0 : -1,
        'aria-current': isAsked || undefined,
        'aria-label': t('shared.facts', {
          items: [shownName(file.name), state, details, folder && t('window.file.inFolder', { folder })].filter(
            Boolean,
          ),
        }),
        title: file.path,
        onClick: ask,
      }}
      subject={<FileName name={shownName(file.name)} />}
      details={details}
      head={state}
    >
      <span className="when dim small">
        <DateTime at={file.at} now={now} />
      </span>
    </ListRow>
  );
}

const pageSize = 50;

/** The part of the decision log that matches the search. */
function useDecisions(text: string, state: Explanation['state'] | null) {
  const query = `${state ?? ''} ${text}`;
  // A new search starts with the first page.
  const [wanted, setWanted] = useState({ query, count: pageSize });
  const limit = wanted.query === query ? wanted.count : pageSize;
  const input = useMemo(() => ({ text, after: null, limit, ...(state && { state }) }), [text, state, limit]);
  const { value: page, failure } = useAnswer('files.decisions', input, useFilesRevision());
  return { page, failure, more: () => setWanted({ query, count: Math.min(maxCounted, limit + pageSize) }) };
}

type FileHistoryProps = { readonly asked: FileQuery; readonly close: () => void };

/** The history of one file: why it was uploaded or not, what the pilot can do, and every decision in order. */
function FileHistory({ asked, close }: FileHistoryProps) {
  const input = useMemo(() => inputOf(asked), [asked]);
  const { value: explanation, failure } = useAnswer('files.explain', input, useFilesRevision());
  const ref = useRef<HTMLElement>(null);
  // So that it is read aloud and keyboard navigation continues from it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <section
      ref={ref}
      className="file-history"
      tabIndex={-1}
      aria-label={explanation ? t('window.file.historyOf', { name: explanation.name }) : t('window.common.reading')}
    >
      <Button className="history-back" onClick={close}>
        {t('window.file.back')}
      </Button>
      <IconButton icon="close" className="icon-button history-close" label={t('window.common.close')} onClick={close} />
      <FailureNote failure={failure} />
      {failure === null && explanation === null && <p className="dim">{t('window.common.reading')}</p>}
      {failure === null && explanation && <Answer explanation={explanation} />}
    </section>
  );
}

function Answer({ explanation }: { readonly explanation: Explanation }) {
  const store = useStore();
  const now = useNow(false);
  const { name, path, state, headline, advice, stripId, lines } = explanation;
  const facts = lines.filter((line) => line.at === null);
  const timed = lines.filter((line) => line.at !== null);
  const app = useWindow((state) => state.app!);
  const convertible = leftOut(app.folders).find((file) => file.image !== null && file.path === path);
  return (
    <>
      <h3>{shownName(name)}</h3>
      {path !== null && <p className="history-path dim small mono">{path}</p>}
      <div className={`answer state-${state}`}>
        <span className={`state-mark state-${state}`}>{t('window.file.state', { state: choice(state) })}</span>
        <p className="headline">{messageText(headline)}</p>
        {facts.map((line) => (
          <p key={messageText(line.message)} className="small">
            {messageText(line.message)}
          </p>
        ))}
        {advice && !convertible && <p className="advice">{t('window.file.advice', { advice: messageText(advice) })}</p>}
      </div>
      {convertible && (
        <p className="actions">
          <Button onClick={() => void store.convertLeftOut([convertible]).then(() => openView('board'))}>
            {t('window.drop.convert')}
          </Button>
        </p>
      )}
      {stripId !== null && (
        <p className="actions">
          <Button
            onClick={() => {
              store.select(stripId);
              openView('board');
            }}
          >
            {t('window.file.openReport')}
          </Button>
        </p>
      )}
      <h4>{t('window.file.decisions')}</h4>
      {timed.length === 0 ? (
        <p className="dim small">{t('window.file.noDecisions')}</p>
      ) : (
        <HistoryLines lines={timed} now={now} />
      )}
    </>
  );
}

/** A value that changes whenever the decision log may have changed. */
const useFilesRevision = () =>
  useWindow(({ app }) => (app === null ? '' : JSON.stringify([app.queue, app.bays, app.folders])));
