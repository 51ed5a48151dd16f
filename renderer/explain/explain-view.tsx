// "Why wasn't my file uploaded?": the decision log with its search, and the history of one file.
import { useEffect, useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { FileState } from '../../main/contract/explanation.ts';
import { openView, useViewSubject } from '../elements/use-view.ts';
import { choice, t } from '../text.ts';
import { queryOf, isWholePath, subjectOf } from './file-query.ts';
import type { FileQuery } from './file-query.ts';
import { FileList } from './file-list.tsx';
import { FileHistory } from './file-history.tsx';

const states: readonly (FileState | 'all')[] = [
  'all',
  'not-added',
  'waiting',
  'needs-attention',
  'inferred',
  'uploaded',
];

const askAbout = (asked: FileQuery) => openView('files', subjectOf(asked));

export function ExplainView() {
  const asked = queryOf(useViewSubject());
  const [text, setText] = useState('');
  const [state, setState] = useState<FileState | 'all'>('all');
  const isPath = isWholePath(text);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPath) askAbout({ kind: 'path', path: text.trim() });
  }

  return (
    <main className="page explain" id="main" tabIndex={-1} data-asked={asked !== null}>
      <h1>{t('window.file.title')}</h1>
      <div className="explain-list">
        <p className="dim lead">{t('window.file.lead')}</p>
        <search>
          <form className="explain-search" onSubmit={submit}>
            <SearchField text={text} setText={setText} />
            {isPath && (
              <button type="submit" className="button main-button">
                {t('window.file.checkPath')}
              </button>
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
    </main>
  );
}

function SearchField({ text, setText }: { readonly text: string; readonly setText: (text: string) => void }) {
  const id = useId();
  // Cleared on leaving the view, so that a link from elsewhere starts with an empty field.
  useEffect(() => () => setText(''), [setText]);
  return (
    <div className="field">
      <label htmlFor={id}>{t('window.file.search')}</label>
      <input
        id={id}
        type="search"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <small id={`${id}-hint`} className="dim">
        {t('window.file.searchHint')}
      </small>
    </div>
  );
}
