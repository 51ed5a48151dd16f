// Notices, toasts and the live region for screen readers. Notices about rejected files and failed commands stay until
// they are dismissed; informational ones expire.
import { Button, IconButton } from '../elements/button.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { copyText } from '../copy-and-save.ts';
import { codeText } from '../elements/failure-message.tsx';
import { isTyping, useWindowEvent } from '../elements/use-keydown.ts';
import { openView } from '../elements/use-view.ts';
import { shownName, t } from '../text.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { Notice, NoticeLine, WindowState } from '../store/window-state.ts';
import { mostNotices } from '../store/notices.ts';

/** The rest of a long notice is in a disclosure. */
const firstLines = 3;
const noticeShownMs = 8_000;

export function Notices() {
  const notices = useWindow((state) => state.notices);
  const link = useWindow((state) => state.link);
  const hasUndo = useWindow((state) => state.toast.undo !== null);
  // Older ones are shown when there is room.
  const room = mostNotices - Number(link !== 'up') - Number(hasUndo);
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
  const expiry = useExpiry(notice.tone === 'error' ? null : noticeShownMs, () => store.dismiss(notice.id));
  return (
    <section className={`notice ${notice.tone}`} aria-label={notice.title ?? t('window.common.program')} {...expiry}>
      <div className="notice-text">
        {notice.title !== null && <strong>{notice.title}</strong>}
        <Lines lines={notice.lines.slice(0, firstLines)} />
        {notice.lines.length > firstLines && (
          <details>
            <summary>{t('window.common.andMore', { n: notice.lines.length - firstLines })}</summary>
            <Lines lines={notice.lines.slice(firstLines)} />
          </details>
        )}
      </div>
      <IconButton icon="close" label={t('window.common.dismiss')} onClick={() => store.dismiss(notice.id)} />
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

function Line({ line: { name, message, code, stripId, convertible, address } }: { readonly line: NoticeLine }) {
  const store = useStore();
  const small = code === null ? null : codeText(code);
  function view(id: string) {
    openView('board');
    store.select(id);
  }
  const copy = async (text: string) => (await copyText(text)) && store.notify(t('window.detail.addressCopied'));
  const action = (label: string, run: () => unknown) => (
    <>
      {' '}
      <Button look="link" onClick={() => void run()}>
        {label}
      </Button>
    </>
  );
  return (
    <li>
      {/* Many messages already contain the file name. */}
      {name !== null && !message.includes(shownName(name)) && <b className="notice-name">{shownName(name)}</b>}
      <span>{message}</span>
      {stripId !== null && action(t('window.drop.viewReport'), () => view(stripId))}
      {convertible !== undefined && action(t('window.drop.convert'), () => store.convert(convertible))}
      {address !== undefined && action(t('window.account.copyAddress'), () => copy(address))}
      {small !== null && <small className="code-print">{small}</small>}
    </li>
  );
}

/** Also in dialogs that announce something: screen readers ignore what is behind a modal dialog. */
export function Announcements() {
  const announced = useWindow((state) => state.announced);
  return (
    <output className="off-screen" aria-live="polite">
      <span key={announced.id}>{announced.message}</span>
    </output>
  );
}

export function LiveRegion() {
  const toast = useWindow((state) => state.toast);
  return (
    <>
      <Announcements />
      {toast.message !== '' && <Toast key={toast.id} {...toast} />}
    </>
  );
}

const toastMs = 4_000;
const undoMs = 10_000;

/** With a button that undoes what was done, where that is possible; the pointer passes through one without it. */
function Toast({ message, id, undo }: WindowState['toast']) {
  const { endToast } = useStore();
  function undoNow() {
    endToast(id);
    undo?.();
  }
  const expiry = useExpiry(undo === null ? toastMs : undoMs, () => endToast(id));
  useWindowEvent('keydown', (event) => {
    if (undo === null || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    if (isTyping(event.target)) return;
    event.preventDefault();
    undoNow();
  });
  if (undo === null) {
    return (
      <p className="toast" aria-hidden="true">
        {message}
      </p>
    );
  }
  return (
    <div className="toast undo-toast" {...expiry}>
      <span id="undo-text" aria-hidden="true">
        {message}
      </span>
      <Button look="link" aria-describedby="undo-text" aria-keyshortcuts="Control+Z Meta+Z" onClick={undoNow}>
        {t('window.undo.undo')}
      </Button>
    </div>
  );
}

// Expires a toast or notice after some time, but not while the pointer or the focus is on it.

/**
 * Calls `onEnd` after `shownMs`; null: never.
 * @returns event handlers for the element
 */
function useExpiry(shownMs: number | null, onEnd: () => void) {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = hasPointer || hasFocus;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld || shownMs === null) return undefined;
    const timer = setTimeout(() => end(), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, shownMs]);
  return {
    onPointerEnter: () => setHasPointer(true),
    onPointerLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
}
