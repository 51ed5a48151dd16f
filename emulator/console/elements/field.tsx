// A labelled form field; help and error are read out with it.
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';

export function Field({
  label,
  help,
  wrong,
  unit,
  ...input
}: {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly wrong?: string | null;
  readonly unit?: string;
} & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId();
  const hasMore = help !== undefined || Boolean(wrong);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-line">
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={hasMore ? `${id}-more` : undefined}
        />
        {unit === undefined ? null : <span className="dim small">{unit}</span>}
      </div>
      {hasMore ? (
        <small id={`${id}-more`} className={wrong ? 'error' : 'dim'}>
          {wrong || help}
        </small>
      ) : null}
    </div>
  );
}

/** A select; it has no invalid values. */
export function Choice({
  label,
  wrong: _never,
  children,
  ...select
}: { readonly label: ReactNode; readonly wrong?: string | null } & Omit<ComponentProps<'select'>, 'id'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id}>
        {children}
      </select>
    </div>
  );
}
