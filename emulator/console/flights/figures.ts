// The figures of a flight as a form has them.
import type { FlightView } from '../../api-types.ts';
import type { Draft, FormField } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';

type Figures = FlightView['figures'];
type FigureName = keyof Figures & keyof typeof messages.flights.figureNames;

/** In the order of the form. */
const figureNames = [
  'date',
  'aircraft',
  'pax',
  'icao_out',
  'icao_in',
  'total_ft',
  'en_route',
  'cargo_kg',
  'delay_min',
  'rating_contribution',
  'season_points',
] as const satisfies readonly FigureName[];
const textFigures: readonly string[] = ['date', 'aircraft', 'icao_out', 'icao_in'];

export const figureFields = (isReadOnly: boolean): FormField[] =>
  figureNames.map((name) => ({
    name,
    label: messages.flights.figureNames[name],
    group: messages.flights.figures,
    input: { readOnly: isReadOnly, inputMode: textFigures.includes(name) ? 'text' : 'decimal' },
  }));

export const draftOf = (figures: Figures): Draft =>
  Object.fromEntries(figureNames.map((name) => [name, String(figures[name] ?? '')]));

/** The changed figures; the emulator validates them. */
export function changesIn(draft: Draft, figures: Figures): Partial<Figures> {
  const before = draftOf(figures);
  const changed = figureNames.filter((name) => draft[name]!.trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, valueOf(name, draft[name]!.trim())]));
}

function valueOf(name: FigureName, text: string): string | number | null {
  if (name === 'date') return text === '' ? null : text;
  if (textFigures.includes(name)) return text;
  // Invalid numbers are sent as text, because JSON would turn NaN into null.
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
