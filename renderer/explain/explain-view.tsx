// "Why was this file not uploaded?": the log of decisions with its search, and the story of one file.
import { useEffect, useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { FileState } from '../../main/contract/explanation.ts';
import { openView, useViewSubject } from '../elements/use-view.ts';
import { words } from '../words/words.ts';
import { askedOf, isWholePath, subjectOf } from './asked.ts';
import type { Asked } from './asked.ts';
import { FileList } from './file-list.tsx';
import { FileHistory } from './story.tsx';

const w = words.explain;
const states: readonly (FileState | 'all')[] = ['all', 'not-added', 'waiting', 'needs-you', 'sent'];

const askAbout = (asked: Asked) => openView('files', subjectOf(asked));

export function ExplainView() {
  const asked = askedOf(useViewSubject());
  const [text, setText] = useState('');
  const [state, setState] = useState<FileState | 'all'>('all');
  const isPath = isWholePath(text);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPath) askAbout({ kind: 'path', path: text.trim() });
  }

  return (
    <main className="page explain" id="main" tabIndex={-1} data-asked={asked !== null}>
      <h1>{w.title}</h1>
      <div className="explain-list">
        <p className="dim lead">{w.lead}</p>
        <search>
          <form className="explain-search" onSubmit={submit}>
            <SearchField text={text} setText={setText} />
            {isPath && (
              <button type="submit" className="button main-button">
                {w.askPath}
              </button>
            )}
          </form>
        </search>
        <fieldset className="pills">
          <legend className="off-screen">{w.which}</legend>
          {states.map((one) => (
            <label key={one} className="pill">
              <input type="radio" name="explain-state" checked={state === one} onChange={() => setState(one)} />
              {w.states[one]}
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
  // A jump from elsewhere begins with an empty field; Esc empties it here.
  useEffect(() => () => setText(''), [setText]);
  return (
    <div className="field">
      <label htmlFor={id}>{w.search}</label>
      <input
        id={id}
        type="search"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-told`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <small id={`${id}-told`} className="dim">
        {w.searchHint}
      </small>
    </div>
  );
}
