// The board: the runway, and the bays of strips below it.
import { useRef, type ReactNode } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { bays, type Bay as BayName } from '../../main/contract/strip.ts';
import { AccountNotice } from '../account/account-notice.tsx';
import { useLessMotion } from '../elements/use-media.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { gapOf } from '../format/strip-text.ts';
import { t } from '../text.ts';
import { ApproveAll } from './approval-buttons.tsx';
import { Bay } from './bay.tsx';
import { ChoiceBar } from './choosing/choice-bar.tsx';
import { hasJumpList, headingOf, isFolded } from './folding.ts';
import { useGlide } from './glide.ts';
import { Invitation } from './invitation.tsx';
import { JumpList } from './jump-list.tsx';
import { Runway } from './runway/runway.tsx';
import { useStripKeys } from './strip-keys.ts';
import { useTabStop } from './tab-stop.ts';

/** How many in the last bay were completed today, and archived. */
const noteOf = ({ outcomes: { completedToday, archived } }: AppState) =>
  [
    completedToday > 0 && t('window.bay.today', { n: completedToday }),
    archived > 0 && t('window.bay.archived', { n: archived }),
  ]
    .filter((part) => part !== false)
    .join(' · ');

type BoardProps = {
  readonly app: AppState;
  readonly chooseFiles: () => void;
  /** Loaded later, and by the desktop app only. */
  readonly updateNotice: ReactNode;
};

export function Board({ app, chooseFiles, updateNotice }: BoardProps) {
  const store = useStore();
  const lists = useWindow((state) => state.lists);
  const folded = useWindow((state) => state.folded);
  const arriving = useWindow((state) => state.arriving);
  const selectedId = useWindow((state) => state.selectedId);
  const ref = useRef<HTMLElement>(null);
  const open = bays.filter((bay) => !isFolded(bay, app.bays, folded));
  const order = open.map((bay) => lists[bay].strips.map((strip) => strip.id).join(' ')).join('|');
  const ids: readonly string[] = order.match(/[^ |]+/g) ?? [];
  const tabStopId = useTabStop(ref, ids, selectedId);
  useGlide(ref, order, useLessMotion());
  useStripKeys(ref);

  const bay = (name: BayName) => ({
    bay: name,
    list: lists[name],
    total: app.bays[name],
    heading: headingOf(name, app),
    isSoFar: (name === 'under-review' || name === 'completed') && app.logbook.status === 'loading',
    isFolded: !open.includes(name),
    tabStopId,
    minGapMs: gapOf(app),
  });
  const has = (name: BayName) => app.bays[name] > 0 || lists[name].strips.length > 0;
  const isNew = arriving.length === 0 && !bays.some(has);
  return (
    <>
      <main className="board" ref={ref} id="main" tabIndex={-1}>
        <h1 className="off-screen">{t('window.nav.view', { view: 'board' })}</h1>
        <AccountNotice app={app} />
        {updateNotice}
        <Runway app={app} />
        {hasJumpList(app.bays) && <JumpList app={app} />}
        {has('needs-attention') && (
          <Bay
            {...bay('needs-attention')}
            actions={app.queue.approval > 1 && <ApproveAll waiting={app.queue.approval} />}
          />
        )}
        <Bay
          {...bay('queue')}
          arriving={arriving}
          empty={isNew ? null : t('window.bay.queueEmpty')}
          actions={
            !isNew && (
              <button type="button" className="button small-button" onClick={chooseFiles}>
                {t('window.bay.chooseFiles')}
              </button>
            )
          }
        />
        {isNew && <Invitation hasFolders={app.folders.length > 0} chooseFiles={chooseFiles} />}
        {(app.service.canRead !== false || has('under-review')) && (
          <Bay
            {...bay('under-review')}
            empty={t('window.bay.reviewEmpty')}
            actions={
              <button type="button" className="button small-button" onClick={() => void store.refresh()}>
                {t('window.bay.refresh')}
              </button>
            }
          />
        )}
        <Bay {...bay('completed')} note={noteOf(app)} empty={t('window.bay.completedEmpty')} />
        {has('not-uploaded') && <Bay {...bay('not-uploaded')} />}
      </main>
      <ChoiceBar />
    </>
  );
}
