// A chart as a list of marks: rectangles, lines, texts. And the canvas and the colours of a card.

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
