// A chart as a list of marks: rectangles, lines, texts. The page and a saved PNG are drawn from the same marks, so a saved
// chart looks like the one on the page. Everything is drawn here, and nothing is uploaded.
import { download } from '../../copy-and-save.ts';

/** Colour names that the theme resolves when the marks are drawn. */
const inks = ['ink', 'dim', 'line', 'track', 'panel', 'main', 'mainSoft', 'late', 'done', 'done2', 'done3'] as const;
export type Ink = (typeof inks)[number];
export type Palette = Readonly<Record<Ink, string>>;

export type Mark =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly ink: Ink;
      readonly round?: number;
      readonly tip?: string;
      /** The query of the address that shows the flights behind the mark. */
      readonly link?: string;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly (readonly [number, number])[];
      readonly ink: Ink;
      readonly width: number;
    }
  | {
      readonly kind: 'dot';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly ink: Ink;
      readonly tip?: string;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly ink: Ink;
      readonly size: number;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly isBold?: boolean;
      readonly isCode?: boolean;
    };

export type Chart = { readonly width: number; readonly height: number; readonly marks: readonly Mark[] };

export const fontFamily = "'B612', system-ui, sans-serif";
const codeFont = "'B612 Mono', ui-monospace, monospace";

/** Moves marks, to combine several charts in one image. */
const shifted = (marks: readonly Mark[], dx: number, dy: number): Mark[] =>
  marks.map((mark) =>
    mark.kind === 'line'
      ? { ...mark, points: mark.points.map(([x, y]) => [x + dx, y + dy] as const) }
      : { ...mark, x: mark.x + dx, y: mark.y + dy },
  );

/** Draws the chart on a canvas. */
export function paint(context: CanvasRenderingContext2D, { marks }: Pick<Chart, 'marks'>, palette: Palette): void {
  for (const mark of marks) {
    context.fillStyle = palette[mark.ink];
    context.strokeStyle = palette[mark.ink];
    context.beginPath();
    switch (mark.kind) {
      case 'rect':
        context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.round ?? 0);
        context.fill();
        break;
      case 'line':
        for (const [x, y] of mark.points) context.lineTo(x, y);
        context.lineWidth = mark.width;
        context.lineJoin = 'round';
        context.stroke();
        break;
      case 'dot':
        context.arc(mark.x, mark.y, mark.radius, 0, 2 * Math.PI);
        context.fill();
        break;
      case 'text':
        context.font = `${mark.isBold ? '700' : '400'} ${mark.size}px ${mark.isCode ? codeFont : fontFamily}`;
        context.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor;
        context.fillText(mark.text, mark.x, mark.y);
        break;
    }
  }
}

/** Returns the current colours of the page. */
export function paletteOf(element: Element): Palette {
  const probe = document.createElement('span');
  element.append(probe);
  const colours = inks.map((ink) => {
    probe.className = `ink-${ink}`;
    return [ink, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}

const edge = 24;
const titleSize = 40;

/** Returns the chart with a title above it, on the background of a panel. */
export function framed(chart: Chart, title: string, note: string): Chart {
  const [width, height] = [chart.width + 2 * edge, chart.height + 2 * edge + titleSize];
  return {
    width,
    height,
    marks: [
      { kind: 'rect', x: 0, y: 0, width, height, ink: 'panel' },
      { kind: 'text', x: edge, y: edge + 14, text: title, ink: 'ink', size: 16, anchor: 'start', isBold: true },
      { kind: 'text', x: width - edge, y: edge + 14, text: note, ink: 'dim', size: 12, anchor: 'end' },
      ...shifted(chart.marks, edge, edge + titleSize),
    ],
  };
}

/** Pixels per CSS pixel, for high-resolution screens. */
const sharpness = 2;

export async function canvasBlob(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = width * sharpness;
  canvas.height = height * sharpness;
  const context = canvas.getContext('2d')!;
  context.scale(sharpness, sharpness);
  draw(context);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Saves the chart. Returns whether it could be drawn. */
export async function saveChart(chart: Chart, palette: Palette, fileName: string): Promise<boolean> {
  const image = await canvasBlob(chart.width, chart.height, (context) => paint(context, chart, palette));
  if (image !== null) download(image, fileName);
  return image !== null;
}
