// A question with radio buttons, each with a hint.
import { useId } from 'react';
import type { ReactNode } from 'react';

export type Choice<T extends string> = {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
  /** Shown below the choice while the choice is selected. */
  readonly more?: ReactNode;
};

type Props<T extends string> = {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
};

export function Choices<T extends string>({ question, choices, value, onChange }: Props<T>) {
  const id = useId();
  return (
    <fieldset className="asked">
      <legend>{question}</legend>
      <div className="asked-choices">
        {choices.map((choice) => (
          <div key={choice.value} className="asked-choice">
            <label className="choice">
              <input
                type="radio"
                name={id}
                checked={choice.value === value}
                disabled={choice.isDisabled}
                aria-describedby={choice.hint === undefined ? undefined : `${id}-${choice.value}`}
                onChange={() => onChange(choice.value)}
              />
              {choice.label}
            </label>
            {choice.hint !== undefined && (
              <small id={`${id}-${choice.value}`} className="dim">
                {choice.hint}
              </small>
            )}
            {choice.value === value && choice.more}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
