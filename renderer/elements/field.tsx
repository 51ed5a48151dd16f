// A labelled input with its hint or error, linked for screen readers.
import { useId } from 'react';
import type { InputHTMLAttributes } from 'react';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly unit?: string;
};

export function Field({ label, hint, error, unit, ...input }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-line">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {unit !== undefined && <span className="dim">{unit}</span>}
      </span>
      {note !== undefined && (
        <small id={`${id}-note`} className={error === undefined ? 'dim' : 'invalid'}>
          {note}
        </small>
      )}
    </div>
  );
}
