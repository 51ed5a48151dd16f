import { useId } from 'react';
import { messages } from '../messages/messages.ts';
import type { FlightView } from '../../api-types.ts';
import type { FiguresToSet } from '../link/calls.ts';

export function FiguresForm({
  draft,
  isReadOnly,
  onChange,
}: {
  readonly draft: FiguresDraft;
  readonly isReadOnly: boolean;
  readonly onChange: (name: FigureName, value: string) => void;
}) {
  const id = useId();
  return (
    <fieldset className="figures">
      <legend>{messages.flights.figures}</legend>
      {figureNames.map((name) => (
        <div key={name} className={`figure ${name}`}>
          <label htmlFor={`${id}-${name}`}>{messages.flights.figureNames[name]}</label>
          <input
            id={`${id}-${name}`}
            value={draft[name]}
            readOnly={isReadOnly}
            inputMode={textFigures.includes(name) ? 'text' : 'decimal'}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(name, event.target.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}

// The state of the figures form, and the changed figures.
type Figures = FlightView['figures'];

/** In the order of the form. */
export const figureNames = [
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
] as const;
export const textFigures: readonly string[] = ['date', 'aircraft', 'icao_out', 'icao_in'];
export type FigureName = (typeof figureNames)[number];
export type FiguresDraft = Record<FigureName, string>;

export const draftOf = (figures: Figures): FiguresDraft =>
  Object.fromEntries(figureNames.map((name) => [name, String(figures[name] ?? '')])) as FiguresDraft;

/** The changed figures; the emulator validates them. */
export function changesIn(draft: FiguresDraft, figures: Figures): FiguresToSet {
  const before = draftOf(figures);
  const changed = figureNames.filter((name) => draft[name].trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, valueOf(name, draft[name].trim())]));
}

function valueOf(name: FigureName, text: string): string | number | null {
  if (name === 'date') return text === '' ? null : text;
  if (textFigures.includes(name)) return text;
  // Invalid numbers are sent as text, because JSON would turn NaN into null.
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
