// The rows of a form: a labelled input with its hint or error, and a question with radio buttons.
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly unit?: string;
  /** Of text with several lines. */
  readonly rows?: number;
};

export function Field({ label, hint, error, unit, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  // It has the attributes of an input that are used here.
  const Input = (input.rows === undefined ? 'input' : 'textarea') as 'input';
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-line">
        <Input
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

/** A question with radio buttons, each with a hint. */
export type Choice<T extends string> = {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
  /** Shown below the choice while the choice is selected. */
  readonly more?: ReactNode;
};

type ChoicesProps<T extends string> = {
  readonly question: string;
  readonly hint?: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** The question beside the radio buttons, which are in one line. */
  readonly isRow?: boolean;
};

export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { question, hint, choices, value, onChange, isRow = false } = props;
  const id = useId();
  return (
    <fieldset className={isRow ? 'row' : 'asked'} aria-describedby={hint && `${id}-hint`}>
      <legend>{question}</legend>
      <div className={isRow ? 'choices' : 'asked-choices'}>
        {choices.map((choice) => (
          <div key={choice.value} className="asked-choice">
            <label className="choice">
              <input
                type="radio"
                name={id}
                checked={choice.value === value}
                disabled={choice.isDisabled}
                aria-describedby={choice.hint === undefined ? undefined : `${id}-${choice.value}-hint`}
                onChange={() => onChange(choice.value)}
              />
              {choice.label}
            </label>
            {choice.hint !== undefined && (
              <small id={`${id}-${choice.value}-hint`} className="dim">
                {choice.hint}
              </small>
            )}
            {choice.value === value && choice.more}
          </div>
        ))}
      </div>
      {hint !== undefined && (
        <small id={`${id}-hint`} className="dim">
          {hint}
        </small>
      )}
    </fieldset>
  );
}

type CheckProps = Omit<ComponentProps<'input'>, 'onChange'> & { readonly onChange: (isChecked: boolean) => void };

/** A checkbox with its label. */
export const Check = ({ className = 'check', onChange, children, ...input }: CheckProps) => (
  <label className={className}>
    <input {...input} type="checkbox" onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
);

type CheckChoiceProps = {
  readonly label: string;
  readonly hint: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

/** A checkbox with a hint. */
export function CheckChoice({ label, hint, isChecked, onChange }: CheckChoiceProps) {
  const id = useId();
  return (
    <div>
      <Check checked={isChecked} aria-describedby={id} onChange={onChange}>
        {label}
      </Check>
      <div id={id} className="dim small">
        {hint}
      </div>
    </div>
  );
}

/** Moves the focus to the first invalid field. Called after the fields have been rendered with their errors. */
export function focusFirstInvalid(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
}
