// Notices about rejected files and failed commands stay until they are dismissed; informational ones expire.
import { codeText } from '../../elements/code-text.ts';
import { Icon } from '../../elements/icon.tsx';
import { useExpiry } from './use-expiry.ts';
import { openView } from '../../elements/use-view.ts';
import { useStore, useWindow } from '../../store/use-window.ts';
import { MOST_NOTICES } from '../../store/window-store.ts';
import type { Notice, NoticeLine } from '../../store/window-state.ts';
import { t } from '../../text.ts';
import { shownName } from '../../shown-name.ts';

/** The rest of a long notice is in a disclosure. */
const FIRST_LINES = 3;
const SHOWN_MS = 8_000;

export function Notices() {
  const notices = useWindow((state) => state.notices);
  const link = useWindow((state) => state.link);
  const hasUndo = useWindow((state) => state.toast.undo !== null);
  // Older ones are shown when there is room.
  const room = MOST_NOTICES - Number(link !== 'up') - Number(hasUndo);
  if (notices.length === 0 && link === 'up') return null;
  return (
    <div className="notices">
      {link !== 'up' && (
        <p className="notice error" role="alert">
          {link === 'down' ? t('window.link.down') : t('window.link.closed')}
        </p>
      )}
      {/* Newest on top. */}
      {notices
        .slice(-room)
        .toReversed()
        .map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
    </div>
  );
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const store = useStore();
  const expiry = useExpiry(notice.tone === 'error' ? null : SHOWN_MS, () => store.dismiss(notice.id));
  return (
    <section className={`notice ${notice.tone}`} aria-label={notice.title ?? t('window.common.program')} {...expiry}>
      <div className="notice-text">
        {notice.title !== null && <strong>{notice.title}</strong>}
        <Lines lines={notice.lines.slice(0, FIRST_LINES)} />
        {notice.lines.length > FIRST_LINES && (
          <details>
            <summary>{t('window.common.andMore', { n: notice.lines.length - FIRST_LINES })}</summary>
            <Lines lines={notice.lines.slice(FIRST_LINES)} />
          </details>
        )}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={t('window.common.dismiss')}
        onClick={() => store.dismiss(notice.id)}
      >
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

function Line({ line: { name, message, code, stripId } }: { readonly line: NoticeLine }) {
  const store = useStore();
  const small = code === null ? null : codeText(code);
  return (
    <li>
      {/* Many messages already contain the file name. */}
      {name !== null && !message.includes(shownName(name)) && <b className="breakable">{shownName(name)} </b>}
      <span>{message}</span>
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
            {t('window.drop.viewReport')}
          </button>
        </>
      )}
      {small !== null && <small className="code-print">{small}</small>}
    </li>
  );
}
