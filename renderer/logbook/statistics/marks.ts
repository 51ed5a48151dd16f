// A chart as a list of marks: rectangles, lines, dots, texts.

/** Colours of the theme, as the style sheets name them. */
export type Ink = 'ink' | 'dim' | 'line' | 'track' | 'out' | 'out2' | 'review' | 'done' | 'done2' | 'done3';

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
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly ink: Ink;
      readonly size: number;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly isCode?: boolean;
    };

export type Chart = { readonly width: number; readonly height: number; readonly marks: readonly Mark[] };
