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
  const told = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-line">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={told === undefined ? undefined : `${id}-told`}
        />
        {unit !== undefined && <span className="dim">{unit}</span>}
      </span>
      {told !== undefined && (
        <small id={`${id}-told`} className={error === undefined ? 'dim' : 'invalid'}>
          {told}
        </small>
      )}
    </div>
  );
}
