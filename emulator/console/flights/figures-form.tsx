import { useId } from 'react';
import { messages } from '../messages/messages.ts';
import { figureNames, textFigures } from './figures-draft.ts';
import type { FigureName, FiguresDraft } from './figures-draft.ts';

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
