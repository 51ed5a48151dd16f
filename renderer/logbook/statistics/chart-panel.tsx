// A panel of the statistics: title with units, chart, and the same figures as a table.
import type { ReactNode } from 'react';
import type { MessageParams } from '../../../main/messages/message-params.ts';
import { Details } from '../../elements/details.tsx';
import { useSize } from '../../elements/use-layout.ts';
import { openFlights } from '../../elements/use-view.ts';
import { useSoFar, withSoFar } from '../flight-summary.tsx';
import { t } from '../../text.ts';
import type { Chart, Ink, Mark } from './marks.ts';

type TableRow = { readonly key: string; readonly cells: readonly string[]; readonly link?: string };

type ChartPanelProps = {
  readonly title: string;
  /** Shown after the title. */
  readonly note?: ReactNode;
  readonly noteText?: string;
  /** Sets the grid area in statistics.css. */
  readonly className: string;
  readonly chart: (width: number) => Chart;
  /** Of the table. */
  readonly heads: readonly MessageParams['logbook.chart.head']['head'][];
  readonly rows: readonly TableRow[];
};

export function ChartPanel({ title, note, noteText: about = '', className, chart, heads, rows }: ChartPanelProps) {
  const soFar = useSoFar();
  const noteText = withSoFar(about, soFar);
  const [area, size] = useSize<HTMLDivElement>();

  return (
    <section className={`panel ${className}${soFar === '' ? '' : ' so-far'}`} aria-label={title}>
      <div className="line panel-head">
        <h2>{title}</h2>
        <span className="panel-note dim">{note ? soFar : noteText}</span>
        {note}
      </div>
      <div ref={area} className="chart-area">
        {size && <ChartSvg chart={chart(Math.max(200, size.width))} label={title} />}
      </div>
      <Details className="chart-table" summary={t('logbook.chart.table')}>
        {() => (
          <div className="chart-rows" role="group" aria-label={title} tabIndex={0}>
            <table>
              <caption className="off-screen">{title}</caption>
              <thead>
                <tr>
                  {heads.map((head) => (
                    <th key={head} scope="col">
                      {t('logbook.chart.head', { head })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, cells: [first, ...rest], link }) => (
                  <tr key={key}>
                    <th scope="row">
                      {link === undefined ? (
                        first
                      ) : (
                        <a href={`#logbook?${link}`} className="quiet-link">
                          {first}
                        </a>
                      )}
                    </th>
                    {rest.map((cell, at) => (
                      <td key={heads[at + 1]} className="time">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Details>
    </section>
  );
}

/** A chart on the page. For screen readers it is one image; the figures are in the table below it. */
function ChartSvg({ chart, label }: { readonly chart: Chart; readonly label: string }) {
  const { width, height, marks } = chart;
  return (
    <svg
      className="chart"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {marks.map((mark, at) => (
        // Marks have no ids, and their order is fixed.
        // oxlint-disable-next-line react/no-array-index-key
        <MarkShape key={at} mark={mark} />
      ))}
    </svg>
  );
}

/** The class is for forced colours. */
const drawnIn = (ink: Ink, also?: string | false) => ({
  className: also ? `ink-${ink} ${also}` : `ink-${ink}`,
  color: `var(--${ink})`,
});

function MarkShape({ mark }: { readonly mark: Mark }) {
  switch (mark.kind) {
    case 'rect': {
      const { x, y, width, height, ink, round = 0, tip, link } = mark;
      return (
        <rect
          {...drawnIn(ink, link && 'linked')}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={round}
          onClick={link === undefined ? undefined : () => openFlights('logbook', link)}
        >
          {tip !== undefined && <title>{tip}</title>}
        </rect>
      );
    }
    case 'line':
      return (
        <polyline
          {...drawnIn(mark.ink)}
          points={mark.points.map((point) => point.join(',')).join(' ')}
          strokeWidth={mark.width}
        />
      );
    case 'text': {
      const { x, y, text, ink, size, anchor, isCode } = mark;
      return (
        <text {...drawnIn(ink, isCode && 'mono')} x={x} y={y} fontSize={size} textAnchor={anchor}>
          {text}
        </text>
      );
    }
  }
}
