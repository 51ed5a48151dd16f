// Saves a chart with its title as a file, in the colours of the theme. Everything is drawn here, and nothing is
// uploaded.
import { paint, shifted, svgText, type Chart, type Ink, type Palette } from './marks.ts';

const inks: readonly Ink[] = [
  'ink',
  'dim',
  'line',
  'track',
  'panel',
  'main',
  'mainSoft',
  'late',
  'done',
  'done2',
  'done3',
];

/** Returns the current colours of the page. */
export function paletteOf(element: Element): Palette {
  const probe = document.createElement('span');
  element.append(probe);
  const colours = inks.map((ink) => {
    probe.className = `probe-${ink}`;
    return [ink, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}

const EDGE = 24;
const TITLE = 40;

/** Returns the chart with a title above it, on the background of a panel. */
export function framed(chart: Chart, title: string, note: string): Chart {
  const [width, height] = [chart.width + 2 * EDGE, chart.height + 2 * EDGE + TITLE];
  return {
    width,
    height,
    marks: [
      { kind: 'rect', x: 0, y: 0, width, height, ink: 'panel' },
      { kind: 'text', x: EDGE, y: EDGE + 14, text: title, ink: 'ink', size: 16, anchor: 'start', isBold: true },
      { kind: 'text', x: width - EDGE, y: EDGE + 14, text: note, ink: 'dim', size: 12, anchor: 'end' },
      ...shifted(chart.marks, EDGE, EDGE + TITLE),
    ],
  };
}

export function download(data: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  // Long enough for the browser to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Pixels per CSS pixel, for high-resolution screens. */
const SHARPNESS = 2;

export async function canvasBlob(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const context = canvas.getContext('2d')!;
  context.scale(SHARPNESS, SHARPNESS);
  draw(context);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Saves the chart. Returns whether it could be drawn. */
export async function saveChart(chart: Chart, palette: Palette, name: string, as: 'png' | 'svg'): Promise<boolean> {
  if (as === 'svg') {
    download(new Blob([svgText(chart, palette)], { type: 'image/svg+xml' }), `${name}.svg`);
    return true;
  }
  const image = await canvasBlob(chart.width, chart.height, (context) => paint(context, chart, palette));
  if (image !== null) download(image, `${name}.png`);
  return image !== null;
}
