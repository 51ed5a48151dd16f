// One report on the board, with its parts always in the same place: what it is, what happens to it and whose turn it is,
// and when. The whole row is one button, whose label has all of its text; its other actions are in a menu.
import { Button } from '../elements/button.tsx';
import { memo } from 'react';
import type { Strip, StripAction as Action } from '../../main/contract/strip.ts';
import { plannedAt } from '../../main/contract/upload-plan.ts';
import { choose, howOf } from './strip-keys.ts';
import { actionName, useReportEntries, useStripActions } from '../detail/strip-actions.ts';
import { DateTime } from '../elements/date-time.tsx';
import { Icon } from '../elements/icon.tsx';
import { FileName, ListRow } from '../list/list.tsx';
import { MenuButton, MenuItem } from '../elements/menu-button.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import { size, unknownMark } from '../format/amount.ts';
import { countdown } from '../format/time.ts';
import { isTooLarge, routeOf, type RowText, rowText, stripName, toneOf, uploadedPart } from '../format/strip-text.ts';
import { nameText, shownName, t, text } from '../text.ts';
import { useNow, useStore, useTexts, useWindow } from '../store/use-window.ts';
import type { Arriving } from '../store/window-state.ts';

type StripRowProps = {
  readonly strip: Strip;
  readonly isSelected: boolean;
  /** Null while no strip is selected. */
  readonly isChosen: boolean | null;
  /** The one strip that Tab reaches; the arrow keys continue from it. */
  readonly isTabStop: boolean;
  /** The place in the queue of a report that waits, counted from 0. */
  readonly place: number | null;
};

export const StripRow = memo(function StripRow({ strip, isSelected, isChosen, isTabStop, place }: StripRowProps) {
  useTexts();
  const now = useNow(strip.actor !== 'nobody');
  const pilotId = strip.pilot?.id;
  const uploadsAt = useWindow(({ app }) => app && (place === null ? null : plannedAt(app, now, place, pilotId)));
  const store = useStore();
  const isNamed = useWindow(({ app }) => app?.showsEveryone === true || strip.pilot?.isSignedOut === true);
  const pilot = isNamed && strip.pilot !== null ? nameText(strip.pilot.name) : null;
  const row = rowText(strip, { now, uploadsAt });
  const details = [pilot, row.details, row.mark].filter(Boolean).join(' · ');
  return (
    <ListRow
      className={`${toneOf(strip)} stage-${strip.stage}`}
      id={strip.id}
      data-strip={strip.id}
      data-image={strip.hasImage || undefined}
      data-selected={isSelected}
      data-chosen={isChosen || undefined}
      button={{
        tabIndex: isTabStop ? 0 : -1,
        'aria-current': isSelected,
        'aria-pressed': isChosen ?? undefined,
        'aria-label': [pilot, row.label].filter(Boolean).join(', '),
        onClick(event) {
          const how = howOf(event);
          if (how === null) store.select(strip.id);
          else choose(store, strip.id, how);
        },
      }}
      lead={
        <>
          {isChosen !== null && (
            <span className="tick" aria-hidden="true">
              {isChosen && <Icon name="check" />}
            </span>
          )}
          <StripImage strip={strip} />
        </>
      }
      subject={<Subject strip={strip} />}
      details={details}
      head={row.head}
      since={row.since}
      done={strip.stage === 'uploading' ? uploadedPart(strip) : null}
    >
      <When strip={strip} when={row.when} now={now} />
      <StripMenu strip={strip} isTabStop={isTabStop} />
    </ListRow>
  );
});

function Subject({ strip }: { readonly strip: Strip }) {
  const route = routeOf(strip);
  if (strip.file !== null && route === null) return <FileName name={shownName(strip.file.name)} />;
  if (strip.flight === null) return <b>{strip.id}</b>;
  const [out, into] = route ?? [unknownMark, unknownMark];
  return (
    <span className="route mono">
      {out}
      <em>▸</em>
      {into}
    </span>
  );
}

type WhenProps = { readonly strip: Strip; readonly when: RowText['when']; readonly now: number };

function When({ strip, when, now }: WhenProps) {
  if (strip.stage === 'approval')
    return (
      <span className="when">
        <ApprovalButtons strip={strip} />
      </span>
    );
  if (strip.bay === 'needs-attention' || strip.bay === 'not-uploaded' || strip.stage === 'inferred')
    return (
      <span className="when">
        <StripAction strip={strip} />
      </span>
    );
  return (
    <span className="when" aria-hidden="true">
      {when.kind === 'upload' && (
        <>
          <span className="time">
            <DateTime at={when.at} now={now} />
          </span>
          <span className="small dim time">
            {when.at <= now ? t('window.time.now') : t('window.time.in', { countdown: countdown(when.at - now) })}
          </span>
        </>
      )}
      {when.kind === 'points' && <b className="points time">{when.isStruck ? <s>{when.points}</s> : when.points}</b>}
    </span>
  );
}

/** What the detail offers for the report, without opening it. */
function StripMenu({ strip, isTabStop }: { readonly strip: Strip; readonly isTabStop: boolean }) {
  const act = useStripActions();
  const canShowFile = useWindow(({ app }) => app?.host.canShowFile ?? false);
  const name = t('window.common.actionOn', { action: t('window.board.actions'), name: stripName(strip) });
  const actions = strip.actions
    .filter((action) => action !== 'show-file' || canShowFile)
    .map((action) => ({ name: actionName(action, strip), run: () => act(action, strip) }));
  return (
    <MenuButton
      className="icon-button strip-menu"
      label={<Icon name="actions" />}
      name={name}
      menuName={name}
      width={260}
      isTabStop={isTabStop}
    >
      {[...useReportEntries(strip), ...actions].map((entry) => (
        <MenuItem key={entry.name} className="menu-action" onChoose={entry.run}>
          {entry.name}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

const decisions: readonly Action[] = ['upload-again', 'mark-received', 'confirm-flight', 'upload-as-me'];

/** Of a strip that needs attention, or probably arrived. With several actions it opens the detail, which explains them. */
function StripAction({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const act = useStripActions();
  const isDeclined = strip.stage === 'not-uploaded';
  const hasChoices = strip.actions.some((action) => decisions.includes(action));
  const fix = isTooLarge(strip) ? t('window.compress.open') : t('window.strip.fix');
  const label = isDeclined ? actionName('approve', strip) : hasChoices ? t('window.strip.decide') : fix;
  function open() {
    if (isDeclined) return void act('approve', strip);
    store.select(strip.id);
    if (isTooLarge(strip)) store.open('compress');
  }
  return (
    <button
      type="button"
      className={isDeclined || strip.stage === 'inferred' ? 'act quiet-act' : 'act'}
      aria-label={t('window.common.actionOn', { action: label, name: stripName(strip) })}
      onClick={open}
    >
      {label}
    </button>
  );
}

const box = { width: 76, height: 44 };
/** A screenshot that needs approval is larger. */
const approvalBox = { width: 160, height: 92 };

/** The thumbnail of a report; an icon if it can't be drawn, and nothing for a flight that was reported elsewhere. */
function StripImage({ strip }: { readonly strip: Strip }) {
  if (!strip.hasImage) return <span />;
  return (
    <ReportImage
      key={strip.id}
      stripId={strip.id}
      className="thumb"
      box={strip.stage === 'approval' ? approvalBox : box}
      label={null}
      otherwise={NoImage}
    />
  );
}

const NoImage = () => (
  <span className="thumb" aria-hidden="true">
    <Icon name="image" />
  </span>
);

const answers = ['approve', 'reject'] as const;

/** Upload or Don't upload: beside each screenshot that needs approval, and once for all of them. */
function ApprovalButtons({ strip }: { readonly strip: Strip }) {
  const act = useStripActions();
  return (
    <span className="approval">
      {answers.map((answer) => {
        const action = actionName(answer, strip);
        return (
          <button
            key={answer}
            type="button"
            className={answer === 'approve' ? 'act' : 'act quiet-act'}
            aria-label={t('window.common.actionOn', { action, name: stripName(strip) })}
            onClick={() => void act(answer, strip)}
          >
            {action}
          </button>
        );
      })}
    </span>
  );
}

/** Beside the heading of the bay while more than one needs approval. */
export function ApproveAll({ waiting }: { readonly waiting: number }) {
  const store = useStore();

  async function answer(given: (typeof answers)[number]) {
    const result = await store.ask('approvals.answerAll', { answer: given });
    if (!result.ok) return store.notify(text(result.failure.message));
    const { count: n, ids } = result.value;
    if (given === 'approve') return store.notify(t('window.approval.allApproved', { n }));
    return store.offerUndo(t('window.approval.allRejected', { n }), () => store.restore(ids));
  }

  const count = t('window.approval.waiting', { n: waiting });
  return (
    <span className="line approve-all">
      <span className="dim">{count}</span>
      {answers.map((given) => {
        const action = given === 'approve' ? t('window.approval.uploadAll') : t('window.approval.rejectAll');
        const label = t('window.common.actionOn', { action, name: count });
        return (
          <Button key={given} size="small" aria-label={label} onClick={() => void answer(given)}>
            {action}
          </Button>
        );
      })}
    </span>
  );
}

/** A dropped file until the process has saved it. */
export function ArrivingStrip({ file }: { readonly file: Arriving }) {
  return (
    <ListRow
      className="bay-queue arriving"
      lead={<NoImage />}
      subject={<FileName name={shownName(file.name)} />}
      details={size(file.bytes)}
      head={t('window.strip.arriving')}
      since={t('window.strip.arrivingText')}
    />
  );
}
