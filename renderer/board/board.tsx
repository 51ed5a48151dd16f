// The board: the runway, and the bays of strips below it.
import { useRef } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { bays, type Bay as BayName } from '../../main/contract/strip.ts';
import { AccountNotice } from '../account/account-notice.tsx';
import { useLessMotion } from '../elements/use-media.ts';
import { openView } from '../elements/use-view.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { ApproveAll } from './approval-buttons.tsx';
import { Bay } from './bay.tsx';
import { EmptyStrip } from './empty-strip.tsx';
import { useGlide } from './glide.ts';
import { UpdateNotice } from './update-notice.tsx';
import { Runway } from './runway/runway.tsx';
import { useStripKeys } from './strip-keys.ts';

export function Board({ app, chooseFiles }: { readonly app: AppState; readonly chooseFiles: () => void }) {
  const store = useStore();
  const lists = useWindow((state) => state.lists);
  const arriving = useWindow((state) => state.arriving);
  const selectedId = useWindow((state) => state.selectedId);
  const ref = useRef<HTMLElement>(null);
  const order = bays.map((bay) => lists[bay].strips.map((strip) => strip.id).join(' ')).join('|');
  const first = order.match(/[^ |]+/)?.[0] ?? null;
  const tabStopId = selectedId !== null && order.split(/[ |]/).includes(selectedId) ? selectedId : first;
  useGlide(ref, order, useLessMotion());
  useStripKeys(ref);

  const bay = (name: BayName) => ({
    bay: name,
    list: lists[name],
    total: app.bays[name],
    tabStopId,
    minGapMs: app.runway.minGapMs,
  });
  const hasNeeds = app.bays['needs-attention'] > 0 || lists['needs-attention'].strips.length > 0;
  const hasNotSent = app.bays['not-uploaded'] > 0 || lists['not-uploaded'].strips.length > 0;
  return (
    <main className="board" ref={ref} id="main" tabIndex={-1}>
      <h1 className="off-screen">{t('window.nav.view', { view: 'board' })}</h1>
      <AccountNotice app={app} />
      <UpdateNotice app={app} />
      <Runway app={app} />
      {hasNeeds && (
        <Bay
          {...bay('needs-attention')}
          empty={null}
          actions={app.queue.approval > 1 && <ApproveAll waiting={app.queue.approval} />}
        />
      )}
      <Bay
        {...bay('queue')}
        arriving={arriving}
        actions={
          <button type="button" className="button small-button" onClick={chooseFiles}>
            {t('window.bay.chooseFiles')}
          </button>
        }
        empty={
          <EmptyStrip bay="queue">
            <span className="begin">
              <button type="button" className="button main-button" onClick={chooseFiles}>
                {t('window.bay.chooseFiles')}
              </button>
              {app.folders.length === 0 && <span className="dim">{t('window.bay.or')}</span>}
              {app.folders.length === 0 && (
                <button type="button" className="button" onClick={() => openView('folders')}>
                  {t('window.bay.watchFolder')}
                </button>
              )}
            </span>
          </EmptyStrip>
        }
      />
      <Bay
        {...bay('under-review')}
        actions={
          app.service.canRead === true && (
            <button
              type="button"
              className="button small-button"
              onClick={() => void store.order('flights.refresh', {})}
            >
              {t('window.bay.refresh')}
            </button>
          )
        }
        empty={<EmptyStrip bay="under-review" />}
      />
      <Bay
        {...bay('completed')}
        note={app.completedToday > 0 ? t('window.bay.today', { n: app.completedToday }) : null}
        empty={<EmptyStrip bay="completed" />}
      />
      {hasNotSent && <Bay {...bay('not-uploaded')} empty={null} />}
    </main>
  );
}
