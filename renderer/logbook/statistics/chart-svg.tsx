// A chart on the page. For screen readers it is one image; the figures are in the table below it.
import type { Chart, Mark } from './marks.ts';

type Props = { readonly chart: Chart; readonly label: string; readonly open: (link: string) => void };

export function ChartSvg({ chart, label, open }: Props) {
  const { width, height, marks } = chart;
  return (
    <svg
      className="chart"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      {marks.map((mark, at) => (
        // Marks have no ids, and their order is fixed.
        // oxlint-disable-next-line react/no-array-index-key
        <MarkShape key={at} mark={mark} open={open} />
      ))}
    </svg>
  );
}

function MarkShape({ mark, open }: { readonly mark: Mark; readonly open: (link: string) => void }) {
  switch (mark.kind) {
    case 'rect': {
      const { x, y, width, height, ink, round = 0, tip, link } = mark;
      return (
        <rect
          className={link === undefined ? `fill-${ink}` : `fill-${ink} linked`}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={round}
          onClick={link === undefined ? undefined : () => open(link)}
        >
          {tip !== undefined && <title>{tip}</title>}
        </rect>
      );
    }
    case 'line':
      return (
        <polyline
          className={`stroke-${mark.ink}`}
          points={mark.points.map((point) => point.join(',')).join(' ')}
          strokeWidth={mark.width}
        />
      );
    case 'dot':
      return (
        <circle className={`fill-${mark.ink}`} cx={mark.x} cy={mark.y} r={mark.radius}>
          {mark.tip !== undefined && <title>{mark.tip}</title>}
        </circle>
      );
    case 'text': {
      const { x, y, text, ink, size, anchor, isBold, isCode } = mark;
      return (
        <text
          className={`fill-${ink}${isCode ? ' mono' : ''}`}
          x={x}
          y={y}
          fontSize={size}
          fontWeight={isBold ? 700 : 400}
          textAnchor={anchor}
        >
          {text}
        </text>
      );
    }
  }
}
