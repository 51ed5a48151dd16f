// What happened that is no strip: refused files, an order that could not be carried out. Stays until it is dismissed.
import { codeWords } from '../elements/code-words.ts';
import { Icon } from '../elements/icon.tsx';
import { openView } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { Notice, NoticeLine } from '../store/window-state.ts';
import { words } from '../words/words.ts';

/** The board stays in sight: the rest of a long notice is opened on request. */
const FIRST_LINES = 3;

export function Notices() {
  const notices = useWindow((state) => state.notices);
  const link = useWindow((state) => state.link);
  if (notices.length === 0 && link === 'up') return null;
  return (
    <div className="notices">
      {link !== 'up' && <p className="notice trouble">{words.link[link]}</p>}
      {/* The newest on top: what is cut off is what was read already. */}
      {notices.toReversed().map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const store = useStore();
  return (
    <section className={`notice ${notice.tone}`} aria-label={notice.title ?? words.program}>
      <div className="notice-words">
        {notice.title !== null && <strong>{notice.title}</strong>}
        <Lines lines={notice.lines.slice(0, FIRST_LINES)} />
        {notice.lines.length > FIRST_LINES && (
          <details>
            <summary>{words.andMore(notice.lines.length - FIRST_LINES)}</summary>
            <Lines lines={notice.lines.slice(FIRST_LINES)} />
          </details>
        )}
      </div>
      <button type="button" className="icon-button" aria-label={words.dismiss} onClick={() => store.dismiss(notice.id)}>
        <Icon name="close" />
      </button>
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly NoticeLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <Line key={`${line.name}${line.message}`} line={line} />
      ))}
    </ul>
  );
}

function Line({ line: { name, message: told, code, stripId } }: { readonly line: NoticeLine }) {
  const store = useStore();
  const small = code === null ? null : codeWords(code);
  return (
    <li>
      {/* Many words name their file themselves. */}
      {name !== null && !told.includes(name) && <b className="breakable">{name}: </b>}
      <span>{told}</span>
      {stripId !== null && (
        <>
          {' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              openView('board');
              store.select(stripId);
            }}
          >
            {words.drop.showStrip}
          </button>
        </>
      )}
      {small !== null && <small className="code-print">{small}</small>}
    </li>
  );
}
