// The dialog "Share a month": previews the image of a month before it is saved.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LogbookFilter } from '../../../main/contract/logbook.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { monthText } from '../../format/time.ts';
import { useStore } from '../../store/use-window.ts';
import { nameText, t } from '../../text.ts';
import { daysOf } from '../logbook-address.ts';
import { useAnswer, useFlightsRevision } from '../use-logbook.ts';
import { coloursOf } from '../map/draw-map.ts';
import { canvasBlob, download, paletteOf } from './save-image.ts';
import { drawMonth, SHARE_SIZE } from './share-image.ts';

type Props = { readonly app: AppState; readonly filter: LogbookFilter; readonly today: string };

export function ShareMonth({ app, filter, today }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useCommands({ 'statistics.share': () => setIsOpen(true) });
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        {t('logbook.share.open')}
      </button>
      {isOpen && <ShareSheet app={app} filter={filter} today={today} close={() => setIsOpen(false)} />}
    </>
  );
}

const noFilter = { from: null, to: null, types: [], airports: [], route: null, statuses: [], q: '' };

function ShareSheet({ app, filter, today, close }: Props & { readonly close: () => void }) {
  const store = useStore();
  const sheet = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const revision = useFlightsRevision();
  const { pilots } = filter;
  const months = useAnswer(
    'logbook.months',
    useMemo(() => ({ filter: { ...noFilter, pilots } }), [pilots]),
    revision,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const current = today.slice(0, 7);
  const month = chosen ?? months.value?.find((one) => one.month <= current)?.month ?? current;
  const question = useMemo(() => ({ filter: { ...noFilter, pilots, ...daysOf(month) } }), [pilots, month]);
  const totals = useAnswer('logbook.totals', question, revision);
  const map = useAnswer('logbook.map', question, revision);
  const pilot = app.account.status === 'signed-in' ? nameText(app.account.name) : '';
  const isReady = totals.value !== null && map.value !== null && !totals.isOld && !map.isOld;

  useEffect(() => {
    if (sheet.current && !sheet.current.open) sheet.current.showModal();
  }, []);
  useEffect(() => {
    const target = canvas.current;
    if (target === null || sheet.current === null || totals.value === null || map.value === null) return;
    target.width = SHARE_SIZE.width;
    target.height = SHARE_SIZE.height;
    const drawn = { month, pilot, totals: totals.value, map: map.value };
    drawMonth(target.getContext('2d')!, drawn, paletteOf(sheet.current), coloursOf(sheet.current));
  }, [month, pilot, totals.value, map.value]);

  async function save() {
    if (sheet.current === null || totals.value === null || map.value === null) return;
    const drawn = { month, pilot, totals: totals.value, map: map.value };
    const [palette, colours] = [paletteOf(sheet.current), coloursOf(sheet.current)];
    const image = await canvasBlob(SHARE_SIZE.width, SHARE_SIZE.height, (context) =>
      drawMonth(context, drawn, palette, colours),
    );
    const name = `flights-${month}.png`;
    if (image !== null) download(image, name);
    store.notify(image === null ? t('logbook.chart.notSaved') : t('logbook.chart.saved', { name }));
    if (image !== null) sheet.current?.close();
  }

  return (
    <dialog ref={sheet} className="sheet share-sheet map-colours" aria-labelledby="share-title" onClose={close}>
      <h2 id="share-title">{t('logbook.share.title')}</h2>
      <label className="share-month">
        <span className="dim">{t('logbook.share.month')}</span>
        <select value={month} onChange={(event) => setChosen(event.currentTarget.value)}>
          {(months.value ?? []).map((one) => (
            <option key={one.month} value={one.month}>
              {monthText(one.month)}
            </option>
          ))}
        </select>
      </label>
      <canvas
        ref={canvas}
        className="share-image"
        role="img"
        aria-label={t('logbook.share.image', {
          month: monthText(month),
          n: totals.value?.flights ?? 0,
          hours: Math.floor((totals.value?.minutes.sum ?? 0) / 60),
        })}
      />
      <p className="dim small">{t('logbook.share.local')}</p>
      <p className="actions">
        <button type="button" className="button main-button" disabled={!isReady} onClick={() => void save()}>
          {t('logbook.share.save')}
        </button>
        <button type="button" className="button" onClick={() => sheet.current?.close()}>
          {t('window.common.close')}
        </button>
      </p>
    </dialog>
  );
}
